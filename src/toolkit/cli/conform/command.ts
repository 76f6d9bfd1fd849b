import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { conform } from '../../conformance/conform.js'
import { UnknownName } from '../../conformance/document/named-operations.js'
import { judgeHar } from '../../conformance/recorded/judge-har.js'
import { exitCodeOfReplay, type ReplayedCase, replay } from '../../conformance/replay/replay.js'
import type { KnownViolation } from '../../conformance/report/baseline.js'
import { formatReport } from '../../conformance/report/formats.js'
import { printable } from '../../conformance/report/printable.js'
import { exitCodeOf, isReached, type Report } from '../../conformance/report/report.js'
import { summaryLine, untestedText } from '../../conformance/report/text-report.js'
import { MisplacedPaths } from '../../conformance/run/base-path.js'
import { UnreachableServer } from '../../conformance/target/reach.js'
import { DocumentError } from '../../generator/diagnostics/problems.js'
import { defined } from '../../shared/defined.js'
import { plural } from '../../shared/plural.js'
import { CommandError, putReport, reportCommandErrors } from '../arguments/arguments.js'
import { type ConformCommandOptions, readConformOptions } from '../options/conform-options.js'
import { showRun } from '../process/progress.js'
import { readBaseline, writeBaseline } from './baseline.js'
import { readSettings } from './settings.js'

/** What ends a run: its report has what was found until then. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

const NOT_TESTED = 2

const OF_USER = [DocumentError, UnknownName, UnreachableServer, MisplacedPaths]

/** The command `conform`. Returns the exit code: 0 clean, 1 with violations, 2 if it could not test. */
export function main(args: readonly string[]): Promise<number> {
  return reportCommandErrors(() => run(readConformOptions(args)), NOT_TESTED, OF_USER)
}

async function run(options: ConformCommandOptions): Promise<number> {
  if (options.replay !== undefined) return runReplay(options, options.replay)
  const { baseline: file, update, output, format } = options
  const before =
    file === undefined
      ? []
      : await readBaseline(file).catch((error) => {
          if (update) return []
          throw error
        })
  // Before the run: afterwards its report would be lost.
  if (output !== undefined) await access(path.dirname(output), constants.W_OK)
  const stop = new AbortController()
  const end = () => stop.abort()
  // A second signal ends the process.
  for (const name of SIGNALS) process.once(name, end)
  const report = await reportOf(options, update ? [] : before, stop.signal).finally(() => {
    for (const name of SIGNALS) process.off(name, end)
  })
  if (file !== undefined && update) await writeBaseline(file, report, before)
  const text = formatReport(report, format)
  await putReport(text, output, summaryLine(report))
  const code = exitCodeOf(report)
  if (code === NOT_TESTED) console.error(reasonOf(report, options.har))
  if (stop.signal.aborted && code === 0) {
    console.error('ended before its time: what is not tested may be wrong')
    return NOT_TESTED
  }
  return update ? 0 : code
}

async function reportOf(
  options: ConformCommandOptions,
  baseline: KnownViolation[],
  signal: AbortSignal,
): Promise<Report> {
  const { url, har, operations, owners, failFast, late, seed, cases } = options
  const { time, responseTime, depth } = options
  const chosen = { baseline, ...defined({ operations }) }
  if (har !== undefined) {
    const reading = { ...documentOf(options), ...chosen }
    return judgeHar({ ...reading, file: har, ...defined({ url }) }).catch(refused)
  }
  const run = await runOptions(options)
  const progress = showRun(process.stderr)
  try {
    return await conform({
      ...{ ...run, ...chosen, time, depth, signal, observer: progress },
      ...defined({ owners, failFast, late, seed, responseTime, cases }),
    })
  } finally {
    progress.clear()
  }
}

function documentOf({ spec: document, root, shape, ignore }: ConformCommandOptions) {
  return { document, root, shape, ignore }
}

/** What a run and a replay are given alike. */
async function runOptions(options: ConformCommandOptions) {
  const { settings: file, credentials, url, token, requestTime, rateLimit, readOnly } = options
  const settings = file === undefined ? {} : await readSettings(file)
  return {
    ...{
      ...documentOf(options),
      requestTime,
      ...settings,
      ...defined({ readOnly, token, rateLimit }),
    },
    target: url as string,
    security: { ...settings.security, ...credentials },
  }
}

/** What an argument names is no recording, or no case. */
function refused(error: unknown): never {
  throw error instanceof TypeError ? new CommandError(error.message) : error
}

function reasonOf(
  { target, coverage, untested, violations: [first] }: Report,
  har: string | undefined,
): string {
  if (coverage.length === 0) return 'nothing is tested: the document has no operations'
  const seen = [...new Set(coverage.flatMap(({ seen }) => Object.keys(seen)))]
  const why = first === undefined ? '' : ` (${first.received.replace(/^no response: /, '')})`
  if (seen.length === 0)
    return har === undefined
      ? `nothing is tested: ${target} does not answer${why}`
      : `nothing is tested: ${har} has no response to an operation of the document; check --url and --spec`
  if (coverage.some(isReached))
    return untested.map((each) => `not tested: ${untestedText(each)}`).join('\n')
  const refused = seen.includes('401') || seen.includes('403')
  const advice = refused ? '; check --token and --credential' : '; check --url and --spec'
  return `nothing is tested: no request has succeeded (status ${seen.join(', ')})${advice}`
}

/** Sends the cases of a file or a folder again. Returns the exit code: 1 if one still fails. */
async function runReplay(options: ConformCommandOptions, cases: string): Promise<number> {
  const replayed = await replay({ ...(await runOptions(options)), cases }).catch(refused)
  for (const each of replayed) console.log(lineOf(each))
  console.log(summaryOf(replayed))
  return exitCodeOfReplay(replayed)
}

const TOLD = { fails: 'still fails', passes: 'passes', unclear: 'unclear' } as const

function lineOf({ file, verdict, title, operation, what, why }: ReplayedCase): string {
  const where = operation === '' ? '' : `${operation}: `
  const line = `${TOLD[verdict]}: ${file}: ${where}${title}: ${what}; ${why}`
  return printable(line).replace(/\s+/g, ' ')
}

function summaryOf(replayed: readonly ReplayedCase[]): string {
  const count = (verdict: ReplayedCase['verdict']) =>
    replayed.filter((each) => each.verdict === verdict).length
  const [fail, pass] = [count('fails'), count('passes')]
  return `conform: ${fail} of ${plural(replayed.length, 'case')} still failing, ${pass} passing, ${count('unclear')} unclear`
}
