import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { DocumentError, formatDiagnostics } from './generate/diagnostics.js'
import { generate } from './generate/generate.js'
import { findStale, write } from './generate/write.js'

const USAGE = 'npm run generate -- [--spec FILE] [--out DIR] [--check] [--ignore FEATURE]...'

/** The command `npm run generate`. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') return fail(options)
  const { spec, out, check, ignore } = options
  try {
    const { model, files, warnings } = generate(spec, out, ignore)
    if (warnings.length > 0) console.error(formatDiagnostics(warnings))
    if (check) return report(out, await findStale(out, files))
    const written = await write(out, files)
    const took = Math.round(performance.now())
    console.log(
      `${out}: ${model.operations.length} operations, ${files.length} files, ${written.length} changed, ${took} ms`,
    )
    return 0
  } catch (error) {
    if (error instanceof DocumentError) return fail(error.message)
    const { code, path } = error as NodeJS.ErrnoException
    /* c8 ignore next -- a fault of ours, not of the user's */
    if (code === undefined || path === undefined) throw error
    return fail(`${path}: cannot be written or read (${code}); name a folder with --out that can`)
  }
}

function readOptions(
  args: readonly string[],
): { spec: string; out: string; check: boolean; ignore: string[] } | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        spec: { type: 'string', default: 'spec/openapi.yaml' },
        out: { type: 'string', default: 'generated' },
        check: { type: 'boolean', default: false },
        ignore: { type: 'string', multiple: true, default: [] },
      },
    })
    return values
  } catch (error) {
    return `${(error as Error).message.split('. ')[0]}; usage: ${USAGE}`
  }
}

function report(out: string, stale: readonly string[]): number {
  if (stale.length === 0) return 0
  return fail(`${out}: stale: ${stale.join(', ')}; run \`npm run generate\``)
}

function fail(message: string): number {
  console.error(message)
  return 1
}
