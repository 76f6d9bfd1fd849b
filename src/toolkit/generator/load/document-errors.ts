import { YAMLException } from 'js-yaml'
import { append } from '../../openapi/json-pointer.js'
import {
  type Diagnostic,
  DocumentError,
  type DocumentFile,
  type Position,
  type Problem,
} from '../diagnostics/problems.js'
import { explainJson } from './json-syntax-errors.js'
import { isJsonFile } from './parse-json.js'
import { createLocate } from './positions.js'
import { explainSyntaxError, locateJsonError } from './syntax-errors.js'
import type { KeyProblem } from './text-nodes.js'
import { TOO_DEEP, ValueError } from './value-limits.js'

export class UnreadableError extends DocumentError {}

export function unreadableError(name: string, message: string, advice: string): UnreadableError {
  const problem = { position: { line: 1, column: 1 }, pointer: '#', message, advice }
  return new UnreadableError([toDiagnostic({ name, prefix: '' }, problem)])
}

type TextFile = Pick<DocumentFile, 'name' | 'prefix'> & { readonly text: string }

export function textError(
  file: Pick<DocumentFile, 'name' | 'prefix'>,
  problem: Problem,
): DocumentError {
  const start = { position: { line: 1, column: 1 }, pointer: '#' }
  return new DocumentError([toDiagnostic(file, { ...start, ...problem })])
}

export function syntaxError(file: TextFile, error: unknown): DocumentError {
  return new DocumentError([toDiagnostic(file, locateProblem(file, error))])
}

export function keyError(source: DocumentFile, problems: readonly KeyProblem[]): DocumentError {
  return new DocumentError(problems.map((each) => ({ family: 'wrong', source, ...each })))
}

interface LocatedProblem extends Problem {
  readonly position: Position
  readonly pointer: string
}

function locateProblem({ name, text }: TextFile, error: unknown): LocatedProblem {
  if (error instanceof ValueError) {
    const { message, advice } = error
    const pointer = append('#', ...error.path)
    const locate = createLocate(text, isJsonFile(name, text))
    return { position: locate(pointer), pointer, message, advice }
  }
  if (!(error instanceof YAMLException)) return locateInJson(text, (error as Error).message)
  const { reason, position } = locateYamlError(error)
  if (reason.startsWith('nesting exceeded')) return { position, pointer: '#', ...TOO_DEEP }
  return { position, pointer: '#', ...explainSyntaxError(text, reason, position) }
}

const AFTER_END = {
  message: 'this follows the end of the document',
  advice: 'remove it, or a bracket too many before it',
}

function locateInJson(text: string, message: string): LocatedProblem {
  const { reason, position, offset } = locateJsonError(text, message)
  const isAfterEnd = reason.startsWith('Unexpected non-whitespace')
  const problem =
    (isAfterEnd ? AFTER_END : explainJson(text, offset)) ??
    explainSyntaxError(text, reason, position)
  return { position, pointer: '#', ...problem }
}

/** The parser gives a position with each error, from 0. */
function locateYamlError({ reason, mark }: YAMLException): { reason: string; position: Position } {
  const { line, column } = mark as Position
  return { reason, position: { line: line + 1, column: column + 1 } }
}

function toDiagnostic(
  { name, prefix }: Pick<DocumentFile, 'name' | 'prefix'>,
  { position, ...problem }: LocatedProblem,
): Diagnostic {
  return { family: 'wrong', source: { name, prefix, locate: () => position }, ...problem }
}

/** `open` of a document that is no file. */
export function refuseToOpen(relativePath: string): never {
  const message = 'a document without a file has no neighbours'
  throw unreadableError(relativePath, message, 'load the document from a file')
}
