import { compareDocuments } from '../../diff/compare.js'
import { formatDiff } from '../../diff/report/formats.js'
import { countOf, summaryLine } from '../../diff/report/summary.js'
import { DocumentError } from '../../generator/diagnostics/problems.js'
import { putReport, reportCommandErrors } from '../arguments/arguments.js'
import { type DiffCommandOptions, readDiffOptions } from '../options/command-options.js'
import { committedDocument } from '../project/committed.js'

const NOT_COMPARED = 2

/** The command `diff`. Returns the exit code: 0 nothing breaking, 1 breaking, 2 if it could not compare. */
export function main(args: readonly string[]): Promise<number> {
  return reportCommandErrors(() => run(readDiffOptions(args)), NOT_COMPARED, [DocumentError])
}

async function run(options: DiffCommandOptions): Promise<number> {
  const { reading, format, output, undecided } = options
  const { root, ...rest } = reading
  const shared = { ...rest, ...(root !== undefined && { root }) }
  const old = options.old ?? committedDocument(options.new, options.since, root)
  const diff = compareDocuments({ document: old, ...shared }, { document: options.new, ...shared })
  const text = formatDiff(diff, format)
  await putReport(text, output, summaryLine(diff))
  const isBreaking = countOf(diff, 'breaking') > 0
  return isBreaking || (undecided && countOf(diff, 'undecided') > 0) ? 1 : 0
}
