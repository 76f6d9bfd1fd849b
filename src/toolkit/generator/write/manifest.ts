import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { GeneratedFile } from '../print/print.js'

/** Name of the file that lists the generated files beside it. */
export const MANIFEST = '.generated.json'

export function manifestOf(files: readonly GeneratedFile[]): GeneratedFile {
  const names = files.map(({ name }) => name)
  return { name: MANIFEST, text: `${JSON.stringify({ files: names }, null, 2)}\n` }
}

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
export async function checkFolders(out: string, names: readonly string[]): Promise<void> {
  for (const folder of foldersOf(names)) {
    const found = await lstat(path.join(out, folder)).catch(noneIfMissing)
    if (found?.isDirectory() === false) throw new ForeignFileError(path.join(out, folder))
  }
}

/** Folders below `out` that contain these files. */
export function foldersOf(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => path.dirname(name)))].filter((folder) => folder !== '.')
}

/** Text of a file; `undefined` if it does not exist. */
export async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(noneIfMissing)
}

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
