import { access } from 'node:fs/promises'
import type { Outcome } from '../execute.js'
import { openGenerator, projectTools, type Tools } from './generator.js'
import { GeneratorError } from './generator-error.js'
import { type Options, readOptions } from './options.js'

/** The command `client`. Returns the exit code. */
export async function main(args: readonly string[], tools?: Tools): Promise<number> {
  const options = readOptions(args)
  try {
    await access(options.spec)
    const generate = await openGenerator(tools ?? projectTools())
    const { generator, spec, out, extra } = options
    const outcome = await generate(['generate', '-g', generator, '-i', spec, '-o', out, ...extra])
    return report(options, outcome)
  } catch (error) {
    if (error instanceof GeneratorError) return fail(error.message)
    const { code, path } = error as NodeJS.ErrnoException
    if (path !== options.spec) throw error
    return fail(`${path}: cannot be read (${code}); name a document with --spec`)
  }
}

function report({ generator, out }: Options, outcome: Outcome): number {
  if (!outcome.ok) return fail(explain(generator, outcome))
  for (const warning of warnings(outcome)) console.error(`warning: ${warning}`)
  const files = outcome.stdout.match(/ writing file /g)?.length ?? 0
  console.log(`${out}: ${generator} client, ${files} files`)
  return 0
}

/** Its own words first, when they say more than one line can. */
function explain(generator: string, { stdout, stderr, why }: Outcome): string {
  if (stderr.includes(`Can't load config class with name '${generator}'`)) {
    return `${generator}: is no generator; see https://openapi-generator.tech/docs/generators`
  }
  const words = `${stdout}${stderr}`.replaceAll(/^\s+(at |\.\.\. \d+ more).*\n?/gm, '').trim()
  return `${words}\n${generator}: OpenAPI Generator failed (${why}), see above`
}

/** Warnings come once for every place; once is enough. */
function warnings({ stdout, stderr }: Outcome): Set<string> {
  const lines = `${stdout}${stderr}`.matchAll(/^\[\S+\] WARN\s+\S+ - (.*)$/gm)
  return new Set([...lines].map(([, text = '']) => text))
}

function fail(message: string): number {
  console.error(message)
  return 1
}
