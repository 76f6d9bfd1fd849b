import { lstat, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { GeneratedFile } from './emit/print/print.js'
import { makeFolder } from './folders.js'
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

/** What files were when they were last looked at: an earlier run need not read them again. */
export type Known = Map<string, { readonly text: string; readonly stamp: string | undefined }>

/**
 * Compares a folder with what was generated. Only files that the folder's manifest lists are ever
 * replaced or removed: what the user keeps there is not looked at.
 *
 * @throws {ForeignFileError} when a file of the user is in the way.
 */
export async function compare(
  out: string,
  files: readonly GeneratedFile[],
  known: Known = new Map(),
): Promise<Difference> {
  const manifest = await readManifest(out)
  const all = [...files, manifestOf(files)]
  await checkFolders(out, [...manifest, ...all.map(({ name }) => name)])
  const stale: GeneratedFile[] = []
  for (const file of all) {
    const text = await readUnlessKnown(path.join(out, file.name), known)
    if (text === file.text) continue
    const isOurs = file.name === MANIFEST || manifest.includes(file.name)
    const isForeign = text !== undefined && !isOurs
    if (isForeign || (await isLink(path.join(out, file.name)))) {
      throw new ForeignFileError(path.join(out, file.name))
    }
    stale.push(file)
  }
  const names = new Set(all.map(({ name }) => name))
  return { stale, obsolete: manifest.filter((name) => !names.has(name)) }
}

/** Makes a folder what was generated; files that are right already are not written again. */
export async function apply(
  out: string,
  { stale, obsolete }: Difference,
  known: Known = new Map(),
): Promise<void> {
  await makeFolder(out)
  for (const folder of foldersOf(stale.map(({ name }) => name))) {
    await makeFolder(path.join(out, folder))
  }
  for (const { name, text } of stale) {
    const file = path.join(out, name)
    await writeFile(file, text)
    known.set(file, { text, stamp: await stampOf(file) })
  }
  for (const name of obsolete) await rm(path.join(out, name), { force: true })
  // A folder goes with its last file; one in which the user keeps something is not empty.
  for (const folder of foldersOf(obsolete)) await rmdir(path.join(out, folder)).catch(() => {})
}

async function readUnlessKnown(file: string, known: Known): Promise<string | undefined> {
  const [before, stamp] = [known.get(file), await stampOf(file)]
  if (before !== undefined && stamp !== undefined && before.stamp === stamp) return before.text
  const text = await readIfThere(file)
  if (text !== undefined) known.set(file, { text, stamp })
  return text
}

/** Whether what is written there would be somewhere else, also where that is nowhere yet. */
async function isLink(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined)
  return found?.isSymbolicLink() === true
}

/** What changes with a file; `undefined` where there is none. */
async function stampOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined)
  return found && `${found.mtimeNs} ${found.size} ${found.ino}`
}
