import { refuseFeatures } from '../../generator/read/features.js'
import type { CommandOptions } from '../arguments/command.js'
import { CommandError } from '../arguments/command-error.js'
import { readArguments } from '../arguments/read-arguments.js'
import { GENERATE_OPTIONS, refuseRemote } from '../project/generate-options.js'

/** The options of `mock`. */
export const MOCK_OPTIONS = {
  spec: GENERATE_OPTIONS.spec,
  root: GENERATE_OPTIONS.root,
  host: {
    type: 'string',
    value: 'ADDRESS',
    default: '127.0.0.1',
    meaning: 'The address to listen on.',
  },
  port: {
    type: 'string',
    value: 'N',
    default: '4010',
    meaning: 'The port to listen on; 0 takes a free one.',
  },
  unimplemented: {
    type: 'boolean',
    meaning: 'Answer 501 instead; requests are checked all the same.',
  },
  ignore: GENERATE_OPTIONS.ignore,
} as const satisfies CommandOptions

export interface MockCommandOptions {
  readonly spec: string
  /** By default the folder of the document. */
  readonly root: string | undefined
  readonly host: string
  readonly port: number
  readonly unimplemented: boolean
  readonly ignore: readonly string[]
}

/** @throws {CommandError} when the arguments are wrong. */
export function readMockOptions(args: readonly string[]): MockCommandOptions {
  const { values } = readArguments({ name: 'mock', options: MOCK_OPTIONS }, args)
  const { spec, root, host, unimplemented = false, ignore = [] } = values
  const refused = refuseRemote(spec) ?? refusePort(values.port) ?? refuseFeatures(ignore)
  if (refused !== undefined) throw new CommandError(refused)
  return { spec, root, host, port: Number(values.port), unimplemented, ignore }
}

function refusePort(port: string): string | undefined {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return undefined
  return `--port ${port}: a port is a whole number from 0 to 65535`
}
