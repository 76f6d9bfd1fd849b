import { YAMLException } from 'js-yaml'
import { append } from '../../openapi/json-pointer.js'
import {
  type Diagnostic,
  DocumentError,
  type DocumentFile,
  type Position,
  type Problem,
} from '../diagnostics/problems.js'
import { isJsonFile } from './parse-json.js'
import { createLocate } from './positions.js'
import {
  type Explanations,
  explained,
  explainSyntaxError,
  locateJsonError,
} from './syntax-errors.js'
import type { KeyProblem } from './text-nodes.js'
import { TOO_DEEP, ValueError } from './value-limits.js'

export class UnreadableError extends DocumentError {}

type NamedFile = Pick<DocumentFile, 'name' | 'prefix'>
type TextFile = NamedFile & { readonly text: string }

const START = { position: { line: 1, column: 1 }, pointer: '#' }

export function unreadableError(name: string, message: string, advice: string): UnreadableError {
  const problem = { ...START, message, advice }
  return new UnreadableError([toDiagnostic({ name, prefix: '' }, problem)])
}

export function textError(file: NamedFile, problem: Problem): DocumentError {
  return new DocumentError([toDiagnostic(file, { ...START, ...problem })])
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
  const { reason, mark } = error
  // The parser counts from 0.
  const { line, column } = mark as Position
  const position = { line: line + 1, column: column + 1 }
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

function toDiagnostic(
  { name, prefix }: NamedFile,
  { position, ...problem }: LocatedProblem,
): Diagnostic {
  return { family: 'wrong', source: { name, prefix, locate: () => position }, ...problem }
}

/** `open` of a document that is no file. */
export function refuseToOpen(relativePath: string): never {
  const message = 'a document without a file has no neighbours'
  throw unreadableError(relativePath, message, 'load the document from a file')
}

/** What is wrong in JSON (RFC 8259), by the sign before a place, what follows there, and the word that it is in. */
const JSON_WORDS: Explanations = [
  [/^.?\0\s*\0/, 'a bracket or a quotation mark is not closed', 'close it'],
  [/\0\s*(\/[/*]|#)/, 'JSON has no comments', 'remove it, or save the document as YAML'],
  [/^,\0\s*[}\],]/, 'a comma is too many', 'remove the one before this'],
  [/\0\s*(['`´‘’“”„«»])/, '$1 is no quotation mark of JSON', 'write "'],
  [/^\\\0(.)/, '\\$1 is no escape of JSON', 'write \\\\ for a backslash'],
  [/^.?\0[\r\n]/, 'a text ends on the line that it starts on', 'write \\n for a line break'],
  [/\0([\w$-]+)\s*:[^\0]*$/, 'the key $1 is not in double quotes', 'write it in them'],
  [
    /\0(-?[A-Za-z]\w*)[^\0]*$/,
    '$1 is no value of JSON',
    'write true, false, null, or a text in double quotes',
  ],
  [/^["\w\]}]\0\s*["[{\d-]/, 'a comma is missing', 'add it before this'],
]

/** Explains what is at an offset of a text that is no JSON; `undefined` where only the parser knows. */
function explainJson(text: string, offset: number): Problem | undefined {
  const before = text.slice(0, offset)
  const rest = text.slice(offset, offset + LOOK_AHEAD)
  // The parser may stop inside of a word.
  const [start = ''] = /[\w$-]*$/.exec(before) ?? []
  const word = start === '' ? rest.trimStart() : `${start}${rest}`
  return explained(JSON_WORDS, `${before.trimEnd().slice(-1)}\0${rest}\0${word}`)
}

const LOOK_AHEAD = 80
