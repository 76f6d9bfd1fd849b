import type { Dialect, Node } from '../../../toolkit/conformance/servers/schemas/dialect.js'
import { Undecided } from '../../../toolkit/conformance/servers/schemas/undecided.js'
import { type Operation, type Parameter, resolved } from './document.js'
import { type Decode, isFine, percent, Unreadable } from './texts.js'

export interface Given {
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  /** The texts of the path, by the names of the template. */
  readonly path: ReadonlyMap<string, string>
}

/** Headers that no parameter can name. */
const IGNORED = ['accept', 'content-type', 'authorization']

/** True if all parameters of a request conform to the operation. */
export function keepsParameters(
  { parameters }: Operation,
  given: Given,
  dialect: Dialect,
): boolean {
  const of = (place: string) => parameters.filter((each) => each.in === place)
  if (of('querystring').length > 0) throw new Undecided('querystring')
  // Whatever is plainly wrong in one place settles the request, though another place is unclear.
  return all([
    () => keepsQuery(of('query'), given.query, dialect),
    ...of('path').map((each) => () => {
      const text = given.path.get(each.name)
      if (text === undefined) throw new Undecided('a path parameter that is not in the path')
      return isFine(each, [text], percent, dialect)
    }),
    ...of('header').map((each) => () => keepsHeader(each, given.headers, dialect)),
    ...of('cookie').map((each) => () => keepsCookie(each, given.headers.cookie, dialect)),
  ])
}

/** True if all of these hold: one that does not hold decides. */
export function all(conditions: readonly (() => boolean)[]): boolean {
  let open: Undecided | undefined
  for (const condition of conditions) {
    try {
      if (!condition()) return false
    } catch (error) {
      if (!(error instanceof Undecided)) throw error
      open ??= error
    }
  }
  if (open !== undefined) throw open
  return true
}

export const form: Decode = (text) => percent(text.replaceAll('+', ' '))

/** The pairs of a query or form; `undefined` where a name cannot be read. */
export function pairsOf(query: string): Map<string, string[]> | undefined {
  const pairs = new Map<string, string[]>()
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const [name = '', ...rest] = pair.split('=')
    try {
      const key = form(name)
      pairs.set(key, [...(pairs.get(key) ?? []), rest.join('=')])
    } catch (error) {
      if (error instanceof Unreadable) return undefined
      throw error
    }
  }
  return pairs
}

function keepsQuery(parameters: readonly Parameter[], query: string, dialect: Dialect): boolean {
  if (parameters.length === 0) return true
  const pairs = pairsOf(query)
  if (pairs === undefined) return false
  const known = new Set(parameters.map(({ name }) => name))
  const isOpen = [...pairs.keys()].some((name) => !known.has(name))
  return all(
    parameters.map((each) => () => {
      // The members of an object may stand under any name.
      if (isOpen && mayBeObject(each, dialect)) throw new Undecided('members in the query')
      const texts = pairs.get(each.name)
      if (texts === undefined && each.required) return mayBeNothing(each, dialect)
      return keeps(each, texts, form, dialect)
    }),
  )
}

function mayBeObject({ node }: Parameter, { follow }: Dialect): boolean {
  const { type, items } = resolved(node.schema ?? node, follow)
  return items === undefined && (type === undefined || [type].flat().includes('object'))
}

/** An object of which each member is a pair of its own is written as nothing where it has none. */
function mayBeNothing(parameter: Parameter, dialect: Dialect): boolean {
  const { node } = parameter
  const { style = 'form', explode = style === 'form' } = node
  const isSpread = style === 'deepObject' || (style === 'form' && explode === true)
  if (!isSpread || node.schema === undefined) return false
  const schema = resolved(node.schema, dialect.follow)
  if (schema.type === 'object') return dialect.accepts(schema, {})
  const isOpen = Array.isArray(schema.type) || UNCLEAR.some((keyword) => keyword in schema)
  if (isOpen && mayBeObject(parameter, dialect)) throw new Undecided('nothing in the query')
  return false
}

const UNCLEAR = ['allOf', 'anyOf', 'oneOf', 'properties', 'enum', 'const', '$ref', '$dynamicRef']

export function keeps(
  parameter: Parameter,
  texts: readonly string[] | undefined,
  decode: Decode,
  dialect: Dialect,
): boolean {
  if (texts === undefined) return !parameter.required
  return isFine(parameter, texts, decode, dialect)
}

function keepsHeader(
  parameter: Parameter,
  headers: Readonly<Record<string, string>>,
  dialect: Dialect,
): boolean {
  const name = parameter.name.toLowerCase()
  if (IGNORED.includes(name)) return true
  const text = headers[name]
  const { type } = resolved(parameter.schema ?? {}, dialect.follow) as Node
  if (type === 'array' && text !== undefined) {
    const items = text.split(',').map((item) => item.trim())
    if (text.includes('"') || items.includes('')) throw new Undecided('odd lists in headers')
    return keeps(parameter, [items.join(',')], (each) => each, dialect)
  }
  return keeps(parameter, text === undefined ? undefined : [text], (each) => each, dialect)
}

function keepsCookie(parameter: Parameter, header: string | undefined, dialect: Dialect): boolean {
  const texts = (header ?? '').split(';').flatMap((pair) => {
    const [name = '', ...rest] = pair.split('=')
    return name.trim() === parameter.name && pair.includes('=') ? [rest.join('=').trim()] : []
  })
  if (texts.length === 0) return keeps(parameter, undefined, percent, dialect)
  const { type } = resolved(parameter.schema ?? {}, dialect.follow) as Node
  const isOdd = texts.length > 1 || type === 'array' || /["&+]/.test(texts[0] as string)
  if (isOdd || parameter.node.style === 'cookie') throw new Undecided('odd cookies')
  return keeps(parameter, texts, percent, dialect)
}
