import { prettyFactory } from 'pino-pretty'
import type { LogOutput } from './logging.js'
import { requestRow } from './request-rows.js'

/** Makes a line of JSON readable and writes it to `output`; a request is one row. */
export function prettyStream(output: LogOutput, ignore = 'pid,hostname'): LogOutput {
  const pretty = prettyFactory({
    colorize: output.isTTY === true,
    ignore,
    // Not `error`: the code of an Error body would get a line of its own.
    errorLikeObjectKeys: ['err'],
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  })
  const options = { isColored: output.isTTY === true, hasPid: !ignore.includes('pid') }
  // Synchronous, so that the last line before an exit is not lost.
  const row = (line: string) => requestRow(line, { ...options, columns: output.columns })
  return { write: (line) => output.write(row(line) ?? pretty(line)) }
}
