import { DEPTHS } from '../../conformance/probes/depths.js'
import { REPORT_FORMATS } from '../../conformance/report/format-names.js'
import { among, CommandError, readArguments, seeHelp } from '../arguments/arguments.js'
import { flag, option } from '../arguments/command.js'
import { shapeOf } from './generate-arguments.js'
import { DOCUMENT_OPTIONS, GENERATE_OPTIONS } from './generate-options.js'

export const CONFORM_OPTIONS = {
  ...DOCUMENT_OPTIONS,
  operation: option(
    'NAME',
    'Test only this operation: its operationId, METHOD /path, or a tag; may be repeated.',
    { multiple: true },
  ),
  url: option('URL', 'Base URL of the server, at which the paths of the document begin.', {
    read: urlIn,
  }),
  token: option('TOKEN', 'The secret for each security scheme that has none by --credential.'),
  credential: option(
    'NAME=VALUE',
    'The secret for one security scheme: a token, a key, or user:password for basic; may be repeated.',
    { multiple: true },
  ),
  settings: option(
    'FILE',
    'A file in JSON or YAML: security, identities, forbidden, readOnly, owners, setup, teardown.',
  ),
  'read-only': flag('Send only safe methods: GET, HEAD, OPTIONS.'),
  owners: flag('What one user makes is for that user only; needs users in --settings.'),
  'fail-fast': flag('End the run at the first violation.'),
  time: option('SECONDS', 'Time for the whole run.', { default: '60', read: numberIn }),
  'request-time': option('SECONDS', 'Time until a request counts as unanswered.', {
    ...{ default: '5', read: numberIn },
  }),
  'response-time': option(
    'MS',
    'A response that takes longer each time is a violation. Default: no limit.',
    { read: numberIn },
  ),
  'rate-limit': option('N', 'Send so many requests a second at most. Default: no limit.', {
    read: numberIn,
  }),
  late: option(
    'SECONDS',
    'Time that the server may be late with what it shows. Default: 2, or a twentieth of --time.',
    { read: numberIn },
  ),
  depth: option(
    'HOW',
    `How far the run goes: ${DEPTHS.join(', ')}; each goes further than the one before.`,
    { default: 'random', read: among(DEPTHS) },
  ),
  seed: option(
    'N',
    'The same seed makes the same requests, as the report names it. Default: 1, with new identities.',
    { read: numberIn },
  ),
  report: option('FORMAT', `Form of the report: ${REPORT_FORMATS.join(', ')}.`, {
    ...{ default: 'text', read: among(REPORT_FORMATS) },
  }),
  output: option('FILE', 'The file to write the report into. Default: stdout.'),
  baseline: option('FILE', 'A file of known violations, which are counted and not reported.'),
  'update-baseline': flag(
    'Write what is found into the file of --baseline, as known for 90 days; the exit code is 0.',
  ),
  cases: option('DIR', 'Write the requests of each violation into a file of this folder.'),
  replay: option(
    'PATH',
    'Send the requests of a file of --cases again, or of a folder of them, and say which still fail.',
  ),
  har: option('FILE', 'Judge the responses of this recording (HAR 1.2), and send nothing.'),
  ignore: GENERATE_OPTIONS.ignore,
} as const

export type ConformCommandOptions = ReturnType<typeof readConformOptions>

/** The options of `conform`. @throws {CommandError} when the arguments are wrong. */
export function readConformOptions(args: readonly string[]) {
  const { values } = readArguments('conform', CONFORM_OPTIONS, args)
  const { url, har, baseline, updateBaseline: update, replay, operation, credential } = values
  if (update && baseline === undefined) {
    throw new CommandError('--update-baseline needs a file; name it with --baseline FILE')
  }
  if (replay !== undefined && url === undefined) {
    throw new CommandError('--replay needs a server; name it with --url URL')
  }
  if (url === undefined && har === undefined) {
    throw new CommandError(`name the server with --url URL; ${seeHelp('conform')}`)
  }
  return {
    ...{ ...values, update, shape: shapeOf(values), format: values.report },
    credentials: credentialsIn(credential),
    operations: operation.length > 0 ? operation : undefined,
    // Otherwise the file of --settings says it.
    ...{ readOnly: values.readOnly || undefined, owners: values.owners || undefined },
  }
}

function urlIn(text: string): string {
  if (/^https?:\/\/./.test(text)) return text
  throw new CommandError('a server has an address such as http://127.0.0.1:3000')
}

/** The texts are secrets, which no message has. */
function credentialsIn(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((each) => {
      const at = each.indexOf('=')
      if (at > 0) return [each.slice(0, at), each.slice(at + 1)]
      throw new CommandError('--credential is NAME=VALUE, with the name of a security scheme')
    }),
  )
}

function numberIn(text: string): number {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text)
  throw new CommandError('give a number that is not negative')
}
