import { access } from 'node:fs/promises'
import { fail } from '../arguments/arguments.js'
import { readClientOptions } from '../options/command-options.js'
import type { Execution } from '../process/child.js'
import { type GeneratorTools, openGenerator } from './openapi-generator.js'

export async function main(args: readonly string[], tools?: GeneratorTools): Promise<number> {
  const options = readClientOptions(args)
  try {
    await access(options.spec)
    const generate = await openGenerator(tools)
    const { generator, spec, out, extra } = options
    const result = await generate(['generate', '-g', generator, '-i', spec, '-o', out, ...extra])
    if (!result.ok) return fail(explain(generator, result))
    for (const warning of warningsOf(result)) console.error(`warning: ${warning}`)
    const files = result.stdout.match(/ writing file /g)?.length ?? 0
    console.log(`${out}: ${generator} client, ${files} files`)
    return 0
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (path !== options.spec) throw error
    return fail(`${path}: cannot be read (${code}); name a document with --spec`)
  }
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
