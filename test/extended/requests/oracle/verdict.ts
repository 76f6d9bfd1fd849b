import { chosen, keepsBody, kindOf } from './bodies.js'
import type { Document, Operation } from './document.js'
import { all, keepsParameters } from './parameters.js'
import { Undecided } from './undecided.js'

/** A request as it is on the wire. */
export interface Wire {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: Buffer | undefined
}

/** What is to become of a request: a status, or why that is not known. */
export interface Verdict {
  readonly status?: 200 | 400 | 404 | 405 | 415
  readonly undecided?: string
}

/** The second opinion on a request, from the document alone. */
export function verdictOf(document: Document, request: Wire): Verdict {
  try {
    return { status: statusOf(document, request) }
  } catch (error) {
    if (error instanceof Undecided) return { undecided: error.message }
    throw error
  }
}

function statusOf(document: Document, request: Wire): NonNullable<Verdict['status']> {
  const [pathname = '', ...search] = request.url.split('?')
  const found = routed(document.operations, pathname, request.method)
  if (typeof found === 'number') return found
  const { operation, path } = found
  const { headers, payload } = request
  const bytes = payload ?? Buffer.alloc(0)
  const type = headers['content-type']
  const isTaken = bodyTaken(operation, type, bytes)
  if (isTaken === 415) return 415
  const isFine = all([
    () => keepsParameters(operation, { query: search.join('?'), headers, path }, document.dialect),
    () => {
      if (isTaken === 'none') return operation.body?.required !== true
      const [key, media] = isTaken
      return keepsBody(key, media, type ?? '', bytes, document.dialect)
    },
  ])
  return isFine ? 200 : 400
}

/** What the body of a request is taken for. */
function bodyTaken(
  { body, method }: Operation,
  type: string | undefined,
  bytes: Buffer,
): 415 | 'none' | NonNullable<ReturnType<typeof chosen>> {
  if (['GET', 'HEAD', 'TRACE'].includes(method) && bytes.length > 0) throw new Undecided('GET')
  if (body === undefined) return bytes.length > 0 ? 415 : 'none'
  if (bytes.length === 0 && type === undefined) return 'none'
  const found = chosen(body, type ?? '')
  if (bytes.length === 0) {
    if (type !== undefined && !type.includes('/')) throw new Undecided('an odd media type')
    if (found && kindOf(found[0]) !== 'json') throw new Undecided('an empty body')
    return 'none'
  }
  return found ?? 415
}

interface Routed {
  readonly operation: Operation
  readonly path: ReadonlyMap<string, string>
}

/** The operation that a path and a method lead to. */
function routed(
  operations: readonly Operation[],
  pathname: string,
  method: string,
): Routed | 404 | 405 {
  const matching = operations.flatMap((operation) => {
    const path = match(operation.path, pathname)
    return path === undefined ? [] : [{ operation, path }]
  })
  if (matching.length === 0) throw new Undecided('a path that nothing matches')
  const own = matching.filter(({ operation }) => operation.method === method)
  const [first] = own
  if (first === undefined) return 405
  if (own.length > 1) {
    const literal = own.find(({ path }) => path.size === 0)
    if (literal === undefined) throw new Undecided('several paths')
    return literal
  }
  return first
}

/** The texts of a template's parameters in a path. */
function match(template: string, pathname: string): Map<string, string> | undefined {
  const found = new Map<string, string>()
  const [parts, given] = [template.split('/'), pathname.split('/')]
  if (parts.length !== given.length) return undefined
  for (const [index, part] of parts.entries()) {
    const text = given[index] as string
    const names = [...part.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name as string)
    if (names.length === 0) {
      if (literal(part) !== literal(text)) return undefined
      continue
    }
    const fixed = part.split(/\{[^{}]*\}/).map(escaped)
    const [whole, value] = new RegExp(`^${fixed.join('(.+)')}$`, 's').exec(text) ?? []
    if (whole === undefined) return undefined
    // Where one of several ends is no matter of this.
    if (names.length === 1) found.set(names[0] as string, value as string)
  }
  return found
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function literal(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
