import { writeFile } from 'node:fs/promises'
import { compareDocuments } from '../../diff/compare.js'
import { formatDiff } from '../../diff/report/formats.js'
import { countOf, summaryLine } from '../../diff/report/summary.js'
import { DocumentError } from '../../generator/diagnostics/problems.js'
import { CommandError } from '../arguments/arguments.js'
import { type DiffCommandOptions, readDiffOptions } from '../options/command-options.js'
import { committedDocument } from '../project/committed.js'

const NOT_COMPARED = 2

/** The command `diff`. Returns the exit code: 0 nothing breaking, 1 breaking, 2 if it could not compare. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await run(readDiffOptions(args))
  } catch (error) {
    const isOfUser = error instanceof CommandError || error instanceof DocumentError
    /* c8 ignore next -- an error of this program is not the user's */
    if (!isOfUser && (error as NodeJS.ErrnoException).syscall === undefined) throw error
    console.error((error as Error).message)
    return NOT_COMPARED
  }
}

async function run(options: DiffCommandOptions): Promise<number> {
  const { reading, format, output, undecided } = options
  const { root, ...rest } = reading
  const shared = { ...rest, ...(root !== undefined && { root }) }
  const old = options.old ?? committedDocument(options.new, options.since, root)
  const diff = compareDocuments({ document: old, ...shared }, { document: options.new, ...shared })
  const text = formatDiff(diff, format)
  if (output === undefined) console.log(text)
  else {
    await writeFile(output, `${text}\n`)
    console.log(summaryLine(diff))
  }
  const isBreaking = countOf(diff, 'breaking') > 0
  return isBreaking || (undecided && countOf(diff, 'undecided') > 0) ? 1 : 0
}
