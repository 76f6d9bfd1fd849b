import { LIST_DELIMITERS, type ParameterContract } from '../openapi/parameter.js'
import { stringify } from '../runtime/json/stringify.js'

/** How a parameter is written. */
export type WrittenParameter = Pick<ParameterContract, 'name' | 'style' | 'explode' | 'mediaType'>

/** A value that cannot be written in a place, so that a request leaves it out. */
export class Unwritable extends Error {}

/** A value as JSON, where its texts are some that UTF-8 can hold. */
export function json(value: unknown): string {
  try {
    return stringify(value)
  } catch (error) {
    if (/lone surrogate/.test((error as Error).message)) throw new Unwritable()
    throw error
  }
}

/** A value as a text of the media type of its parameter. */
function contentText({ mediaType = '' }: WrittenParameter, value: unknown): string {
  return /json/.test(mediaType) ? json(value) : scalar(value)
}

type Scalar = string | number | bigint | boolean

const isScalar = (value: unknown): value is Scalar =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value)

function scalar(value: unknown): string {
  if (!isScalar(value)) throw new Unwritable()
  return String(value)
}

/** A value as `encode`d items between delimiters: what is simple in every place. */
function joined(
  value: unknown,
  encode: (text: string) => string,
  {
    between = ',',
    explode = false,
    start = '',
  }: { between?: string; explode?: boolean; start?: string },
): string {
  const item = (each: unknown) => encode(scalar(each))
  if (Array.isArray(value)) {
    if (value.length === 0) throw new Unwritable()
    return start + value.map(item).join(between)
  }
  if (typeof value !== 'object' || value === null) return start + item(value)
  const members = Object.entries(value)
  if (members.length === 0) throw new Unwritable()
  const sign = explode ? '=' : between
  return start + members.map(([name, each]) => encode(name) + sign + item(each)).join(between)
}

/** RFC 6570 by hand: the other way round from how the runtime reads. */
export function writePath(parameter: WrittenParameter, value: unknown): string {
  const { name, style, explode = false } = parameter
  const text = (() => {
    if (style === 'content') return encode(contentText(parameter, value))
    if (style === 'label') {
      return joined(value, encode, { between: explode ? '.' : ',', explode, start: '.' })
    }
    if (style !== 'matrix') {
      return joined(value, encode, { explode, between: encodedDelimiter(style) })
    }
    const start = `;${encode(name)}=`
    if (explode && Array.isArray(value))
      return value.map((each) => start + encode(scalar(each))).join('')
    if (explode && typeof value === 'object' && value !== null) {
      return Object.entries(value)
        .map(([key, each]) => `;${encode(key)}=${encode(scalar(each))}`)
        .join('')
    }
    return joined(value, encode, { start })
  })()
  if (/^(%2E|\.){0,2}$/i.test(text)) throw new Unwritable()
  return text
}

function encode(text: string): string {
  if (!text.isWellFormed()) throw new Unwritable()
  return encodeURIComponent(text).replace(
    /[.!~*'()]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  )
}

export function writeQuery(parameter: WrittenParameter, value: unknown): string {
  const { name, style, explode = false } = parameter
  const key = encode(name)
  if (style === 'content') return `${key}=${encode(contentText(parameter, value))}`
  if (style === 'deepObject') return deep(key, value)
  if (explode && Array.isArray(value)) {
    if (value.length === 0) throw new Unwritable()
    return value.map((each) => `${key}=${encode(scalar(each))}`).join('&')
  }
  if (explode && typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
    if (members.length === 0) throw new Unwritable()
    return members.map(([member, each]) => `${encode(member)}=${encode(scalar(each))}`).join('&')
  }
  return `${key}=${joined(value, encode, { between: encodedDelimiter(style) })}`
}

function encodedDelimiter(style: WrittenParameter['style']): string {
  const delimiter = style && LIST_DELIMITERS[style]
  return delimiter === undefined ? ',' : encodeURIComponent(delimiter)
}

function deep(key: string, value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unwritable()
  const members = Object.entries(value as Readonly<Record<string, unknown>>)
  if (members.length === 0) throw new Unwritable()
  return members
    .map(([name, each]) => {
      const below = `${key}%5B${encode(name)}%5D`
      return isScalar(each) ? `${below}=${encode(scalar(each))}` : deep(below, each)
    })
    .join('&')
}

export function writeHeader(parameter: WrittenParameter, value: unknown): string {
  const { style, explode = false } = parameter
  const between = (style && LIST_DELIMITERS[style]) ?? ','
  const item = (text: string) => undivided(isScalar(value) ? text : plain(text), between)
  const text =
    style === 'content' ? contentText(parameter, value) : joined(value, item, { explode, between })
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)) throw new Unwritable()
  return text
}

export function writeCookie(parameter: WrittenParameter, value: unknown): string {
  const { name, style, explode = false } = parameter
  if (style === 'content' || (explode && typeof value === 'object')) throw new Unwritable()
  const encoding = style === 'cookie' ? plain : encode
  const text = joined(value, encoding, {})
  if (
    !/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/.test(text.replaceAll(',', '')) ||
    /[\s;=,]/.test(name)
  ) {
    throw new Unwritable()
  }
  return `${name}=${text}`
}

function undivided(text: string, delimiter: string): string {
  if (text.includes(delimiter)) throw new Unwritable()
  return text
}

/** An item without encoding, which may not look like several. */
function plain(text: string): string {
  if (/^$|[,\s=;"]/.test(text)) throw new Unwritable()
  return text
}
