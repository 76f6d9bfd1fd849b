import { YAMLException } from 'js-yaml'
import { append } from '../../openapi/json-pointer.js'
import { meantName } from '../../shared/spelling.js'
import {
  type Diagnostic,
  DocumentError,
  type DocumentFile,
  type Position,
  type Problem,
} from '../diagnostics/problems.js'
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

const AS_YAML = 'remove it, or save the document as YAML'

/** Words of other languages, with what JSON has for them. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['undefined', 'null'],
  ['NaN', 'null'],
  ['Infinity', 'null'],
])

/** What is wrong at an offset of a text that is no JSON (RFC 8259); `undefined` where only the parser knows. */
function explainJson(text: string, offset: number): Problem | undefined {
  const before = text.slice(0, offset).trimEnd().at(-1)
  const rest = text.slice(offset).trimStart()
  const sign = rest.charAt(0)
  if (sign === '')
    return { message: 'a bracket or a quotation mark is not closed', advice: 'close it' }
  if (/^(\/[/*]|#)/.test(rest)) return { message: 'JSON has no comments', advice: AS_YAML }
  if (before === ',' && /[}\],]/.test(sign)) {
    return { message: 'a comma is too many', advice: 'remove the one before this' }
  }
  if (/['`´‘’“”„«»]/.test(sign)) {
    return { message: `${sign} is no quotation mark of JSON`, advice: 'write "' }
  }
  return ofEscape(text, offset) ?? ofWord(text, offset) ?? missing(rest, before)
}

function ofEscape(text: string, offset: number): Problem | undefined {
  const [sign = '', last] = [text.charAt(offset), text.charAt(offset - 1)]
  if (last === '\\')
    return { message: `\\${sign} is no escape of JSON`, advice: 'write \\\\ for a backslash' }
  if (sign === '\n' || sign === '\r') {
    return {
      message: 'a text ends on the line that it starts on',
      advice: 'write \\n for a line break',
    }
  }
  return undefined
}

/** A key or a value without quotes; the parser may stop inside of it. */
function ofWord(text: string, offset: number): Problem | undefined {
  const [start = ''] = /[\w$-]*$/.exec(text.slice(0, offset)) ?? []
  const rest = start + (start === '' ? text.slice(offset).trimStart() : text.slice(offset))
  const [key, name] = /^([\w$-]+)\s*:/.exec(rest) ?? []
  if (key !== undefined) {
    return { message: `the key ${name} is not in double quotes`, advice: `write "${name}"` }
  }
  const [word] = /^-?[A-Za-z]\w*/.exec(rest) ?? []
  if (word === undefined) return undefined
  const meant = WORDS.get(word.replace('-', '')) ?? meantName(word, ['true', 'false', 'null'])
  const message = `${word} is no value of JSON`
  return { message, advice: meant === undefined ? `write "${word}"` : `write ${meant}` }
}

function missing(rest: string, before: string | undefined): Problem | undefined {
  const isValue = /["\w\]}]/.test(before ?? '')
  if (isValue && /^["[{\d-]/.test(rest))
    return { message: 'a comma is missing', advice: 'add it before this' }
  return undefined
}
