import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { DocumentError, formatDiagnostics } from './generate/diagnostics.js'
import { generate } from './generate/generate.js'
import { ForeignFileError } from './generate/manifest.js'
import { apply, compare, type Difference } from './generate/write.js'

const USAGE =
  'npm run generate -- [--spec FILE] [--out DIR] [--check] [--int64 bigint|number] [--ignore FEATURE]...'

/** The command `npm run generate`. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') return fail(options)
  const { spec, out, check, ignore, int64 } = options
  if (int64 !== 'bigint' && int64 !== 'number') {
    return fail(`--int64 ${int64}: an int64 is a bigint or a number; usage: ${USAGE}`)
  }
  try {
    const { model, files, warnings } = generate(spec, out, { ignore, int64 })
    if (warnings.length > 0) console.error(formatDiagnostics(warnings))
    const difference = await compare(out, files)
    if (check) return report(out, difference)
    await apply(out, difference)
    const { stale, obsolete } = difference
    const counts = [
      `${model.operations.length} operations`,
      `${files.length} files`,
      `${stale.length} changed`,
      ...(obsolete.length > 0 ? [`${obsolete.length} removed`] : []),
      `${Math.round(performance.now())} ms`,
    ]
    console.log(`${out}: ${counts.join(', ')}`)
    return 0
  } catch (error) {
    if (error instanceof DocumentError || error instanceof ForeignFileError) {
      return fail(error.message)
    }
    const { code, path } = error as NodeJS.ErrnoException
    /* c8 ignore next -- a fault of ours, not of the user's */
    if (code === undefined || path === undefined) throw error
    return fail(`${path}: cannot be written or read (${code}); name a folder with --out that can`)
  }
}

function readOptions(
  args: readonly string[],
): { spec: string; out: string; check: boolean; int64: string; ignore: string[] } | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        spec: { type: 'string', default: 'spec/openapi.yaml' },
        out: { type: 'string', default: 'generated' },
        check: { type: 'boolean', default: false },
        int64: { type: 'string', default: 'bigint' },
        ignore: { type: 'string', multiple: true, default: [] },
      },
    })
    return values
  } catch (error) {
    return `${(error as Error).message.split('. ')[0]}; usage: ${USAGE}`
  }
}

function report(out: string, { stale, obsolete }: Difference): number {
  const names = [...stale.map(({ name }) => name), ...obsolete]
  if (names.length === 0) return 0
  return fail(`${out}: stale: ${names.join(', ')}; run \`npm run generate\``)
}

function fail(message: string): number {
  console.error(message)
  return 1
}
