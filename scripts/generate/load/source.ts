import {
  CORE_SCHEMA,
  constructFromEvents,
  defineScalarTag,
  intCoreTag,
  mergeTag,
  NOT_RESOLVED,
  YAMLException,
} from 'js-yaml'
import { type Diagnostic, DocumentError } from '../diagnostics.js'
import { readEvents } from './events.js'
import { endOfString } from './json-text.js'
import { createJsonLocate, createLocate, type Position } from './positions.js'

/** A parsed document, with the way back to its text. */
export interface Source {
  /** The file's name as the user gave it. */
  readonly name: string
  /** The file relative to the first document's folder; empty for the first document itself. */
  readonly prefix: string
  /** The document as plain data; an integer above 2^53 is a `bigint`. */
  readonly value: unknown
  /**
   * Line and column (both from 1) of what a JSON pointer names: the key of a member, the start of an
   * element. Where nothing is there, the nearest ancestor.
   */
  locate(pointer: string): Position
  /** Whether a text occurs in the document: cheap to know before looking for it everywhere. */
  mentions(text: string): boolean
  /**
   * The document at a path relative to this one.
   *
   * @throws {DocumentError} when it cannot be read or parsed.
   */
  open(relativePath: string): Source
}

/** What opens the documents that a document refers to. */
export type Open = (relativePath: string) => Source

/** YAML 1.2's core schema with merge keys, and with integers that stay exact. */
const SCHEMA = CORE_SCHEMA.withTags(
  mergeTag,
  defineScalarTag<number | bigint>(intCoreTag.tagName, {
    ...intCoreTag,
    resolve(text, isExplicit, tagName) {
      const number = intCoreTag.resolve(text, isExplicit, tagName)
      if (number === NOT_RESOLVED || Number.isSafeInteger(number)) return number
      return /^[-+]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : number
    },
  }),
)

/**
 * Parses the text of a YAML or JSON document (JSON is a subset of YAML 1.2).
 *
 * @param name - What diagnostics call the document.
 * @throws {DocumentError} when it is neither.
 */
export function parse(name: string, text: string, prefix = '', open: Open = standsAlone): Source {
  try {
    const isJson = isPlainJson(name, text)
    const value = isJson ? parseJson(text) : parseYaml(text)
    const mentions = (word: string) => text.includes(word)
    const locate = isJson ? createJsonLocate(text) : createLocate(text)
    return { name, prefix, value, locate, mentions, open }
  } catch (error) {
    throw syntaxError(name, prefix, text, error)
  }
}

/** The platform's parser is a hundred times faster; it would round integers above 2^53. */
function isPlainJson(name: string, text: string): boolean {
  if (!name.endsWith('.json')) return false
  const digits = /[:[,\s]-?\d{16}/
  // Digits inside strings are none of these; looking for strings takes longer.
  return !digits.test(text) || !digits.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'))
}

function parseJson(text: string): unknown {
  const value = JSON.parse(text)
  checkTree(value, 0)
  // JSON.parse keeps the last of two members with one name; the YAML parser says where they stand.
  return keysIn(text) === keysOf(value) ? value : parseYaml(text)
}

/** How many members a JSON text has: strings that a colon follows. */
function keysIn(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start >= 0; ) {
    let after = endOfString(text, start) + 1
    while (' \t\n\r'.includes(text.charAt(after))) after++
    if (text.charAt(after) === ':') count++
    start = text.indexOf('"', after)
  }
  return count
}

function keysOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  const children = Object.values(value)
  const own = Array.isArray(value) ? 0 : children.length
  return children.reduce<number>((count, child) => count + keysOf(child), own)
}

function parseYaml(text: string): unknown {
  const { text: source, events } = readEvents(text)
  const documents = constructFromEvents([...events], { source, schema: SCHEMA })
  if (documents.length > 1) throw new YAMLException('a second document follows the first')
  checkTree(documents[0], 0)
  return documents[0]
}

/** How deep a document may nest; what an anchor holds that contains itself is deeper than any limit. */
const MAX_DEPTH = 256

/** Refuses what JSON cannot hold. */
function checkTree(value: unknown, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new YAMLException(`${value} is no JSON number`)
  }
  if (value === null || typeof value !== 'object') return
  if (depth > MAX_DEPTH) {
    throw new YAMLException(
      `it nests deeper than ${MAX_DEPTH} levels, or an anchor contains itself`,
    )
  }
  for (const child of Object.values(value)) checkTree(child, depth + 1)
}

function syntaxError(name: string, prefix: string, text: string, error: unknown): DocumentError {
  const { reason, mark } = whatYamlSays(text, error)
  const position = { line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 }
  const advice = 'correct the YAML or JSON syntax'
  return new DocumentError([fault(name, prefix, position, reason, advice)])
}

/** A document that is not there, or cannot be opened. */
export class UnreadableError extends DocumentError {}

/** The error for a document that cannot be opened. */
export function unreadable(name: string, message: string, advice: string): UnreadableError {
  return new UnreadableError([fault(name, '', { line: 1, column: 1 }, message, advice)])
}

function fault(
  name: string,
  prefix: string,
  position: Position,
  message: string,
  advice: string,
): Diagnostic {
  const source = {
    name,
    prefix,
    value: undefined,
    locate: () => position,
    mentions: () => false,
    open: standsAlone,
  }
  return { family: 'wrong', source, pointer: '#', message, advice }
}

function standsAlone(relativePath: string): Source {
  const message = 'a document without a file has no neighbours'
  throw unreadable(relativePath, message, 'load the document from a file')
}
/** `JSON.parse` does not say where; the YAML parser does, and refuses the same texts. */
function whatYamlSays(text: string, error: unknown): Pick<YAMLException, 'reason' | 'mark'> {
  if (error instanceof YAMLException) return error
  try {
    parseYaml(text)
  } catch (yamlError) {
    if (yamlError instanceof YAMLException) return yamlError
  }
  return new YAMLException((error as Error).message)
}
