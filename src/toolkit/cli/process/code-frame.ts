import { readFileSync } from 'node:fs'
import { oneLine } from '../../generator/diagnostics/problems.js'

const WIDTH = 100

const PLACE = /^(.+?):(\d+):(\d+) #/

/** Each problem with the three lines around its place, as far as its file can be read. */
export function withFrames(
  problems: string,
  read: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): string {
  return problems
    .split('\n')
    .map((problem) => {
      const [, file, line, column] = PLACE.exec(problem) ?? []
      if (file === undefined) return problem
      return [problem, ...frameOf(file, Number(line), Number(column), read)].join('\n')
    })
    .join('\n')
}

function frameOf(
  file: string,
  line: number,
  column: number,
  read: (file: string) => string,
): string[] {
  const lines = linesOf(file, read)
  const first = Math.max(line - 1, 1)
  const digits = String(line + 1).length
  return lines.slice(first - 1, line + 1).flatMap((text, at) => {
    const number = first + at
    const start = `${number === line ? '>' : ' '} ${String(number).padStart(digits)} | `
    const shown = `${start}${oneLine(text.replaceAll('\t', ' '))}`.slice(0, WIDTH).trimEnd()
    const isPlace = number === line && start.length + column <= WIDTH
    return isPlace ? [shown, `${' '.repeat(start.length + column - 1)}^`] : shown
  })
}

function linesOf(file: string, read: (file: string) => string): string[] {
  try {
    return read(file).split(/\r?\n/)
  } catch {
    return []
  }
}
