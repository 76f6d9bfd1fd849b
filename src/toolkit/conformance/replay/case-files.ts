import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isObject } from '../../openapi/json.js'
import { CASE_PROOFS, type CaseFile } from './case-file.js'

/** Writes each case into a file of a folder, whose name is the same for the same fault in another run. */
export async function writeCases(folder: string, cases: readonly CaseFile[]): Promise<void> {
  for (const each of cases) {
    const text = `${JSON.stringify(each, undefined, 2)}\n`
    await writeFile(path.join(folder, nameOf(each)), text)
  }
}

function nameOf({ check, operationId, key, steps }: CaseFile): string {
  const fault = `${key} ${steps.at(-1)?.answer.status ?? 0}`
  const hash = createHash('sha256').update(fault).digest('hex').slice(0, 8)
  const operation = operationId.replace(/[^\w-]+/g, '-').slice(0, 60)
  return `${[check, operation, hash].filter((each) => each !== '').join('.')}.json`
}

/**
 * The cases of a file, or of the files of a folder, by the names of their files.
 *
 * @throws {TypeError} if there are none.
 */
export async function readCases(place: string): Promise<(readonly [string, CaseFile])[]> {
  const isFolder = (await stat(place)).isDirectory()
  const names = isFolder ? (await readdir(place)).filter((each) => each.endsWith('.json')) : []
  const files = isFolder ? names.toSorted().map((each) => path.join(place, each)) : [place]
  if (files.length === 0) throw new TypeError(`${place}: has no cases; write them with --cases`)
  return Promise.all(files.map(async (file) => [file, await readCase(file)] as const))
}

async function readCase(file: string): Promise<CaseFile> {
  const value = parsed(await readFile(file, 'utf8'))
  if (isCase(value)) return value
  throw new TypeError(`${file}: is no case; write cases with --cases`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isCase(value: unknown): value is CaseFile {
  if (!isObject(value) || typeof value.check !== 'string') return false
  const { steps, identities, proof } = value
  const isProof = CASE_PROOFS.some((each) => each === proof)
  if (!isProof || !Array.isArray(identities) || !Array.isArray(steps)) return false
  return steps.length > 0 && steps.every((each) => isObject(each?.request) && isObject(each.answer))
}
