import {
  type Dirent,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { lstat, mkdir, readFile, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import type { GeneratedFile } from '../print/print.js'

/** Difference between generated files and those in the output folder. */
export interface Difference {
  /** Generated files that are missing or differ. */
  readonly stale: readonly GeneratedFile[]
  /** Files of an earlier run that are no longer generated. */
  readonly obsolete: readonly string[]
}

/**
 * Compares a folder with the generated files. Only files in the folder's manifest are ever replaced
 * or removed; files of the user are ignored.
 *
 * @throws {ForeignFileError} when a file of the user is in the way.
 */
export async function compare(out: string, files: readonly GeneratedFile[]): Promise<Difference> {
  const manifest = await readManifest(out)
  const list = JSON.stringify({ files: files.map(({ name }) => name) }, null, 2)
  const all = [...files, { name: MANIFEST, text: `${list}\n` }]
  await checkFolders(out, [...manifest, ...all.map(({ name }) => name)])
  const there = entriesOf(out, ['.', ...foldersOf(all.map(({ name }) => name))])
  const stale: GeneratedFile[] = []
  for (const file of all) {
    const name = path.join(out, file.name)
    const entry = there.get(file.name) ?? there.get(file.name.toLowerCase())
    // The target of a link may be missing.
    const found = entry && existsSync(name) ? readFileSync(name, 'utf8') : undefined
    if (found === file.text) continue
    // Writing to a link would change its target, even a missing one.
    const isLink = entry?.isSymbolicLink() === true
    const isOurs = file.name === MANIFEST || manifest.includes(file.name)
    if (isLink || (found !== undefined && !isOurs)) throw new ForeignFileError(name)
    stale.push(file)
  }
  const names = new Set(all.map(({ name }) => name))
  return { stale, obsolete: manifest.filter((name) => !names.has(name)) }
}

/** Writes the generated files that differ, and removes obsolete ones. */
export async function apply(out: string, { stale, obsolete }: Difference): Promise<void> {
  await makeFolder(out)
  for (const folder of foldersOf(stale.map(({ name }) => name))) {
    await makeFolder(path.join(out, folder))
  }
  // Synchronous: nothing else runs meanwhile, and for many small files threads take twice as long.
  for (const { name, text } of stale) writeFileSync(path.join(out, name), text)
  for (const name of obsolete) await rm(path.join(out, name), { force: true })
  // Removes empty folders; one with files of the user is not empty.
  for (const folder of foldersOf(obsolete)) await rmdir(path.join(out, folder)).catch(() => {})
}

/**
 * Creates a folder and its missing parents. `recursive` of Node 20 never returns where a file system
 * rejects a new folder with ENOENT, as `/proc` does.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (isFolder(folder)) return
  await makeFolder(path.dirname(folder))
  await mkdir(folder).catch((error) => {
    if (!isFolder(folder)) throw error
  })
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Entries of folders by path, and by path in lower case: some file systems ignore case. */
function entriesOf(out: string, folders: readonly string[]): Map<string, Dirent> {
  const there = folders.filter((folder) => existsSync(path.join(out, folder)))
  const entries = there.flatMap((folder) => {
    const listed = readdirSync(path.join(out, folder), { withFileTypes: true })
    return listed.map((entry) => [path.posix.join(folder, entry.name), entry] as const)
  })
  return new Map([
    ...entries.map(([name, entry]) => [name.toLowerCase(), entry] as const),
    ...entries,
  ])
}

/** Name of the file that lists the generated files beside it. */
export const MANIFEST = '.generated.json'

/** A file of the user at the path of a generated one. */
export class ForeignFileError extends Error {
  constructor(file: string) {
    super(`${file} is not a generated file; move it, or name another folder with --out`)
    this.name = 'ForeignFileError'
  }
}

/**
 * Files in the manifest of a folder; none without a manifest.
 *
 * @throws {ForeignFileError} when the file is no manifest.
 */
export async function readManifest(out: string): Promise<string[]> {
  const file = path.join(out, MANIFEST)
  const text = await readIfThere(file)
  if (text === undefined) return []
  const names = namesIn(text)
  if (names === undefined) throw new ForeignFileError(file)
  // Only files in the folder and one level below: no other path of a manifest is trusted.
  const isOurs = (name: unknown) => /^([\w-]+\/)?[\w-]+\.(ts|json)$/.test(String(name))
  return names.filter((name) => typeof name === 'string' && isOurs(name))
}

function namesIn(text: string): string[] | undefined {
  try {
    const { files } = JSON.parse(text)
    return Array.isArray(files) ? files : undefined
  } catch {
    return undefined
  }
}

/**
 * Checks the folders below `out` that contain these files.
 *
 * @throws {ForeignFileError} when one is a link or a file: writing would change another place.
 */
async function checkFolders(out: string, names: readonly string[]): Promise<void> {
  for (const folder of foldersOf(names)) {
    const found = await lstat(path.join(out, folder)).catch(noneIfMissing)
    if (found?.isDirectory() === false) throw new ForeignFileError(path.join(out, folder))
  }
}

function foldersOf(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => path.dirname(name)))].filter((folder) => folder !== '.')
}

export async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(noneIfMissing)
}

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
