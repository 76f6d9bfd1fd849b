import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isObject } from '../../openapi/json.js'
import { CommandError } from '../arguments/arguments.js'

/** The members of a package.json that `init` reads or writes. */
export interface PackageJson {
  readonly name?: string
  readonly type?: string
  readonly packageManager?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly [member: string]: unknown
}

/** @throws {CommandError} when it is not a JSON object. */
export function readManifest(root: string): { manifest: PackageJson; indent: string } | undefined {
  const file = path.join(root, 'package.json')
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (isObject(manifest)) return { manifest, indent: /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ' }
  } catch {
    // Reported below.
  }
  throw new CommandError(`${file}: is no JSON object; correct it, and run this again`)
}

/** The script `test` of `npm init`. */
export const NO_TEST = /^echo .*no test specified/

/** True if its scripts are those of `npm init -y`. */
export function isUntouched({ scripts = {} }: PackageJson): boolean {
  return Object.values(scripts).every((script) => NO_TEST.test(script))
}

const GROUPS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

export function hasPackage(manifest: PackageJson, name: string): boolean {
  return GROUPS.some((group) => isObject(manifest[group]) && name in manifest[group])
}

export const PACKAGE = 'fastify-contract'
