import { join } from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = 'npm run client -- GENERATOR [--spec FILE] [--out DIR] [-- OPTIONS]'

/** What the command was asked for. */
export interface Options {
  /** The generator's name, as OpenAPI Generator lists it: `typescript-fetch`, `python`, … */
  readonly generator: string
  readonly spec: string
  readonly out: string
  /** Options for OpenAPI Generator itself: what stands after `--`. */
  readonly extra: readonly string[]
}

/** Reads the arguments of the command; a text says what is wrong with them. */
export function readOptions(args: readonly string[]): Options | string {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  try {
    const { values, positionals } = parseArgs({
      args: args.slice(0, end),
      options: { spec: { type: 'string', default: 'spec/openapi.yaml' }, out: { type: 'string' } },
      allowPositionals: true,
    })
    const [generator, ...others] = positionals
    if (generator === undefined) {
      return `which client? name a generator, such as typescript-fetch; usage: ${USAGE}`
    }
    if (others.length > 0) return `one generator at a time, not ${positionals.join(', ')}`
    // Top-level names are taken; data/ is git-ignored.
    const out = values.out ?? join('data', 'clients', generator)
    return { generator, spec: values.spec, out, extra: args.slice(end + 1) }
  } catch (error) {
    return `${(error as Error).message.split('. ')[0]}; usage: ${USAGE}`
  }
}
