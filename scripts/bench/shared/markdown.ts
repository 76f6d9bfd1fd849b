import { table } from '../../shared/tools.js'

/** A table that reads well on a terminal and in Markdown. The first column is text, the others are figures. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'))
  const line = (cells: readonly string[]) => [
    ...head.map((_, column) => `| ${cells[column] ?? ''}`),
    '|',
  ]
  return table(line(head), [rule, ...rows].map(line))
}
