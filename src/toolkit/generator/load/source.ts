import type { DocumentFile, Position } from '../diagnostics/problems.js'
import { keyError, refuseToOpen, syntaxError, textError } from './document-errors.js'
import { isJsonFile, parseJson } from './parse-json.js'
import { parseYaml } from './parse-yaml.js'
import { createLocate } from './positions.js'
import { foreignText } from './syntax-errors.js'
import type { KeyProblem } from './text-nodes.js'

type OpenDocument = (relativePath: string) => Source

interface Content {
  readonly text: string
  readonly value: unknown
  readonly problems?: readonly KeyProblem[]
  locate(pointer: string): Position
}

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
  return new Source({ name, prefix, open }, readContent({ name, prefix }, bytes))
}

function readContent(file: Pick<Source, 'name' | 'prefix'>, bytes: string | Buffer): Content {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('utf8')
  const foreign = foreignText(text)
  if (foreign !== undefined) throw textError(file, foreign)
  try {
    const value = isJsonFile(file.name, text) ? parseJson(text) : undefined
    if (value === undefined) return { ...parseYaml(text), text, locate: createLocate(text) }
    return { value, text, locate: createLocate(text, true) }
  } catch (error) {
    throw syntaxError({ ...file, text }, error)
  }
}

/** A parsed document, with the positions of its parts. */
export class Source implements DocumentFile {
  readonly name: string
  /** File relative to the first document's folder; empty for the first document itself. */
  readonly prefix: string
  /**
   * The document at a path relative to this one.
   *
   * @throws {DocumentError} when it cannot be read or parsed.
   */
  readonly open: OpenDocument
  #content: Content

  constructor({ name, prefix, open }: Pick<Source, 'name' | 'prefix' | 'open'>, content: Content) {
    this.name = name
    this.prefix = prefix
    this.open = open
    this.#content = content
    // Problems of keys of the first document are reported with its other problems; those of others stop here.
    if (prefix !== '' && this.problems.length > 0) throw keyError(this, this.problems)
  }

  /** The document as plain data; an integer above 2^53 is a `bigint`. */
  get value(): unknown {
    return this.#content.value
  }

  get text(): string {
    return this.#content.text
  }

  /** Problems of keys; the value lacks their members. */
  get problems(): readonly KeyProblem[] {
    return this.#content.problems ?? []
  }

  /**
   * Line and column (both from 1) of a JSON pointer's target: the key of a member, the start of an
   * element. A target that is missing has the position of its nearest ancestor.
   */
  locate(pointer: string): Position {
    return this.#content.locate(pointer)
  }

  /** Takes another value, whose positions are made of those of the text. */
  reshape(value: unknown, locate: (original: Content['locate']) => Content['locate']): void {
    const original = this.#content
    this.#content = { ...original, value, locate: locate((pointer) => original.locate(pointer)) }
  }
}
