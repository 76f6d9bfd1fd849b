import { access } from 'node:fs/promises'
import { fail } from '../arguments/command-error.js'
import type { Execution } from '../process/execute.js'
import { type GeneratorTools, openGenerator, projectTools } from './openapi-generator.js'
import { type ClientCommandOptions, readClientOptions } from './options.js'

/** The command `client`. Returns the exit code. */
export async function main(args: readonly string[], tools?: GeneratorTools): Promise<number> {
  const options = readClientOptions(args)
  try {
    await access(options.spec)
    const generate = await openGenerator(tools ?? projectTools())
    const { generator, spec, out, extra } = options
    const result = await generate(['generate', '-g', generator, '-i', spec, '-o', out, ...extra])
    return report(options, result)
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (path !== options.spec) throw error
    return fail(`${path}: cannot be read (${code}); name a document with --spec`)
  }
}

function report({ generator, out }: ClientCommandOptions, result: Execution): number {
  if (!result.ok) return fail(explain(generator, result))
  for (const warning of warningsOf(result)) console.error(`warning: ${warning}`)
  const files = result.stdout.match(/ writing file /g)?.length ?? 0
  console.log(`${out}: ${generator} client, ${files} files`)
  return 0
}

/** The generator's own output comes first, without stack traces. */
function explain(generator: string, { stdout, stderr, why }: Execution): string {
  if (stderr.includes(`Can't load config class with name '${generator}'`)) {
    return `${generator}: is no generator; see https://openapi-generator.tech/docs/generators`
  }
  const output = `${stdout}${stderr}`.replaceAll(/^\s+(at |\.\.\. \d+ more).*\n?/gm, '').trim()
  return `${output}\n${generator}: OpenAPI Generator failed (${why}), see above`
}

/** Each warning once, though it is printed for every place in the document. */
function warningsOf({ stdout, stderr }: Execution): Set<string> {
  const lines = `${stdout}${stderr}`.matchAll(/^\[\S+\] WARN\s+\S+ - (.*)$/gm)
  return new Set([...lines].map(([, text = '']) => text))
}
