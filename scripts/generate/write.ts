import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { GeneratedFile } from './emit/print.js'

/** The names of the files in `out` that differ from what was generated, or are missing. */
export async function findStale(out: string, files: readonly GeneratedFile[]): Promise<string[]> {
  const checked = await Promise.all(
    files.map(async ({ name, text }) => ((await read(path.join(out, name))) === text ? [] : name)),
  )
  return checked.flat()
}

/** Writes the files that differ, so that watchers see only real changes. Returns their names. */
export async function write(out: string, files: readonly GeneratedFile[]): Promise<string[]> {
  const stale = await findStale(out, files)
  await mkdir(out, { recursive: true })
  await Promise.all(
    files
      .filter(({ name }) => stale.includes(name))
      .map(({ name, text }) => writeFile(path.join(out, name), text)),
  )
  return stale
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
