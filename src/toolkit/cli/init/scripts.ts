import path from 'node:path'
import type { Layout } from './layout.js'
import type { Manifest } from './manifest.js'
import type { Project } from './project.js'
import { runnerOf } from './test-runner.js'

/** Where a document is in a project. */
export interface Place {
  readonly name: string
  /** The folder that holds all its files, where that is not its own. */
  readonly root: string | undefined
}

/** The npm scripts of a project. Of an app that has its own way to run, those of its contract. */
export function scriptsFor(
  { name: spec, root }: Place,
  layout: Layout,
  { app, manifest }: Pick<Project, 'app' | 'manifest'>,
): Record<string, string> {
  const { src, generated, compilation } = layout
  const document = [
    ...(spec === 'spec/openapi.yaml' ? [] : [`--spec ${spec}`]),
    ...(root === undefined ? [] : [`--root ${root}`]),
  ]
  const options = [...document, ...(generated === 'generated' ? [] : [`--out ${generated}`])]
  const command = (name: string, some: readonly string[]) =>
    ['fastify-contract', name, ...some].join(' ')
  const generate = command('generate', options)
  const mock = command('mock', document)
  const run = testCommand(manifest, layout)
  const test = run === undefined ? {} : { test: run }
  const dev = command('dev', options)
  if (app !== undefined) return { generate, ...(isRunByDev(manifest) && { dev }), mock, ...test }
  return {
    generate,
    dev,
    build: 'tsc',
    start: `node ${compilation.compiled(`${src}/main.ts`)}`,
    ...test,
    mock,
  }
}

/** Whether the command `dev` can run an app that has no script of that name. */
function isRunByDev({ scripts: { start = '', dev } = {} }: Manifest): boolean {
  return dev === undefined && /\bnode\s[^&|;]*\.[cm]?js\b/.test(start)
}

/** Runs the test that is written, with what the project runs its own with. */
function testCommand(manifest: Manifest, { test, compilation }: Layout): string | undefined {
  const runner = runnerOf(manifest)
  if (runner !== 'node') return runner === 'vitest' ? 'vitest run' : undefined
  const tests = path.posix.dirname(compilation.compiled(`${test}/service.test.ts`))
  const ending = compilation.compiled('a.test.ts').slice(-'.test.ts'.length)
  return `tsc && node --test ${tests}/*${ending}`
}
