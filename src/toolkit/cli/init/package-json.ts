import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isObject } from '../../openapi/json.js'
import { CommandError } from '../arguments/arguments.js'
import type { InitDocument } from './document.js'
import type { Layout } from './layout.js'
import type { ProjectFacts } from './project.js'

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

export function configurationText(
  { name: spec, root }: Pick<InitDocument, 'name' | 'root'>,
  { handlers, generated }: Layout,
  more: { readonly stubs: boolean; readonly basePath: boolean },
): string {
  const configuration = {
    spec,
    ...(root !== undefined && { root }),
    out: generated,
    ...(more.stubs && { stubs: handlers }),
    // A new service is below the path of the document's server, as the mock then is.
    ...(more.basePath && { basePath: true }),
  }
  return `${JSON.stringify(configuration, null, 2)}\n`
}

/** The npm scripts of a new service; for an existing app only those about its contract. */
export function npmScripts(
  layout: Layout,
  { app, manifest }: Pick<ProjectFacts, 'app' | 'manifest'>,
): Record<string, string> {
  const { src, compilation } = layout
  const [generate, check, dev, mock] = ['generate', 'check', 'dev', 'mock'].map(
    (name) => `fastify-contract ${name}`,
  ) as [string, string, string, string]
  const test = testCommand(manifest, layout)
  const tests = test === undefined ? {} : { test }
  if (app !== undefined) {
    // The command `dev` can run the app, and the project has no other script of that name.
    const { start = '', dev: other } = manifest.scripts ?? {}
    const allowsDev = other === undefined && /\bnode\s[^&|;]*\.[cm]?js\b/.test(start)
    return { generate, check, ...(allowsDev && { dev }), mock, ...tests }
  }
  const start = `node ${compilation.compiled(`${src}/main.ts`)}`
  return { generate, check: `${check} --types`, dev, build: 'tsc', start, ...tests, mock }
}

/** Runs the generated test with the project's own test runner. */
function testCommand(manifest: PackageJson, { test, compilation }: Layout): string | undefined {
  const runner = runnerOf(manifest)
  if (runner !== 'node') return runner === 'vitest' ? 'vitest run' : undefined
  const tests = path.posix.dirname(compilation.compiled(`${test}/service.test.ts`))
  const extension = compilation.compiled('a.test.ts').slice(-'.test.ts'.length)
  return `tsc && node --test ${tests}/*${extension}`
}

export function runnerOf(manifest: PackageJson): 'vitest' | 'jest' | 'node' {
  if (hasPackage(manifest, 'vitest')) return 'vitest'
  return hasPackage(manifest, 'jest') ? 'jest' : 'node'
}
