import { Undecided } from '../../../toolkit/conformance/servers/schemas/undecided.js'
import { chosen, isMediaType, keepsBody, kindOf } from './bodies.js'
import type { Document, Operation } from './document.js'
import { all, keepsParameters } from './parameters.js'
import { routed } from './routes.js'

export interface Wire {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: Buffer | undefined
}

/** The expected outcome of a request: a status, or the reason why that is not known. */
export interface Verdict {
  readonly status?: 200 | 400 | 405 | 415
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
  // The router reads the path before anybody looks at the rest.
  if (!isReadable(pathname)) return 400
  const found = routed(document.operations, pathname, request.method)
  if (found === 405) return found
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
      return keepsBody(key, media, type ?? '', bytes, document.input)
    },
  ])
  return isFine ? 200 : 400
}

function isReadable(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname) !== ''
  } catch {
    return false
  }
}

/** The body of a request as the operation takes it. */
function bodyTaken(
  { body, method }: Operation,
  type: string | undefined,
  bytes: Buffer,
): 415 | 'none' | NonNullable<ReturnType<typeof chosen>> {
  if (['GET', 'HEAD', 'TRACE'].includes(method) && bytes.length > 0) throw new Undecided('GET')
  if (bytes.length === 0 && type === undefined) return 'none'
  // The effect of an odd media type without a body is left open.
  if (bytes.length === 0 && !isMediaType(type as string)) throw new Undecided('an odd media type')
  if (body === undefined) return bytes.length > 0 ? 415 : 'none'
  const found = chosen(body, type ?? '')
  if (bytes.length === 0) {
    if (found && kindOf(found[0]) !== 'json') throw new Undecided('an empty body')
    return 'none'
  }
  return found ?? 415
}
