const REASONS = {
  depth: 'the text is nested too deeply',
  duplicate: 'an object has a member twice',
  encoding: 'the text is not valid UTF-8',
  prototype: 'an object has a member `__proto__` or `constructor.prototype`',
  surrogate: 'a string has a lone surrogate',
  syntax: 'the text is not valid JSON',
} as const

/** A text that is not acceptable JSON. The message never contains the text. */
export class JsonSyntaxError extends Error {
  /** @param place - Follows the reason. */
  constructor(reason: keyof typeof REASONS, place = '') {
    super(`${REASONS[reason]}${place}`)
    this.name = 'JsonSyntaxError'
  }
}

/** The error for a text that is no JSON, with the place where it stops being some. */
export function syntaxErrorIn(text: string): JsonSyntaxError {
  return new JsonSyntaxError('syntax', placeIn(text, endOfJson(text)))
}

/** Lines and columns begin at 1. */
function placeIn(text: string, at: number): string {
  if (at >= text.length) return ': it ends too early'
  const before = text.slice(0, at)
  const start = before.lastIndexOf('\n') + 1
  return ` at line ${before.split('\n').length}, column ${at - start + 1}`
}

/** First characters of the tokens that a value may begin with; 0 is that of numbers and words. */
const VALUE = '{["0'

/** The start of the first token that may not be there (RFC 8259, section 2), or the end of the text. */
function endOfJson(text: string): number {
  const ends: string[] = []
  let expected = VALUE
  for (let at = afterSpace(text, 0); ; ) {
    const token = tokenAt(text, at)
    if (token === undefined) return text.length
    const kind = '{[]},:"'.includes(token[0] as string) ? (token[0] as string) : '0'
    if (token === '' || !expected.includes(kind)) return at
    const isName = kind === '"' && !expected.includes('0')
    if (kind === '{' || kind === '[') {
      ends.push(kind === '{' ? '}' : ']')
      expected = kind === '{' ? '"}' : `${VALUE}]`
    } else if (kind === ',') expected = ends.at(-1) === '}' ? '"' : VALUE
    else if (kind === ':') expected = VALUE
    else if (isName) expected = ':'
    else {
      if (kind === '}' || kind === ']') ends.pop()
      expected = ends.length === 0 ? '' : `,${ends.at(-1)}`
    }
    at = afterSpace(text, at + token.length)
  }
}

function afterSpace(text: string, start: number): number {
  let at = start
  while (at < text.length && ' \t\n\r'.includes(text[at] as string)) at++
  return at
}

const TOKEN = /[{}[\],:]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Empty if there is none; `undefined` if it has no end. */
function tokenAt(text: string, at: number): string | undefined {
  if (text[at] !== '"') {
    TOKEN.lastIndex = at
    return TOKEN.exec(text)?.[0] ?? ''
  }
  let end = at + 1
  while (text[end] !== '"') {
    if (end >= text.length) return undefined
    end += text[end] === '\\' ? 2 : 1
  }
  const token = text.slice(at, end + 1)
  try {
    JSON.parse(token)
    return token
  } catch {
    return ''
  }
}
