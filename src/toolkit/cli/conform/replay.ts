import { exitCodeOfReplay, type ReplayedCase, replay } from '../../conformance/replay/replay.js'
import { printable } from '../../conformance/report/printable.js'
import { plural } from '../../shared/plural.js'
import { CommandError } from '../arguments/arguments.js'
import type { ConformCommandOptions } from '../options/conform-options.js'
import { readSettings } from './settings.js'

/** Sends the cases of a file or a folder again. Returns the exit code: 1 if one still fails. */
export async function runReplay(options: ConformCommandOptions, cases: string): Promise<number> {
  const { spec: document, root, shape, ignore, url, token, requestTime, readOnly } = options
  const settings = options.settings === undefined ? {} : await readSettings(options.settings)
  const replayed = await replay({
    ...{ document, root, shape, ignore, requestTime, cases, ...settings },
    ...(readOnly && { readOnly }),
    target: url as string,
    security: { ...settings.security, ...options.credentials },
    ...(token !== undefined && { token }),
  }).catch((error) => {
    throw error instanceof TypeError ? new CommandError(error.message) : error
  })
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
