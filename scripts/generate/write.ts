import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { GeneratedFile } from './emit/print.js'
import {
  checkFolders,
  ForeignFileError,
  foldersOf,
  MANIFEST,
  manifestOf,
  readIfThere,
  readManifest,
} from './manifest.js'

/** What separates a folder from what was generated. */
export interface Difference {
  /** Generated files that are missing or differ. */
  readonly stale: readonly GeneratedFile[]
  /** Files that an earlier run generated and this one does not. */
  readonly obsolete: readonly string[]
}

/**
 * Compares a folder with what was generated. Only files that the folder's manifest lists are ever
 * replaced or removed: what the user keeps there is not looked at.
 *
 * @throws {ForeignFileError} when a file of the user is in the way.
 */
export async function compare(out: string, files: readonly GeneratedFile[]): Promise<Difference> {
  const manifest = await readManifest(out)
  const all = [...files, manifestOf(files)]
  await checkFolders(out, [...manifest, ...all.map(({ name }) => name)])
  const stale: GeneratedFile[] = []
  for (const file of all) {
    const text = await readIfThere(path.join(out, file.name))
    if (text === file.text) continue
    const isOurs = file.name === MANIFEST || manifest.includes(file.name)
    if (text !== undefined && !isOurs) throw new ForeignFileError(path.join(out, file.name))
    stale.push(file)
  }
  const names = new Set(all.map(({ name }) => name))
  return { stale, obsolete: manifest.filter((name) => !names.has(name)) }
}

/** Makes a folder what was generated; files that are right already are not written again. */
export async function apply(out: string, { stale, obsolete }: Difference): Promise<void> {
  await mkdir(out, { recursive: true })
  for (const folder of foldersOf(stale.map(({ name }) => name))) {
    await mkdir(path.join(out, folder), { recursive: true })
  }
  for (const { name, text } of stale) await writeFile(path.join(out, name), text)
  for (const name of obsolete) await rm(path.join(out, name), { force: true })
  // A folder goes with its last file; one in which the user keeps something is not empty.
  for (const folder of foldersOf(obsolete)) await rmdir(path.join(out, folder)).catch(() => {})
}
