/**
 * A reader of JSON (RFC 8259) by the rules of I-JSON (RFC 7493), written for the second opinion: it
 * shares nothing with the runtime's, and keeps every number as it was written.
 */

export class Numeral {
  readonly text: string
  readonly nearest: number

  constructor(text: string) {
    this.text = text
    this.nearest = Number(text)
  }

  /** Its value where that is an integer, however large. */
  get integer(): bigint | undefined {
    const [mantissa = '', exponent = '0'] = this.text.toLowerCase().split('e')
    const [whole = '', fraction = ''] = mantissa.split('.')
    const shift = Number(exponent) - fraction.length
    const digits = BigInt(whole + fraction)
    if (digits === 0n) return 0n
    if (Math.abs(shift) > 400) return undefined
    if (shift >= 0) return digits * 10n ** BigInt(shift)
    const unit = 10n ** BigInt(-shift)
    return digits % unit === 0n ? digits / unit : undefined
  }
}

/** The value of a JSON text: objects are maps, so that no name of a member is special. */
export type Value = string | boolean | null | Numeral | Value[] | Map<string, Value>

/** The text is no JSON, or none that is to be taken. */
export class NotJson extends Error {}

const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|$)/y
const DEEPEST = 256
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function readJson(bytes: Uint8Array): Value {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new NotJson('encoding')
  }
  const tokens = tokensOf(text.replace(/[ \t\n\r]+$/, ''))
  const value = read(tokens, tokens.next().value, 0)
  if (tokens.next().value !== '') throw new NotJson('more than one value')
  return value
}

function* tokensOf(text: string): Generator<string, string, unknown> {
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    if (found === null || TOKEN.lastIndex === at) throw new NotJson('syntax')
    yield found[0].trimStart()
  }
  return ''
}

type Tokens = Generator<string, string, unknown>

function read(tokens: Tokens, token: string, depth: number): Value {
  const [first = ''] = token
  if (first === '{' || first === '[') {
    if (depth === DEEPEST) throw new NotJson('depth')
    return first === '{' ? readObject(tokens, depth + 1) : readArray(tokens, depth + 1)
  }
  if (first === '"') return readString(token)
  if (/[-\d]/.test(first)) return new Numeral(token)
  if (token === 'null') return null
  if (token === 'true' || token === 'false') return token === 'true'
  throw new NotJson('syntax')
}

function readString(token: string): string {
  if (token[0] !== '"') throw new NotJson('syntax')
  const text = decoded(token)
  if (!text.isWellFormed()) throw new NotJson('surrogate')
  return text
}

/** The platform judges escapes and control characters. */
function decoded(token: string): string {
  try {
    return JSON.parse(token)
  } catch {
    throw new NotJson('escape')
  }
}

function readObject(tokens: Tokens, depth: number): Map<string, Value> {
  const members = new Map<string, Value>()
  let token = tokens.next().value
  if (token === '}') return members
  for (;;) {
    const name = readString(token)
    if (members.has(name)) throw new NotJson('duplicate')
    if (tokens.next().value !== ':') throw new NotJson('syntax')
    const value = read(tokens, tokens.next().value, depth)
    if (changesPrototypes(name, value)) throw new NotJson('prototype')
    members.set(name, value)
    const delimiter = tokens.next().value
    if (delimiter === '}') return members
    if (delimiter !== ',') throw new NotJson('syntax')
    token = tokens.next().value
  }
}

/** Refused as in Fastify; no document here names such a member. */
function changesPrototypes(name: string, value: Value): boolean {
  const isPair = name === 'constructor' && value instanceof Map && value.has('prototype')
  return name === '__proto__' || isPair
}

function readArray(tokens: Tokens, depth: number): Value[] {
  const items: Value[] = []
  let token = tokens.next().value
  if (token === ']') return items
  for (;;) {
    items.push(read(tokens, token, depth))
    const delimiter = tokens.next().value
    if (delimiter === ']') return items
    if (delimiter !== ',') throw new NotJson('syntax')
    token = tokens.next().value
  }
}
