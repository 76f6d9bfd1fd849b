import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isObject } from '../../openapi/json.js'
import { CommandError } from '../arguments/arguments.js'
import type { ProjectFacts } from './project.js'
import type { Layout } from './project-files.js'

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
const NO_TEST = /^echo .*no test specified/

/** True if its scripts are those of `npm init -y`. */
export function isUntouched({ scripts = {} }: PackageJson): boolean {
  return Object.values(scripts).every((script) => NO_TEST.test(script))
}

/** The members that a package.json should have. */
export interface WantedMembers {
  readonly type?: 'module'
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** Adds missing members; existing ones stay. Wanted scripts that collide with existing ones are notes. */
export function addMissing(manifest: PackageJson, wanted: WantedMembers) {
  const { scripts: own = {} } = manifest
  const isFree = ([name]: [string, string]) => own[name] === undefined || NO_TEST.test(own[name])
  const isMissing = ([name]: [string, string]) => !hasPackage(manifest, name)
  const scripts = Object.entries(wanted.scripts)
  const parts = {
    scripts: scripts.filter(isFree),
    dependencies: Object.entries(wanted.dependencies).filter(isMissing),
    devDependencies: Object.entries(wanted.devDependencies).filter(isMissing),
  }
  const added = Object.entries(parts).filter(([, some]) => some.length > 0)
  const merged = added.map(([name, some]): [string, object] => {
    return [name, { ...(manifest[name] as object), ...Object.fromEntries(some) }]
  })
  const type = wanted.type !== undefined && manifest.type !== wanted.type
  const collisions = scripts.filter((each) => !isFree(each) && own[each[0]] !== each[1])
  return {
    manifest: {
      ...manifest,
      ...(type && { type: wanted.type }),
      ...Object.fromEntries(merged),
    } as PackageJson,
    notes: collisions.map(([name, text]) => {
      return `package.json: has a script ${name} already; add one of another name for: ${text}`
    }),
    isChanged: added.length > 0 || type,
    /** True if it has a new dependency. */
    needsInstall: added.some(([name]) => name !== 'scripts'),
  }
}

const GROUPS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** True if a package is declared in any group. */
export function hasPackage(manifest: PackageJson, name: string): boolean {
  return GROUPS.some((group) => isObject(manifest[group]) && name in manifest[group])
}

/** The location of a document in a project. */
export interface DocumentLocation {
  readonly name: string
  /** The folder of all its files, if that is not its own. */
  readonly root: string | undefined
}

/** The npm scripts of a new service; for an existing app only those about its contract. */
export function npmScripts(
  { name: spec, root }: DocumentLocation,
  layout: Layout,
  { app, manifest }: Pick<ProjectFacts, 'app' | 'manifest'>,
): Record<string, string> {
  const { src, generated, compilation } = layout
  const document =
    (spec === 'spec/openapi.yaml' ? '' : ` --spec ${spec}`) +
    (root === undefined ? '' : ` --root ${root}`)
  const options = document + (generated === 'generated' ? '' : ` --out ${generated}`)
  const generate = `fastify-contract generate${options}`
  const dev = `fastify-contract dev${options}`
  const mock = `fastify-contract mock${document}`
  const test = testCommand(manifest, layout)
  const tests = test === undefined ? {} : { test }
  if (app !== undefined) return { generate, ...(allowsDev(manifest) && { dev }), mock, ...tests }
  const start = `node ${compilation.compiled(`${src}/main.ts`)}`
  return { generate, dev, build: 'tsc', start, ...tests, mock }
}

/** True if the command `dev` can run the app, and the project has no other script of that name. */
function allowsDev({ scripts: { start = '', dev } = {} }: PackageJson): boolean {
  return dev === undefined && /\bnode\s[^&|;]*\.[cm]?js\b/.test(start)
}

/** Runs the generated test with the project's own test runner. */
function testCommand(manifest: PackageJson, { test, compilation }: Layout): string | undefined {
  const runner = runnerOf(manifest)
  if (runner !== 'node') return runner === 'vitest' ? 'vitest run' : undefined
  const tests = path.posix.dirname(compilation.compiled(`${test}/service.test.ts`))
  const extension = compilation.compiled('a.test.ts').slice(-'.test.ts'.length)
  return `tsc && node --test ${tests}/*${extension}`
}

function runnerOf(manifest: PackageJson): 'vitest' | 'jest' | 'node' {
  if (hasPackage(manifest, 'vitest')) return 'vitest'
  return hasPackage(manifest, 'jest') ? 'jest' : 'node'
}

/**
 * The test for the project's own runner; `undefined` for Jest, which by default does not load ES modules
 * such as the toolkit.
 */
export function testFor(manifest: PackageJson, test: string): string | undefined {
  const runner = runnerOf(manifest)
  if (runner === 'jest') return undefined
  return runner === 'vitest' ? test.replace("'node:test'", "'vitest'") : test
}

export const PACKAGE = 'fastify-contract'

/** Dependencies of a service, in the versions that this package is tested with. */
export const FASTIFY = { fastify: '^5.12.8' }
export const TYPESCRIPT = { '@types/node': '^20.19.43', typescript: '^7.0.2' }
