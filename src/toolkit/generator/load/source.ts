import { DocumentError } from '../diagnostics/diagnostics.js'
import { keyFaultError, refuseToOpen, syntaxError } from './document-errors.js'
import { bytesOf, JsonText } from './json-text.js'
import { isJsonFile, parseJson } from './parse-json.js'
import { parseYaml } from './parse-yaml.js'
import { FAR_REACHING, pathItemEdit } from './path-item-edit.js'
import { createJsonLocate, createLocate, type Position } from './positions.js'
import type { KeyFault } from './yaml-keys.js'

/** A parsed document, with the way back to its text. */
export interface Source {
  /** The file's name as the user gave it. */
  readonly name: string
  /** The file relative to the first document's folder; empty for the first document itself. */
  readonly prefix: string
  /** The document as plain data; an integer above 2^53 is a `bigint`. */
  readonly value: unknown
  /** What is wrong with keys, where something is; these are left out of the value. */
  readonly faults?: readonly KeyFault[]
  /**
   * Line and column (both from 1) of what a JSON pointer names: the key of a member, the start of an
   * element. Where nothing is there, the nearest ancestor.
   */
  locate(pointer: string): Position
  /** Whether a word (ASCII) occurs in it: cheap to know before looking for it everywhere. */
  mentions(word: string): boolean
  /**
   * The document at a path relative to this one.
   *
   * @throws {DocumentError} when it cannot be read or parsed.
   */
  open(relativePath: string): Source
  /**
   * Takes another text (UTF-8) for the document where that changes nothing but one path item; then
   * everything else stays the very value that it was. Returns whether it did.
   */
  revise(text: Buffer): boolean
}

/** What opens the documents that a document refers to. */
export type OpenDocument = (relativePath: string) => Source

/**
 * Parses the text of a YAML or JSON document (JSON is a subset of YAML 1.2).
 *
 * @param name - What diagnostics call the document.
 * @param bytes - The text, or its bytes in UTF-8.
 * @throws {DocumentError} when it is neither.
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

/** What is wrong with keys of another document than the first is told as if it could not be read. */
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

  /** An edit that is accepted adds and removes none of the words that this is asked for. */
  mentions(word: string): boolean {
    const known = this.#mentioned.get(word) ?? this.#text.text.includes(word)
    this.#mentioned.set(word, known)
    return known
  }

  revise(changed: Buffer): boolean {
    const [before, after] = [this.#text, bytesOf(changed)]
    if (before.bytes.equals(after)) return true
    const edit = FAR_REACHING.some((word) => this.mentions(word))
      ? undefined
      : pathItemEdit(before, after)
    const item = edit && parsePart(edit.text)
    if (edit === undefined || item === undefined) return false
    const root = this.value as { readonly paths: object }
    this.value = { ...root, paths: { ...root.paths, [edit.path]: item } }
    this.#text = before.revised(after, edit.span, edit.growth)
    this.locate = createJsonLocate(this.#text)
    return true
  }
}

/** `undefined` where it is no plain JSON; what is wrong is told by who reads it as a whole. */
function parsePart(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
