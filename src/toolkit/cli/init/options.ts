import { parseArgs } from 'node:util'
import { oneLine } from '../../generator/diagnostics.js'
import type { Option } from '../generate/options.js'

/** The options of `init`. The README shows this table. */
export const OPTIONS = {
  spec: {
    type: 'string',
    value: 'FILE',
    meaning:
      'The OpenAPI document, which is copied into `spec/` with the files that it refers to; where it is left out, the one that is in `spec/`, or a small one to start from.',
  },
  dir: {
    type: 'string',
    value: 'DIR',
    default: '.',
    meaning: 'The folder of the project.',
  },
  'no-install': {
    type: 'boolean',
    meaning: 'Install nothing; package.json says what is to be installed.',
  },
  help: { type: 'boolean', short: 'h', meaning: 'Tell all this.' },
} as const satisfies Record<string, Option>

/** What the command was asked for. */
export interface Options {
  readonly spec: string | undefined
  readonly dir: string
  readonly install: boolean
}

/** Reads the arguments of the command; a text says what is wrong with them. */
export function readOptions(args: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS })
    const { spec, dir } = values
    const empty = Object.entries(values).find(([, value]) => value === '')
    if (empty !== undefined) return `--${empty[0]} is empty; give it a value, or leave it out`
    if (spec !== undefined && /^https?:/i.test(spec)) {
      return oneLine(`--spec ${spec}: is no file; save the document and name that`)
    }
    return { spec, dir, install: values['no-install'] !== true }
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.\s/)
    return oneLine(`${sentence}; see npx fastify-contract init --help`)
  }
}
