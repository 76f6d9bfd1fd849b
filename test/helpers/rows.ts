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

/** The rows of a table whose first cell is a name, and whose others are values in YAML. */
export function tableOf<Row extends readonly unknown[]>(text: string): Row[] {
  return rowsOf(text).map(([name, ...cells]) => [name, ...cells.map(yamlOf)] as unknown as Row)
}

/** The object that a text is in YAML. */
export function objectOf(text: string): object {
  return yamlOf(text) as object
}

/** The values of a table, in YAML, by its first cells. */
export function recordOf<Value extends readonly unknown[]>(text: string): Record<string, Value> {
  const rows = tableOf<[name: string, ...Value]>(text)
  return Object.fromEntries(rows.map(([name, ...value]) => [name, value as unknown as Value]))
}
