import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { readObject } from '../project/json.js'
import { InitError } from './init-error.js'

/**
 * The OpenAPI document in `spec/`; none: `undefined`.
 *
 * @throws {InitError} when there are several.
 */
export function documentIn(root: string): string | undefined {
  const folder = path.join(root, 'spec')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /\.(json|ya?ml)$/i.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => USUAL.test(name) || isDocument(path.join(folder, name)))
    .sort()
  const [first] = found
  if (found.length < 2) return first && path.join(folder, first)
  const names = found.map((name) => `spec/${name}`).join(', ')
  throw new InitError(`${names}: are ${found.length} documents; name one of them with --spec FILE`)
}

/** A file of this name is meant to be one, whatever is in it. */
const USUAL = /^openapi\.(json|ya?ml)$/

/** What stands at the top of a document in YAML, or at the start of one that is written as JSON is. */
const VERSION = /^["']?(openapi|swagger)["']?\s*:/m
const FIRST_MEMBER = /^\s*\{\s*["']?(openapi|swagger)["']?\s*:/

/** How much of a file of YAML is looked at. */
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
