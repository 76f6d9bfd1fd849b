import path from 'node:path'
import type { Layout } from './layout.js'
import { hasPackage, type PackageJson } from './package-json.js'
import type { ProjectFacts } from './project.js'

/** The location of a document in a project. */
interface DocumentLocation {
  readonly name: string
  /** The folder of all its files, if that is not its own. */
  readonly root: string | undefined
}

export function configurationText(
  { name: spec, root }: DocumentLocation,
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
    return { generate, check, ...(allowsDev(manifest) && { dev }), mock, ...tests }
  }
  const start = `node ${compilation.compiled(`${src}/main.ts`)}`
  return { generate, check: `${check} --types`, dev, build: 'tsc', start, ...tests, mock }
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

export function runnerOf(manifest: PackageJson): 'vitest' | 'jest' | 'node' {
  if (hasPackage(manifest, 'vitest')) return 'vitest'
  return hasPackage(manifest, 'jest') ? 'jest' : 'node'
}
