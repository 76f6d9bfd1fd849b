import type { DocumentFile, Position } from '../diagnostics/diagnostics.js'
import { keyFaultError, refuseToOpen, syntaxError } from './document-errors.js'
import { bytesOf, isJsonFile, JsonText, parseJson } from './json-text.js'
import { parseYaml } from './parse-yaml.js'
import { createJsonLocate, createLocate } from './positions.js'
import { differInPathItemsOnly, shareUnchanged } from './share-unchanged.js'
import type { KeyFault } from './yaml-keys.js'

/** A parsed document, with the positions of its parts. */
export interface Source extends DocumentFile {
  /** File relative to the first document's folder; empty for the first document itself. */
  readonly prefix: string
  /** The document as plain data; an integer above 2^53 is a `bigint`. */
  readonly value: unknown
  /** Faulty keys; the value lacks their members. */
  readonly faults: readonly KeyFault[]
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
   * The document with another text (UTF-8): the same object, with all other values identical, if the
   * texts differ in the contents of path items only.
   *
   * @throws {DocumentError} when the text is neither YAML nor JSON.
   */
  revised(bytes: Buffer, open: OpenDocument): Source
}

type OpenDocument = (relativePath: string) => Source

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
  const content = readContent({ name, prefix }, bytes)
  return new TextSource({ name, prefix, open }, content)
}

type SourceFile = Pick<Source, 'name' | 'prefix' | 'open'>

/** Value and positions of a text. */
interface Content extends Pick<Source, 'value' | 'locate'> {
  readonly faults?: readonly KeyFault[]
  readonly text: string
}

function readContent({ name, prefix }: Omit<SourceFile, 'open'>, bytes: string | Buffer): Content {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('utf8')
  try {
    const value = isJsonFile(name, text) ? parseJson(text) : undefined
    if (value === undefined) return { ...parseYaml(text), text, locate: createLocate(text) }
    return { value, text, locate: createJsonLocate(new JsonText(bytesOf(bytes))) }
  } catch (error) {
    throw syntaxError({ name, prefix, text }, error)
  }
}

/** Words that connect a path item with other parts of the document. */
const FAR_REACHING = ['#/paths/', '$id', '$anchor', '$dynamicAnchor', '$dynamicRef']

class TextSource implements Source {
  readonly name: string
  readonly prefix: string
  readonly open: OpenDocument
  #content: Content
  readonly #mentioned = new Map<string, boolean>()

  constructor({ name, prefix, open }: SourceFile, content: Content) {
    this.name = name
    this.prefix = prefix
    this.open = open
    this.#content = content
    // Faulty keys of the first document are reported with its other problems; those of others stop here.
    if (prefix !== '' && this.faults.length > 0) throw keyFaultError(this, this.faults)
  }

  get value(): unknown {
    return this.#content.value
  }

  get faults(): readonly KeyFault[] {
    return this.#content.faults ?? []
  }

  locate(pointer: string): Position {
    return this.#content.locate(pointer)
  }

  /** Memoized: a revision mentions none of the words that callers search for. */
  mentions(word: string): boolean {
    const known = this.#mentioned.get(word) ?? this.#content.text.includes(word)
    this.#mentioned.set(word, known)
    return known
  }

  revised(bytes: Buffer, open: OpenDocument): Source {
    const { value: before, text } = this.#content
    const file = { name: this.name, prefix: this.prefix }
    const content = readContent(file, bytes)
    if (content.text === text) return this
    const value = shareUnchanged(before, content.value)
    const isFar = FAR_REACHING.some((word) => this.mentions(word) || content.text.includes(word))
    const hasFaults = this.faults.length + (content.faults ?? []).length > 0
    if (isFar || hasFaults || !differInPathItemsOnly(before, value)) {
      return new TextSource({ ...file, open }, { ...content, value })
    }
    this.#content = { ...content, value }
    return this
  }
}
