import { editOf, isFarReaching } from './edit.js'
import { standsAlone, syntaxError } from './faults.js'
import { isPlainJson, parseJson } from './json.js'
import { bytesOf, JsonText, textOf } from './json-text.js'
import { createJsonLocate, createLocate, type Position } from './positions.js'
import { parseYaml } from './yaml.js'

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
export type Open = (relativePath: string) => Source

/**
 * Parses the text of a YAML or JSON document (JSON is a subset of YAML 1.2).
 *
 * @param name - What diagnostics call the document.
 * @throws {DocumentError} when it is neither.
 */
export function parse(name: string, text: string, prefix = '', open: Open = standsAlone): Source {
  try {
    return new ParsedSource(name, text, prefix, open)
  } catch (error) {
    throw syntaxError(name, prefix, text, error)
  }
}

class ParsedSource implements Source {
  readonly name: string
  readonly prefix: string
  readonly open: Open
  value: unknown
  readonly #isJson: boolean
  /** What it was parsed from. */
  readonly #text: string
  /** What it is now, if it is JSON. */
  #json: JsonText | undefined
  #isFarReaching: boolean | undefined
  #locate: ((pointer: string) => Position) | undefined

  constructor(name: string, text: string, prefix: string, open: Open) {
    const isJson = isPlainJson(name, text)
    this.name = name
    this.prefix = prefix
    this.open = open
    this.value = (isJson ? parseJson(text) : undefined) ?? parseYaml(text)
    this.#text = text
    this.#isJson = isJson
  }

  get #bytes(): JsonText {
    this.#json ??= new JsonText(bytesOf(this.#text))
    return this.#json
  }

  locate(pointer: string): Position {
    this.#locate ??= this.#isJson ? createJsonLocate(this.#bytes) : createLocate(this.#text)
    return this.#locate(pointer)
  }

  mentions(word: string): boolean {
    return (this.#json?.text ?? this.#text).includes(word)
  }

  revise(text: Buffer): boolean {
    if (!this.#isJson) return text.equals(Buffer.from(this.#text))
    const [before, after] = [this.#bytes, bytesOf(text)]
    if (before.text === after) return true
    this.#isFarReaching ??= isFarReaching(before.text)
    const edit = this.#isFarReaching ? undefined : editOf(before, after)
    if (edit === undefined) return false
    const { path, span, growth } = edit
    const item = this.#parsePart(textOf(after.slice(span.start, span.end + growth)))
    if (item === undefined) return false
    const root = this.value as { readonly paths: object }
    this.value = { ...root, paths: { ...root.paths, [path]: item } }
    this.#json = before.revised(after, span, growth)
    this.#locate = undefined
    return true
  }

  /** `undefined` where it is no plain JSON; what is wrong is told by who reads it as a whole. */
  #parsePart(text: string): unknown {
    try {
      return isPlainJson(this.name, text) ? parseJson(text) : undefined
    } catch {
      return undefined
    }
  }
}
