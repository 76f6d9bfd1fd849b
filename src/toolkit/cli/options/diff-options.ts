import { DIFF_FORMATS, type DiffFormat } from '../../diff/report/formats.js'
import { CommandError, oneOf, readArguments } from '../arguments/arguments.js'
import { flag, option } from '../arguments/command.js'
import { commandLine, seeHelp } from '../arguments/suggestions.js'
import { LAST_COMMIT } from '../project/committed.js'
import { checkSource, refuseRemote, shapeOf } from './generate-arguments.js'
import { GENERATE_OPTIONS } from './generate-options.js'

const { spec, root, overlay, only, without, ignore } = GENERATE_OPTIONS

export const DIFF_OPTIONS = {
  format: option('FORMAT', `Form of the report: ${Object.keys(DIFF_FORMATS).join(', ')}.`, {
    default: 'text',
  }),
  output: option('FILE', 'The file to write the report into. Default: stdout.'),
  undecided: flag('End with 1 where something is undecided, too.'),
  since: option(
    'REVISION',
    'Without documents: the commit or the branch of git that has the old one.',
    {
      default: LAST_COMMIT,
    },
  ),
  spec,
  root,
  overlay,
  only,
  without,
  ignore,
} as const

export type DiffCommandOptions = ReturnType<typeof readDiffOptions>

/** The options of `diff`. @throws {CommandError} when the arguments are wrong. */
export function readDiffOptions(args: readonly string[]) {
  const { values, positionals } = readArguments('diff', DIFF_OPTIONS, args, true)
  if (positionals.length !== 0 && positionals.length !== 2) {
    const example = commandLine('diff', ['old.yaml', 'new.yaml'])
    throw new CommandError(`name two documents, as in ${example}, or none; ${seeHelp('diff')}`)
  }
  const { format, output, undecided = false, root, since, spec, ignore = [] } = values
  const [old, kept = spec] = positionals
  const refused = refuseUrl(old ?? '') ?? refuseUrl(kept)
  if (refused !== undefined) throw new CommandError(refused)
  checkSource(spec, ignore)
  const reading = { root, shape: shapeOf(values), ignore }
  const form = oneOf('format', format, Object.keys(DIFF_FORMATS) as DiffFormat[])
  return { old, since, new: kept, reading, format: form, output, undecided }
}

function refuseUrl(file: string): string | undefined {
  return refuseRemote(file)?.replace('--spec ', '')
}
