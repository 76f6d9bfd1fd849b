/** What the commands for developers share. */

import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { execute, type Outcome } from './client/execute.js'

/** The project's folder: this file is `dist/scripts/tools.js` when it runs. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * What Node is told where it runs the generator, here and in `package.json`: to have a helper thread
 * for each other core. It has four otherwise, whose optimizing takes a third of the time away from
 * the generator where there are two cores.
 */
export const GENERATOR_FLAGS: readonly string[] = ['--v8-pool-size=0']

/** Runs the TypeScript compiler in a folder. */
export function tsc(cwd: string, args: readonly string[]): Promise<Outcome> {
  // Not `bin/tsc`: without an extension it would not load as ESM under tap's loaders.
  const script = path.join(ROOT, 'node_modules/typescript/lib/tsc.js')
  return execute(process.execPath, [script, ...args], { cwd, timeout: 600_000 })
}

/** Rows under a head, in columns as wide as they need; numbers stand at the right. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)))
  const isNumber = head.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  const pad = (cell: string, column: number) => {
    const width = widths[column] as number
    return isNumber[column] ? cell.padStart(width) : cell.padEnd(width)
  }
  return lines.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}

export type Cell = string | number
