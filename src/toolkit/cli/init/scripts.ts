import path from 'node:path'
import type { Layout } from './layout.js'

/** The npm scripts of a project. Of an app that has its own way to run, those of its contract. */
export function scriptsFor(
  spec: string,
  { src, generated, test, compilation }: Layout,
  isApp: boolean,
): Record<string, string> {
  const options = [
    ...(spec === 'spec/openapi.yaml' ? [] : [`--spec ${spec}`]),
    ...(generated === 'generated' ? [] : [`--out ${generated}`]),
  ]
  const command = (name: string, some: readonly string[]) =>
    ['fastify-contract', name, ...some].join(' ')
  const generate = command('generate', options)
  const mock = command('mock', options.slice(0, spec === 'spec/openapi.yaml' ? 0 : 1))
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
