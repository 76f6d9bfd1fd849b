import path from 'node:path'
import { DIFF_FORMATS, type DiffFormat } from '../../diff/report/formats.js'
import { among, CommandError, commandLine, readArguments, seeHelp } from '../arguments/arguments.js'
import { flag, option } from '../arguments/command.js'
import { LAST_COMMIT } from '../project/committed.js'
import { generateArguments, shapeOf, toGenerateOptions } from './generate-arguments.js'
import {
  DOCUMENT_OPTIONS,
  GENERATE_OPTIONS,
  GENERATING_OPTIONS,
  localFile,
} from './generate-options.js'

const { spec, root, ignore } = GENERATE_OPTIONS

/** The options of `check`: those of `generate`, without those about writing. */
export const CHECK_OPTIONS = {
  ...GENERATING_OPTIONS,
  stubs: {
    ...GENERATING_OPTIONS.stubs,
    meaning:
      'Print the operations without a handler, too; src/handlers beside the folder of --out where no folder is named.',
  },
  strict: { ...GENERATING_OPTIONS.strict, meaning: 'End with 1 where there is a warning, too.' },
  types: flag('Check the types of the project, too, with one line or two for each problem.'),
} as const

export function readCheckOptions(args: readonly string[]) {
  const { values } = readArguments('check', CHECK_OPTIONS, args)
  const { types, ...options } = values
  return { ...toGenerateOptions(options, 'check'), check: true, types }
}

/** The options of `dev`: its own, and those of `generate`, which it passes on. */
export const DEV_OPTIONS = {
  entry: option(
    'FILE',
    'The compiled file to run. Default: what the script `start` of package.json runs, or else its `main`.',
  ),
  ...GENERATING_OPTIONS,
} as const

export type DevCommandOptions = ReturnType<typeof readDevOptions>

/** The options of `dev`; `generate` are the arguments of the generator. */
export function readDevOptions(args: readonly string[]) {
  const { entry, ...values } = readArguments('dev', DEV_OPTIONS, args).values
  const options = toGenerateOptions(values, 'dev')
  return { entry, out: options.out, generate: generateArguments(options) }
}

export const MOCK_OPTIONS = {
  ...DOCUMENT_OPTIONS,
  host: option('ADDRESS', 'The address to listen on.', { default: '127.0.0.1' }),
  port: option('N', 'The port to listen on; 0 takes a free one.', {
    default: '4010',
    read: portIn,
  }),
  'base-path': flag('Serve below the path of the first server of the document, such as /v1.'),
  stateful: flag(
    'Keep what is created, changed and removed, by paths such as /pets and /pets/{petId}.',
  ),
  unimplemented: flag('Answer 501 instead; requests are checked all the same.'),
  ignore,
} as const

export function readMockOptions(args: readonly string[]) {
  const { values } = readArguments('mock', MOCK_OPTIONS, args)
  return { ...values, hasBasePath: values.basePath, shape: shapeOf(values) }
}

function portIn(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new CommandError('a port is a whole number from 0 to 65535')
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
  if (others.length > 0) {
    throw new CommandError(`one generator at a time, not ${positionals.join(', ')}`)
  }
  const out = values.out ?? path.join('data', 'clients', generator)
  return { generator, spec: values.spec, out, extra: rest }
}

export const INIT_OPTIONS = {
  spec: option(
    'FILE',
    'The OpenAPI document. One from outside of the project is copied into `spec/`, with the files that it refers to. Where the option is left out: the only document in `spec/`, or else a small one to start from.',
    { read: localFile },
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
  const { spec, root: documents, dir, noInstall } = readArguments('init', INIT_OPTIONS, args).values
  return { spec, documents, dir, root: path.resolve(dir), install: !noInstall }
}

const FORMATS = Object.keys(DIFF_FORMATS) as DiffFormat[]

export const DIFF_OPTIONS = {
  format: option('FORMAT', `Form of the report: ${FORMATS.join(', ')}.`, {
    ...{ default: 'text', read: among(FORMATS) },
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
  ...DOCUMENT_OPTIONS,
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
  const { format, output, undecided, root, since, spec, ignore } = values
  const [old, kept = spec] = positionals.map(documentNamed)
  const reading = { root, shape: shapeOf(values), ignore }
  return { old, since, new: kept, reading, format, output, undecided }
}

function documentNamed(file: string): string {
  try {
    return localFile(file)
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message}`)
  }
}
