import { DocumentError } from '../diagnostics/diagnostics.js'
import type { DocumentFile, Position } from '../diagnostics/location.js'
import { keyFaultError, refuseToOpen, syntaxError } from './document-errors.js'
import { bytesOf, JsonText } from './json-text.js'
import { isJsonFile, parseJson } from './parse-json.js'
import { parseYaml } from './parse-yaml.js'
import { FAR_REACHING, pathItemEdit } from './path-item-edit.js'
import { createJsonLocate, createLocate } from './positions.js'
import type { KeyFault } from './yaml-keys.js'

/** A parsed document, with the positions of its parts. */
export interface Source extends DocumentFile {
  /** File relative to the first document's folder; empty for the first document itself. */
  readonly prefix: string
  /** The document as plain data; an integer above 2^53 is a `bigint`. */
  readonly value: unknown
  /** Faulty keys; the value lacks their members. */
  readonly faults?: readonly KeyFault[]
  /**
   * Line and column (both from 1) of a JSON pointer's target: the key of a member, the start of an
   * element. A target that is missing has the position of its nearest ancestor.
   */
  locate(pointer: string): Position
  /** True if a word (ASCII) occurs in the text: a cheap check before a search of the value. */
  mentions(word: string): boolean
  /**
   * The document at a path relative to this one.
   *
   * @throws {DocumentError} when it cannot be read or parsed.
   */
  open(relativePath: string): Source
  /**
   * Replaces the text (UTF-8) if the change is inside one path item; all other values stay identical.
   *
   * @returns True if the text was replaced.
   */
  revise(text: Buffer): boolean
}

export type OpenDocument = (relativePath: string) => Source

/**
 * Parses the text of a YAML or JSON document (JSON is a subset of YAML 1.2).
 *
 * @param name - Name of the document in diagnostics.
 * @param bytes - The text, or its bytes in UTF-8.
 * @throws {DocumentError} when it is neither YAML nor JSON.
 */
export function parse(
  name: string,
  bytes: string | Buffer,
  prefix = '',
  open: OpenDocument = refuseToOpen,
): Source {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('utf8')
  const file = { name, prefix, open }
  try {
    if (!isJsonFile(name, text)) return yamlSource(file, text)
    const value = parseJson(text)
    return value === undefined ? yamlSource(file, text) : new JsonSource(file, bytes, value)
  } catch (error) {
    throw error instanceof DocumentError ? error : syntaxError({ name, prefix, text }, error)
  }
}

type SourceFile = Pick<Source, 'name' | 'prefix' | 'open'>

/** Faulty keys of the first document are reported with its other problems; those of others stop here. */
function yamlSource(file: SourceFile, text: string): Source {
  const { value, faults } = parseYaml(text)
  const source: Source = {
    ...file,
    value,
    ...(faults.length > 0 && { faults }),
    locate: createLocate(text),
    mentions: (word) => text.includes(word),
    revise: (changed) => changed.equals(Buffer.from(text)),
  }
  if (file.prefix !== '' && faults.length > 0) throw keyFaultError(source, faults)
  return source
}

class JsonSource implements Source {
  readonly name: string
  readonly prefix: string
  readonly open: OpenDocument
  value: unknown
  locate: (pointer: string) => Position
  #text: JsonText
  readonly #mentioned = new Map<string, boolean>()

  constructor({ name, prefix, open }: SourceFile, bytes: string | Buffer, value: unknown) {
    this.name = name
    this.prefix = prefix
    this.open = open
    this.value = value
    this.#text = new JsonText(bytesOf(bytes))
    this.locate = createJsonLocate(this.#text)
  }

  /** Memoized: an accepted edit contains none of the words that callers search for. */
  mentions(word: string): boolean {
    const known = this.#mentioned.get(word) ?? this.#text.text.includes(word)
    this.#mentioned.set(word, known)
    return known
  }

  revise(after: Buffer): boolean {
    const before = this.#text
    if (before.bytes.equals(after)) return true
    if (FAR_REACHING.some((word) => this.mentions(word))) return false
    const edit = pathItemEdit(before, after)
    const item = edit && parsePart(edit.text)
    if (edit === undefined || item === undefined) return false
    const root = this.value as { readonly paths: object }
    this.value = { ...root, paths: { ...root.paths, [edit.path]: item } }
    this.#text = before.revised(after, edit.span, edit.growth)
    this.locate = createJsonLocate(this.#text)
    return true
  }
}

/** `undefined` if it is no plain JSON; parsing the whole text then reports the error. */
function parsePart(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
