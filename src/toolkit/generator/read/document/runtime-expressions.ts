import { isObject } from '../../../openapi/json.js'
import { append, segments } from '../../../openapi/json-pointer.js'
import { didYouMean, meantName } from '../../../shared/spelling.js'
import { Diagnostics } from '../../diagnostics/diagnostics.js'
import type { Source } from '../../load/source.js'
import type { Operation } from '../../model/model.js'
import { Cursor } from './cursor.js'
import { partsOf, resolve } from './references.js'

/** A runtime expression (3.2, section 4.20.3); a response has no path and no query. */
const EXPRESSION =
  /^\$(url|method|statusCode|(request|response)\.(header\.[^\s{}]+|body(#(\/.*)?)?)|request\.(query|path)\..+)$/s

const WORDS = ['$url', '$method', '$statusCode', '$request', '$response']
const SOURCES = ['header', 'query', 'path', 'body']

/** The operation whose request expressions are about. */
export type ExpressionSource = Pick<
  Operation,
  'operationId' | 'parameterGroups' | 'requestBody' | 'origin'
>

/** Reports what was meant as a runtime expression, a whole text or in braces, and is none, or names what is not there. */
export function checkExpressions(text: Cursor, source: ExpressionSource | undefined): void {
  if (typeof text.value === 'string') check(text, text.value, source)
}

/** The same for the key of a callback, whose path item is at the cursor. */
export function checkCallbackKey(
  key: string,
  item: Cursor,
  source: ExpressionSource | undefined,
): void {
  check(item, key, source)
}

function check(at: Cursor, text: string, source: ExpressionSource | undefined): void {
  const inBraces = [...text.matchAll(/\{([^{}]*)\}?/g)].map(([, inside = '']) => inside)
  const wrong = [text, ...inBraces].find((each) => isMeant(each) && !EXPRESSION.test(each))
  if (wrong !== undefined) {
    at.warn(`\`${wrong}\` is no runtime expression: nobody can evaluate it`, adviceFor(wrong))
  } else if (/\{\$[^{}]*$/.test(text)) {
    at.warn(`a brace of \`${text}\` is not closed`, 'write each expression as `{$…}`')
  } else if (source !== undefined) {
    for (const each of [text, ...inBraces]) checkSource(at, each, source)
  }
}

/** What a request does not have is no value; headers are there beside those that are described. */
function checkSource(
  at: Cursor,
  text: string,
  { operationId, parameterGroups, requestBody, origin }: ExpressionSource,
): void {
  const [, place, rest = ''] = /^\$request\.(query|path|body)[.#]?(.*)$/s.exec(text) ?? []
  if (place === undefined) return
  if (place === 'body') {
    const message = `\`${text}\` is empty: \`${operationId}\` has no request body`
    if (requestBody === undefined) at.warn(message, 'describe the body, or name a parameter')
    else checkBodyPointer(at, text, append(origin.pointer, 'requestBody'))
    return
  }
  const all = parameterGroups.flatMap(({ parameters }) => parameters)
  const names = all.flatMap((each) => (each.in === place ? each.name : []))
  if (names.includes(rest)) return
  const elsewhere = all.find(({ name }) => name === rest)
  const message = `\`${text}\` is empty: \`${operationId}\` has no ${place} parameter \`${rest}\``
  const advice = elsewhere
    ? `write \`$request.${elsewhere.in}.${rest}\``
    : didYouMean(rest, names, 'add the parameter')
  at.warn(message, advice)
}

/** True for a text that begins like an expression, also without its `$`; `$5` and `$ref` are texts. */
function isMeant(text: string): boolean {
  const [, sign, word = '', next] = /^(\$?)([A-Za-z]+)([.#/]?)/.exec(text) ?? []
  if (sign === '$' && next !== '') return true
  if (sign === '$') return text === `$${word}` && meantName(text, WORDS) !== undefined
  return next === '.' && /^(request|response)\.(header|query|path|body)\b/.test(text)
}

const FORMS = 'write it like `$request.body#/id`, `$response.header.Location` or `$request.path.id`'

function adviceFor(text: string): string {
  const [word = '', ...rest] = text.replace(/^\$?/, '$').split(/(?=[.#/])/)
  const source = rest[0]?.slice(1) ?? ''
  const first = WORDS.find((each) => each === word) ?? meantName(word, WORDS)
  if (first === undefined) return FORMS
  const second = SOURCES.find((each) => each === source) ?? meantName(source, SOURCES)
  const tail = rest.slice(1).join('')
  const pointer =
    second === 'body' && tail !== ''
      ? `#/${tail.replace(/^[.#/]+/, '').replaceAll('.', '/')}`
      : tail
  const isOfRequest = second === 'path' || second === 'query'
  const meant =
    second === undefined ? first : `${isOfRequest ? '$request' : first}.${second}${pointer}`
  return EXPRESSION.test(meant) ? `write \`${meant}\`` : FORMS
}

/**
 * Reports an expression that points into a body to a member that its schemas do not describe.
 *
 * @param body - The pointer of the response or request body, in the file of the expression.
 */
export function checkBodyPointer(at: Cursor, expression: string, body: string): void {
  const [, fragment] = /^\$\w+\.body(#\/.+)$/s.exec(expression) ?? []
  const content = resolve(cursorAt(at.source, body))?.get('content')
  if (fragment === undefined || !isObject(content?.value)) return
  const schemas = content.entries().map(([, media]) => resolve(media)?.get('schema'))
  const unknown = unknownIn(schemas, segments(fragment) ?? [])
  if (unknown === undefined) return
  const { name, known } = unknown
  const message = `\`${expression}\` is empty: no schema of the body describes \`${name}\``
  at.warn(message, didYouMean(name, known, 'correct it, or describe the member'))
}

function cursorAt(source: Source, pointer: string): Cursor {
  const path = segments(pointer) ?? []
  const value = path.reduce<unknown>((inside, name) => Object(inside)[name], source.value)
  return new Cursor(source, pointer, value, new Diagnostics())
}

/** The first name on the way that no schema has, with those that they have. */
function unknownIn(
  schemas: readonly (Cursor | undefined)[],
  path: readonly string[],
): { readonly name: string; readonly known: readonly string[] } | undefined {
  let current = schemas
  for (const name of path) {
    const parts = current.flatMap((each) => (each ? partsOf(each) : [])).filter(describes)
    if (parts.some((part) => isOpen(part))) return undefined
    current = parts.flatMap((part) => memberOf(part, name))
    if (current.length > 0) continue
    const known = parts.flatMap((part) => Object.keys(Object(part?.get('properties')?.value)))
    return { name, known }
  }
  return undefined
}

/** False for a schema that others are made of, or chosen by, and that says nothing itself. */
function describes({ value }: Cursor): boolean {
  const { allOf, anyOf, oneOf, properties, items } = Object(value)
  const isMade = [allOf, anyOf, oneOf].some((list) => Array.isArray(list) && list.length > 0)
  return !isMade || properties !== undefined || items !== undefined
}

function isOpen(part: Cursor | undefined): boolean {
  const { properties, items, additionalProperties = false, patternProperties } = Object(part?.value)
  if (!isObject(properties) && !isObject(items)) return true
  return additionalProperties !== false || patternProperties !== undefined
}

function memberOf(part: Cursor | undefined, name: string): Cursor[] {
  const member = part?.get('properties')?.get(name)
  const item = /^\d+$/.test(name) ? part?.get('items') : undefined
  return [member, item].filter((each) => each !== undefined)
}
