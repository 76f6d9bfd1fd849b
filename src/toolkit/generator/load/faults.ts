import { YAMLException } from 'js-yaml'
import { append } from '../../openapi/json-pointer.js'
import { DocumentError } from '../diagnostics/diagnostics.js'
import { isJson } from './json.js'
import { bytesOf, JsonText } from './json-text.js'
import type { KeyFault } from './keys.js'
import { createJsonLocate, createLocate, type Position } from './positions.js'
import type { Source } from './source.js'
import { inPlainWords, jsonFault } from './syntax.js'
import { TOO_DEEP, TreeError } from './tree.js'

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

/** The error for a text with keys that no object can have. */
export function misnamed(source: Source, faults: readonly KeyFault[]): DocumentError {
  return new DocumentError(faults.map((each) => ({ family: 'wrong', source, ...each })))
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
  const { reason, position } =
    error instanceof YAMLException ? yamlFault(error) : jsonFault(text, (error as Error).message)
  if (reason.startsWith('nesting exceeded')) return { position, pointer: '#', ...TOO_DEEP }
  return { position, pointer: '#', ...inPlainWords(text, reason, position) }
}

/** The parser says of everything that it refuses where it is; from 0. */
function yamlFault({ reason, mark }: YAMLException): { reason: string; position: Position } {
  const { line, column } = mark as Position
  return { reason, position: { line: line + 1, column: column + 1 } }
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
