import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isObject } from '../../openapi/json.js'
import { InitError } from './init-error.js'

/** The parts of a package.json that are read or written here. */
export interface Manifest {
  readonly name?: string
  readonly type?: string
  readonly packageManager?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly [member: string]: unknown
}

/** A package.json as it is found; none: `undefined`. */
export interface Found {
  readonly manifest: Manifest
  /** How it is written. */
  readonly indent: string
}

/** @throws {InitError} when it is no JSON. */
export function readManifest(root: string): Found | undefined {
  const file = path.join(root, 'package.json')
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (isObject(manifest)) return { manifest, indent: /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ' }
  } catch {
    // It is told below.
  }
  throw new InitError(`${file}: is no JSON object; correct it, and run this again`)
}

/** What npm writes where there is no test. */
const NO_TEST = /^echo .*no test specified/

/** Whether it is as `npm init -y` makes it: what it says nobody has chosen. */
export function isFresh({ scripts = {} }: Manifest): boolean {
  return Object.values(scripts).every((script) => NO_TEST.test(script))
}

/** What a package.json should have. */
export interface Wanted {
  readonly type?: 'module'
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** A package.json with what it lacked, and what it has otherwise. */
export interface Changed {
  readonly manifest: Manifest
  readonly notes: readonly string[]
  readonly isChanged: boolean
  /** Whether a package is new in it. */
  readonly isInstalling: boolean
}

/** Adds what is missing; what is there stays, and is named. */
export function withWanted(manifest: Manifest, wanted: Wanted): Changed {
  const scripts = missingScripts(manifest, wanted.scripts)
  const dependencies = missingPackages(manifest, wanted.dependencies)
  const devDependencies = missingPackages(manifest, wanted.devDependencies)
  const type =
    wanted.type !== undefined && manifest.type !== wanted.type ? { type: wanted.type } : {}
  const parts = { scripts: scripts.missing, dependencies, devDependencies }
  const added = Object.entries(parts).filter(([, some]) => Object.keys(some).length > 0)
  const merged = added.map(([name, some]) => {
    const own = (manifest[name] ?? {}) as Record<string, string>
    return [name, { ...own, ...some }] as const
  })
  return {
    manifest: { ...manifest, ...type, ...Object.fromEntries(merged) },
    notes: scripts.notes,
    isChanged: added.length > 0 || Object.keys(type).length > 0,
    isInstalling: added.some(([name]) => name !== 'scripts'),
  }
}

function missingScripts({ scripts = {} }: Manifest, wanted: Wanted['scripts']) {
  const missing: Record<string, string> = {}
  const notes: string[] = []
  for (const [name, text] of Object.entries(wanted)) {
    const there = scripts[name]
    if (there === undefined || NO_TEST.test(there)) missing[name] = text
    else if (there !== text) {
      notes.push(`package.json: has a script ${name} already; add one of another name for: ${text}`)
    }
  }
  return { missing, notes }
}

const KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** Whether a package is asked for, in whatever way. */
export function asksFor(manifest: Manifest, name: string): boolean {
  return KINDS.some((kind) => isObject(manifest[kind]) && name in manifest[kind])
}

function missingPackages(manifest: Manifest, wanted: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !asksFor(manifest, name)))
}
