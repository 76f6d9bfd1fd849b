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
import { editOf } from './edit.js'
import { readEvents } from './events.js'
import { isPlainJson, parseJson } from './json.js'
import { createJsonLocate, createLocate, type Position } from './positions.js'
import { checkTree } from './tree.js'

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
  /**
   * Takes another text for the document where that changes nothing but one path item; then
   * everything else stays the very value that it was. Returns whether it did.
   */
  revise(text: string): boolean
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
  locate: (pointer: string) => Position
  #text: string
  readonly #isJson: boolean

  constructor(name: string, text: string, prefix: string, open: Open) {
    const isJson = isPlainJson(name, text)
    this.name = name
    this.prefix = prefix
    this.open = open
    this.value = (isJson ? parseJson(text) : undefined) ?? parseYaml(text)
    this.locate = isJson ? createJsonLocate(text) : createLocate(text)
    this.#text = text
    this.#isJson = isJson
  }

  mentions(word: string): boolean {
    return this.#text.includes(word)
  }

  revise(text: string): boolean {
    const edit = this.#isJson ? editOf(this.#text, text) : undefined
    if (edit === undefined || !isPlainJson(this.name, edit.text)) return text === this.#text
    try {
      const item = parseJson(edit.text)
      if (item === undefined) return false
      const root = this.value as { readonly paths: object }
      this.value = { ...root, paths: { ...root.paths, [edit.path]: item } }
    } catch {
      return false // what is wrong is told by who reads it as a whole
    }
    this.locate = createJsonLocate(text)
    this.#text = text
    return true
  }
}

function parseYaml(text: string): unknown {
  const { text: source, events } = readEvents(text)
  const documents = constructFromEvents([...events], { source, schema: SCHEMA })
  if (documents.length > 1) throw new YAMLException('a second document follows the first')
  checkTree(documents[0], 0)
  return documents[0]
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
    /* c8 ignore next 3 -- nobody asks more of a document that could not be read */
    mentions: () => false,
    open: standsAlone,
    revise: () => false,
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
  // A comma too many is none in YAML.
  const { message } = error as Error
  const [, offset = '0'] = / at position (\d+)|$/.exec(message) as RegExpExecArray
  const before = text.slice(0, Number(offset)).split('\n')
  const mark = { line: before.length - 1, column: (before.at(-1) as string).length }
  const reason = message.replace(/ in JSON at position .*$/, '')
  return { reason, mark: mark as NonNullable<YAMLException['mark']> }
}
