import { YAMLException } from 'js-yaml'
import { append } from '../../openapi/json-pointer.js'
import { DocumentError } from '../diagnostics/diagnostics.js'
import { bytesOf, JsonText } from './json-text.js'
import { isJsonFile } from './parse-json.js'
import { createJsonLocate, createLocate, type Position } from './positions.js'
import type { Source } from './source.js'
import { explainSyntaxError, locateJsonError } from './syntax-errors.js'
import { TOO_DEEP, ValueError } from './value-limits.js'
import type { KeyFault } from './yaml-keys.js'

/** A document that is not there, or cannot be opened. */
export class UnreadableError extends DocumentError {}

/** The error for a document that cannot be opened. */
export function unreadableError(name: string, message: string, advice: string): UnreadableError {
  const told = { position: { line: 1, column: 1 }, pointer: '#', message, advice }
  return new UnreadableError([toDiagnostic({ name, prefix: '' }, told)])
}

/** A text as the file that it is of. */
interface TextFile {
  readonly name: string
  readonly prefix: string
  readonly text: string
}

/** The error for a text that no document is. */
export function syntaxError(file: TextFile, error: unknown): DocumentError {
  return new DocumentError([toDiagnostic(file, locateProblem(file, error))])
}

/** The error for a text with keys that no object can have. */
export function keyFaultError(source: Source, faults: readonly KeyFault[]): DocumentError {
  return new DocumentError(faults.map((each) => ({ family: 'wrong', source, ...each })))
}

interface LocatedProblem {
  readonly position: Position
  readonly pointer: string
  readonly message: string
  readonly advice: string
}

function locateProblem({ name, text }: TextFile, error: unknown): LocatedProblem {
  if (error instanceof ValueError) {
    const { message, advice } = error
    const pointer = append('#', ...error.path)
    const locate = isJsonFile(name, text)
      ? createJsonLocate(new JsonText(bytesOf(text)))
      : createLocate(text)
    return { position: locate(pointer), pointer, message, advice }
  }
  const { reason, position } =
    error instanceof YAMLException
      ? yamlFault(error)
      : locateJsonError(text, (error as Error).message)
  if (reason.startsWith('nesting exceeded')) return { position, pointer: '#', ...TOO_DEEP }
  return { position, pointer: '#', ...explainSyntaxError(text, reason, position) }
}

/** The parser says of everything that it refuses where it is; from 0. */
function yamlFault({ reason, mark }: YAMLException): { reason: string; position: Position } {
  const { line, column } = mark as Position
  return { reason, position: { line: line + 1, column: column + 1 } }
}

function toDiagnostic(
  { name, prefix }: Pick<TextFile, 'name' | 'prefix'>,
  { position, ...told }: LocatedProblem,
): DocumentError['diagnostics'][number] {
  const source: Source = {
    name,
    prefix,
    value: undefined,
    locate: () => position,
    /* c8 ignore next 3 -- nobody asks more of a document that could not be read */
    mentions: () => false,
    open: refuseToOpen,
    revise: () => false,
  }
  return { family: 'wrong', source, ...told }
}

/** What opens nothing. */
export function refuseToOpen(relativePath: string): Source {
  const message = 'a document without a file has no neighbours'
  throw unreadableError(relativePath, message, 'load the document from a file')
}
