import path from 'node:path'
import type { Layout } from './layout.js'

/** Where a document is in a project. */
export interface Place {
  readonly name: string
  /** The folder that holds all its files, where that is not its own. */
  readonly root: string | undefined
}

/** The npm scripts of a project. Of an app that has its own way to run, those of its contract. */
export function scriptsFor(
  { name: spec, root }: Place,
  { src, generated, test, compilation }: Layout,
  isApp: boolean,
): Record<string, string> {
  const document = [
    ...(spec === 'spec/openapi.yaml' ? [] : [`--spec ${spec}`]),
    ...(root === undefined ? [] : [`--root ${root}`]),
  ]
  const options = [...document, ...(generated === 'generated' ? [] : [`--out ${generated}`])]
  const command = (name: string, some: readonly string[]) =>
    ['fastify-contract', name, ...some].join(' ')
  const generate = command('generate', options)
  const mock = command('mock', document)
  if (isApp) return { generate, mock }
  const tests = path.posix.dirname(compilation.compiled(`${test}/service.test.ts`))
  const ending = compilation.compiled('a.test.ts').slice(-'.test.ts'.length)
  return {
    generate,
    dev: command('dev', options),
    build: 'tsc',
    start: `node ${compilation.compiled(`${src}/main.ts`)}`,
    test: `tsc && node --test ${tests}/*${ending}`,
    mock,
  }
}
