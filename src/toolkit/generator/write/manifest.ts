import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { GeneratedFile } from '../print/print.js'

/** The name of the file that lists what was generated beside it. */
export const MANIFEST = '.generated.json'

/** The manifest of generated files. */
export function manifestOf(files: readonly GeneratedFile[]): GeneratedFile {
  const names = files.map(({ name }) => name)
  return { name: MANIFEST, text: `${JSON.stringify({ files: names }, null, 2)}\n` }
}

/** A file of the user that stands where a generated one would. */
export class ForeignFileError extends Error {
  constructor(file: string) {
    super(`${file} is not a generated file; move it, or name another folder with --out`)
    this.name = 'ForeignFileError'
  }
}

/**
 * The files that the manifest of a folder lists; none when there is no manifest.
 *
 * @throws {ForeignFileError} when what is there is no manifest.
 */
export async function readManifest(out: string): Promise<string[]> {
  const file = path.join(out, MANIFEST)
  const text = await readIfThere(file)
  if (text === undefined) return []
  const names = namesIn(text)
  if (names === undefined) throw new ForeignFileError(file)
  // A manifest names files beside it and one folder below: nothing that it says reaches out of there.
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
 * Looks at the folders below `out` that files of these names stand in.
 *
 * @throws {ForeignFileError} when one is a link or a file: what is written there would be elsewhere.
 */
export async function checkFolders(out: string, names: readonly string[]): Promise<void> {
  for (const folder of foldersOf(names)) {
    const found = await lstat(path.join(out, folder)).catch(noneIfMissing)
    if (found?.isDirectory() === false) throw new ForeignFileError(path.join(out, folder))
  }
}

/** The folders below `out` that files of these names stand in. */
export function foldersOf(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => path.dirname(name)))].filter((folder) => folder !== '.')
}

/** The text of a file, `undefined` when there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(noneIfMissing)
}

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
