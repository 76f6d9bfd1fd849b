import {
  type Dirent,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import type { GeneratedFile } from '../print/print.js'
import { makeFolder } from './folders.js'
import {
  checkFolders,
  ForeignFileError,
  foldersOf,
  MANIFEST,
  manifestOf,
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
export type KnownFiles = Map<
  string,
  { readonly file: FileContent; readonly stamp: string | undefined }
>

type FileContent = Pick<GeneratedFile, 'text' | 'pieces'>

/**
 * Compares a folder with what was generated. Only files that the folder's manifest lists are ever
 * replaced or removed: what the user keeps there is not looked at.
 *
 * @throws {ForeignFileError} when a file of the user is in the way.
 */
export async function compare(
  out: string,
  files: readonly GeneratedFile[],
  known: KnownFiles = new Map(),
): Promise<Difference> {
  const manifest = await readManifest(out)
  const all = [...files, manifestOf(files)]
  await checkFolders(out, [...manifest, ...all.map(({ name }) => name)])
  const there = entriesOf(out, ['.', ...foldersOf(all.map(({ name }) => name))])
  const stale: GeneratedFile[] = []
  for (const file of all) {
    const name = path.join(out, file.name)
    const entry = there.get(file.name) ?? there.get(file.name.toLowerCase())
    const found = entry && readUnlessKnown(name, known)
    if (found !== undefined && isSame(found, file)) continue
    // What is written to a link would be somewhere else, also where that is nowhere yet.
    const isLink = entry?.isSymbolicLink() === true
    const isOurs = file.name === MANIFEST || manifest.includes(file.name)
    if (isLink || (found !== undefined && !isOurs)) throw new ForeignFileError(name)
    stale.push(file)
  }
  const names = new Set(all.map(({ name }) => name))
  return { stale, obsolete: manifest.filter((name) => !names.has(name)) }
}

/** Makes a folder what was generated; files that are right already are not written again. */
export async function apply(
  out: string,
  { stale, obsolete }: Difference,
  known?: KnownFiles,
): Promise<void> {
  await makeFolder(out)
  for (const folder of foldersOf(stale.map(({ name }) => name))) {
    await makeFolder(path.join(out, folder))
  }
  // Nothing else happens meanwhile, and for many small files threads take twice as long.
  for (const file of stale) {
    const name = path.join(out, file.name)
    writeFileSync(name, bytesOf(file))
    known?.set(name, { file, stamp: stampOf(name) })
  }
  for (const name of obsolete) await rm(path.join(out, name), { force: true })
  // A folder goes with its last file; one in which the user keeps something is not empty.
  for (const folder of foldersOf(obsolete)) await rmdir(path.join(out, folder)).catch(() => {})
}

/** What folders hold, by its path, and in lower case too: some file systems know no other case. */
function entriesOf(out: string, folders: readonly string[]): Map<string, Dirent> {
  const entries = folders.flatMap((folder) =>
    listed(path.join(out, folder)).map(
      (entry) => [path.posix.join(folder, entry.name), entry] as const,
    ),
  )
  return new Map([
    ...entries.map(([name, entry]) => [name.toLowerCase(), entry] as const),
    ...entries,
  ])
}

function listed(folder: string): Dirent[] {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
}

function isSame(one: FileContent, other: FileContent): boolean {
  if (one.pieces === undefined || other.pieces === undefined) return one.text === other.text
  const { pieces } = other
  return one.pieces.length === pieces.length && one.pieces.every((each, at) => each === pieces[at])
}

/** Short strings are encoded faster than one that holds them all. */
function bytesOf(file: FileContent): string | Buffer {
  const { pieces } = file
  return pieces === undefined ? file.text : Buffer.concat(pieces.map((each) => Buffer.from(each)))
}

/** What a file holds; `undefined` where there is none: a link may lead nowhere. */
function readUnlessKnown(name: string, known: KnownFiles): FileContent | undefined {
  const [before, stamp] = [known.get(name), stampOf(name)]
  if (stamp === undefined) return undefined
  if (before?.stamp === stamp) return before.file
  const file = { text: readFileSync(name, 'utf8') }
  known.set(name, { file, stamp })
  return file
}

/** What changes with a file; `undefined` where there is none. */
function stampOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found && `${found.mtimeNs} ${found.size} ${found.ino}`
}
