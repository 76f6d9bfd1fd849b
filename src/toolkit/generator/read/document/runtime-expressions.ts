import { meantName } from '../../../shared/spelling.js'
import type { Operation } from '../../model/model.js'
import type { Cursor } from './cursor.js'

/** A runtime expression (3.2, section 4.20.3); a response has no path and no query. */
const EXPRESSION =
  /^\$(url|method|statusCode|(request|response)\.(header\.[^\s{}]+|body(#(\/.*)?)?)|request\.(query|path)\..+)$/s

const WORDS = ['$url', '$method', '$statusCode', '$request', '$response']
const FORMS =
  'write it like `$request.body#/id`, `$response.header.Location` or `{$request.path.id}`'

/** The operation whose request expressions are about. */
export type ExpressionSource = Pick<Operation, 'operationId' | 'parameterGroups' | 'requestBody'>

/** Reports what was meant as a runtime expression, a whole text or in braces, and is none, or names what is not there. */
export function checkExpressions(
  at: Cursor,
  text: unknown,
  source: ExpressionSource | undefined,
): void {
  if (typeof text !== 'string') return
  const inBraces = [...text.matchAll(/\{([^{}]*)\}?/g)].map(([, inside = '']) => inside)
  const all = [text, ...inBraces]
  const [open] = /\{\$[^{}]*$/.exec(text) ?? []
  const wrong = all.find((each) => isMeant(each) && !EXPRESSION.test(each)) ?? open
  if (wrong !== undefined) {
    at.warn(`\`${wrong}\` is no runtime expression: nobody can evaluate it`, FORMS)
  } else if (source !== undefined) {
    for (const each of all) checkSource(at, each, source)
  }
}

/** What a request does not have is no value; headers are there beside those that are described. */
function checkSource(
  at: Cursor,
  text: string,
  { operationId, parameterGroups, requestBody }: ExpressionSource,
): void {
  const [, place, name] = /^\$request\.(query|path|body)[.#]?(.*)$/s.exec(text) ?? []
  const parameters = parameterGroups.flatMap((group) => group.parameters)
  const isThere = parameters.some((each) => each.in === place && each.name === name)
  if (place === undefined || (place === 'body' ? requestBody : isThere)) return
  const message = `\`${text}\` is empty: \`${operationId}\` has no such ${place === 'body' ? 'body' : 'parameter'}`
  at.warn(message, 'correct it, or describe what it names')
}

/** True for a text that begins like an expression, also without its `$`; `$5` and `$ref` are texts. */
function isMeant(text: string): boolean {
  const [, sign, word = '', next] = /^(\$?)([A-Za-z]+)([.#/]?)/.exec(text) ?? []
  if (sign === '$' && next !== '') return true
  if (sign === '$') return text === `$${word}` && meantName(text, WORDS) !== undefined
  return next === '.' && /^(request|response)\.(header|query|path|body)\b/.test(text)
}
