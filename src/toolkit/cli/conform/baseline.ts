import { readFile, writeFile } from 'node:fs/promises'
import type { Report } from '../../conformance/report/report.js'
import { CommandError } from '../arguments/arguments.js'

/** Keys of the violations that a baseline knows. @throws {CommandError} for a file that is none. */
export async function readBaseline(file: string): Promise<string[]> {
  try {
    const { known } = JSON.parse(await readFile(file, 'utf8'))
    if (Array.isArray(known) && known.every((each) => typeof each === 'string')) return known
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== undefined) {
      throw new CommandError(`${file}: cannot be read (${code}); write it with --update-baseline`)
    }
  }
  throw new CommandError(`${file}: is no baseline; write it anew with --update-baseline`)
}

/** Writes the violations of a run as known ones, sorted, so that their file changes little. */
export async function writeBaseline(file: string, { violations }: Report): Promise<void> {
  const known = [...new Set(violations.map(({ key }) => key))].toSorted()
  await writeFile(file, `${JSON.stringify({ known }, undefined, 2)}\n`)
}
