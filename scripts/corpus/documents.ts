import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { load } from 'js-yaml'

export interface CorpusDocument {
  /** Its name in the manifest, or its path in the folder. */
  readonly id: string
  readonly file: string
  /** The folder of all its files. */
  readonly root: string
}

/** Features that the documents of the corpus are generated without: one refers to schemas that it lacks. */
export const CORPUS_IGNORED: string[] = ['unresolved-reference']

/**
 * The OpenAPI documents of a folder: those in its `manifest.json`, or else every JSON and YAML file with the
 * member `openapi` or `swagger`.
 */
export async function documentsIn(folder: string): Promise<CorpusDocument[]> {
  const names = (await readdir(folder, { recursive: true })).toSorted()
  if (!names.includes('manifest.json')) return scan(folder, names)
  const listed: unknown = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'))
  if (!Array.isArray(listed)) return scan(folder, names)
  return listed.map(({ id, file }) => ({ id, file: path.join(folder, file), root: folder }))
}

async function scan(folder: string, names: readonly string[]): Promise<CorpusDocument[]> {
  const found: CorpusDocument[] = []
  for (const id of names.filter((name) => /\.(json|ya?ml)$/.test(name))) {
    const file = path.join(folder, id)
    if (isDocument(await readFile(file, 'utf8'))) found.push({ id, file, root: folder })
  }
  return found
}

function isDocument(text: string): boolean {
  if (!/\b(openapi|swagger)\b/.test(text)) return false
  try {
    const value = load(text) as Record<string, unknown> | null
    return typeof (value?.openapi ?? value?.swagger) === 'string'
  } catch {
    return false
  }
}
