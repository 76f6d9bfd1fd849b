import type { Readable } from 'node:stream'

/**
 * Passes on the text of a process in whole lines, so that the lines of several never mix: a system writes
 * at once no more than 4 KiB into a pipe (POSIX, PIPE_BUF). What is left at the end gets its end of line.
 *
 * @param from - Nothing if the system could not start the process.
 */
export function passLines(from: Readable | null | undefined, write: (lines: string) => void): void {
  let rest = ''
  from?.setEncoding('utf8').on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) write(rest + text.slice(0, end))
    rest = end > 0 ? text.slice(end) : rest + text
  })
  from?.on('end', () => {
    if (rest !== '') write(`${rest}\n`)
  })
}
