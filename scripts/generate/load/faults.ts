import { YAMLException } from 'js-yaml'
import { DocumentError } from '../diagnostics.js'
import { append } from '../pointer.js'
import { isJson } from './json.js'
import { bytesOf, JsonText } from './json-text.js'
import { createJsonLocate, createLocate, type Position } from './positions.js'
import type { Source } from './source.js'
import { TOO_DEEP, TreeError } from './tree.js'
import { parseYaml } from './yaml.js'

/** A document that is not there, or cannot be opened. */
export class UnreadableError extends DocumentError {}

/** The error for a document that cannot be opened. */
export function unreadable(name: string, message: string, advice: string): UnreadableError {
  const told = { position: { line: 1, column: 1 }, pointer: '#', message, advice }
  return new UnreadableError([fault({ name, prefix: '' }, told)])
}

/** A text as the file that it is of. */
interface Text {
  readonly name: string
  readonly prefix: string
  readonly text: string
}

/** The error for a text that no document is. */
export function malformed(file: Text, error: unknown): DocumentError {
  return new DocumentError([fault(file, placed(file, error))])
}

interface Told {
  readonly position: Position
  readonly pointer: string
  readonly message: string
  readonly advice: string
}

function placed({ name, text }: Text, error: unknown): Told {
  if (error instanceof TreeError) {
    const { message, advice } = error
    const pointer = append('#', ...error.path)
    const locate = isJson(name, text)
      ? createJsonLocate(new JsonText(bytesOf(text)))
      : createLocate(text)
    return { position: locate(pointer), pointer, message, advice }
  }
  const { reason, mark } = whatYamlSays(text, error)
  const position = { line: mark.line + 1, column: mark.column + 1 }
  if (reason.startsWith('nesting exceeded')) return { position, pointer: '#', ...TOO_DEEP }
  return { position, pointer: '#', message: reason, advice: 'correct the YAML or JSON syntax' }
}

function fault(
  { name, prefix }: Pick<Text, 'name' | 'prefix'>,
  { position, ...told }: Told,
): DocumentError['diagnostics'][number] {
  const source: Source = {
    name,
    prefix,
    value: undefined,
    locate: () => position,
    /* c8 ignore next 3 -- nobody asks more of a document that could not be read */
    mentions: () => false,
    open: standsAlone,
    revise: () => false,
  }
  return { family: 'wrong', source, ...told }
}

/** What opens nothing. */
export function standsAlone(relativePath: string): Source {
  const message = 'a document without a file has no neighbours'
  throw unreadable(relativePath, message, 'load the document from a file')
}

/** The parser says of everything that it refuses where it is; both from 0. */
interface Refusal {
  readonly reason: string
  readonly mark: Position
}

/** `JSON.parse` does not say where; the YAML parser does, and refuses the same texts. */
function whatYamlSays(text: string, error: unknown): Refusal {
  if (error instanceof YAMLException) return error as Refusal
  try {
    parseYaml(text)
  } catch (yamlError) {
    if (yamlError instanceof YAMLException) return yamlError as Refusal
  }
  // A comma too many is none in YAML.
  const { message } = error as Error
  const [, offset = '0'] = / at position (\d+)|$/.exec(message) as RegExpExecArray
  const before = text.slice(0, Number(offset)).split('\n')
  const mark = { line: before.length - 1, column: (before.at(-1) as string).length }
  return { reason: message.replace(/ in JSON at position .*$/, ''), mark }
}
