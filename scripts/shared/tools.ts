import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder; this file runs as `dist/scripts/shared/tools.js`. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Writes files into a folder, which may be missing. */
export async function writeFiles(
  folder: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<void> {
  for (const { name, text } of files) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

/** A table in columns; numbers are aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly TableCell[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)))
  const isNumber = head.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  const pad = (cell: string, column: number) => {
    const width = widths[column] as number
    return isNumber[column] ? cell.padStart(width) : cell.padEnd(width)
  }
  return lines.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}

export type TableCell = string | number
