import { parse } from '#toolkit/generator/load/source.js'

/** The rows of a table: a line each, with cells between ` | `. */
export function rowsOf(text: string): string[][] {
  const lines = text.trim().split('\n')
  return lines.map((line) => line.split(/ \|(?= |$)/).map((cell) => cell.trim()))
}

/** The value that a cell is in YAML. */
export function yamlOf(cell: string): unknown {
  return parse('cell.yaml', cell).value
}
