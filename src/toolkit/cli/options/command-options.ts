import path from 'node:path'
import { DIFF_FORMATS, type DiffFormat } from '../../diff/report/formats.js'
import { CommandError, commandLine, oneOf, readArguments, seeHelp } from '../arguments/arguments.js'
import { flag, option } from '../arguments/command.js'
import { LAST_COMMIT } from '../project/committed.js'
import {
  checkSource,
  generateArguments,
  refuseRemote,
  shapeOf,
  toGenerateOptions,
  withStubsValue,
} from './generate-arguments.js'
import { GENERATE_OPTIONS } from './generate-options.js'

const { spec, root, overlay, only, without, ignore } = GENERATE_OPTIONS
const { check: _check, watch: _watch, ...generating } = GENERATE_OPTIONS

/** The options of `check`: those of `generate`, without those about writing. */
export const CHECK_OPTIONS = {
  ...generating,
  stubs: {
    ...generating.stubs,
    meaning:
      'Print the operations without a handler, too; src/handlers beside the folder of --out where no folder is named.',
  },
  strict: { ...generating.strict, meaning: 'End with 1 where there is a warning, too.' },
  types: flag('Check the types of the project, too, with one line or two for each problem.'),
} as const

export function readCheckOptions(args: readonly string[]) {
  const { values } = readArguments('check', CHECK_OPTIONS, args.map(withStubsValue))
  const { types = false } = values
  return { ...toGenerateOptions(values, 'check'), check: true, types }
}

/** The options of `dev`: its own, and those of `generate`, which it passes on. */
export const DEV_OPTIONS = {
  entry: option(
    'FILE',
    'The compiled file to run. Default: what the script `start` of package.json runs, or else its `main`.',
  ),
  ...generating,
} as const

export type DevCommandOptions = ReturnType<typeof readDevOptions>

/** The options of `dev`; `generate` are the arguments of the generator. */
export function readDevOptions(args: readonly string[]) {
  const { values } = readArguments('dev', DEV_OPTIONS, args.map(withStubsValue))
  const options = toGenerateOptions(values, 'dev')
  return { entry: values.entry, out: options.out, generate: generateArguments(options) }
}

export const MOCK_OPTIONS = {
  spec,
  root,
  overlay,
  only,
  without,
  host: option('ADDRESS', 'The address to listen on.', { default: '127.0.0.1' }),
  port: option('N', 'The port to listen on; 0 takes a free one.', { default: '4010' }),
  'base-path': flag('Serve below the path of the first server of the document, such as /v1.'),
  stateful: flag(
    'Keep what is created, changed and removed, by paths such as /pets and /pets/{petId}.',
  ),
  unimplemented: flag('Answer 501 instead; requests are checked all the same.'),
  ignore,
} as const

export function readMockOptions(args: readonly string[]) {
  const { values } = readArguments('mock', MOCK_OPTIONS, args)
  const { spec, root, host, stateful = false, unimplemented = false, ignore = [] } = values
  const { 'base-path': hasBasePath = false } = values
  checkSource(spec, ignore)
  const refused = refusePort(values.port)
  if (refused !== undefined) throw new CommandError(refused)
  const shape = shapeOf(values)
  const kinds = { stateful, unimplemented, hasBasePath }
  return { spec, root, shape, host, port: Number(values.port), ...kinds, ignore }
}

function refusePort(port: string): string | undefined {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return undefined
  return `--port ${port}: a port is a whole number from 0 to 65535`
}

export const CLIENT_OPTIONS = {
  spec,
  out: option('DIR', 'The folder to write into. Default: data/clients/GENERATOR.'),
} as const

/**
 * The options of `client`; `generator` is a name in OpenAPI Generator's list, and `extra` are options
 * for it: the arguments after `--`.
 *
 * @throws {CommandError} when the arguments are wrong.
 */
export function readClientOptions(args: readonly string[]) {
  const { values, positionals, rest } = readArguments('client', CLIENT_OPTIONS, args, true)
  const [generator, ...others] = positionals
  if (generator === undefined) {
    const example = commandLine('client', ['typescript-fetch'])
    throw new CommandError(`name a generator, as in ${example}; ${seeHelp('client')}`)
  }
  const several = `one generator at a time, not ${positionals.join(', ')}`
  const refused = others.length > 0 ? several : refuseRemote(values.spec)
  if (refused !== undefined) throw new CommandError(refused)
  const out = values.out ?? path.join('data', 'clients', generator)
  return { generator, spec: values.spec, out, extra: rest }
}

export const INIT_OPTIONS = {
  spec: option(
    'FILE',
    'The OpenAPI document. One from outside of the project is copied into `spec/`, with the files that it refers to. Where the option is left out: the only document in `spec/`, or else a small one to start from.',
  ),
  root: {
    ...root,
    meaning:
      'The folder that every file of the document is in, where that is not the folder of the document: a `$ref` that leads out of it is refused.',
  },
  dir: option('DIR', 'The folder of the project.', { default: '.' }),
  'no-install': flag('Install nothing; package.json says what is to be installed.'),
} as const

export type InitCommandOptions = ReturnType<typeof readInitOptions>

/**
 * The options of `init`: `root` is the folder of the project, `dir` the same as the user typed it, and
 * `documents` the folder of all files of the document, by default its own.
 */
export function readInitOptions(args: readonly string[]) {
  const { values } = readArguments('init', INIT_OPTIONS, args)
  const { spec, root: documents, dir } = values
  if (spec !== undefined) checkSource(spec)
  return { spec, documents, dir, root: path.resolve(dir), install: values['no-install'] !== true }
}

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
