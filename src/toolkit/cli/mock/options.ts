import { parseArgs } from 'node:util'
import { refuseFeatures } from '../../generator/features.js'

export const USAGE =
  'npm run mock -- [--spec FILE] [--host ADDRESS] [--port N] [--unimplemented] [--ignore FEATURE]...'

/** What `npm run mock` is told. */
export interface Options {
  readonly spec: string
  readonly host: string
  readonly port: number
  readonly unimplemented: boolean
  readonly ignore: readonly string[]
}

/** The options, or what is wrong with them in one line. */
export function readOptions(args: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        spec: { type: 'string', default: 'spec/openapi.yaml' },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '4010' },
        unimplemented: { type: 'boolean', default: false },
        ignore: { type: 'string', multiple: true, default: [] },
      },
    })
    const port = Number(values.port)
    if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
      return `--port ${values.port}: a port is a whole number from 0 to 65535`
    }
    return refuseFeatures(values.ignore) ?? { ...values, port }
  } catch (error) {
    return `${(error as Error).message.split('. ')[0]}; usage: ${USAGE}`
  }
}
