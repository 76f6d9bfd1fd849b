import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { CommandError } from '../arguments/arguments.js'
import { readObject } from '../project/files.js'

/** The only OpenAPI document in `spec/`; `undefined` if there is none. */
export function documentIn(root: string): string | undefined {
  const folder = path.join(root, 'spec')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined
  const documents = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /\.(json|ya?ml)$/i.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => USUAL.test(name) || isDocument(path.join(folder, name)))
    .sort()
  const [first] = documents
  if (documents.length < 2) return first && path.join(folder, first)
  const names = documents.map((name) => `spec/${name}`).join(', ')
  throw new CommandError(
    `${names}: are ${documents.length} documents; name one of them with --spec FILE`,
  )
}

/** A file with this name counts as a document, whatever its content. */
const USUAL = /^openapi\.(json|ya?ml)$/

/** The version member, at the start of a line of YAML, or first in an object in JSON's notation. */
const VERSION = /^["']?(openapi|swagger)["']?\s*:/m
const FIRST_MEMBER = /^\s*\{\s*["']?(openapi|swagger)["']?\s*:/

/** Bytes that are read of a YAML file. */
const START = 64 * 2 ** 10

function isDocument(file: string): boolean {
  if (/\.json$/i.test(file)) {
    const { openapi, swagger } = readObject(file) ?? {}
    return (openapi ?? swagger) !== undefined
  }
  const text = startOf(file)
  return VERSION.test(text) || FIRST_MEMBER.test(text)
}

function startOf(file: string): string {
  const descriptor = openSync(file, 'r')
  const start = Buffer.alloc(START)
  const length = readSync(descriptor, start)
  closeSync(descriptor)
  return start.toString('utf8', 0, length).replace(/^\uFEFF/, '')
}
