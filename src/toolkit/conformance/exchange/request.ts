/** A header line; names may repeat. */
export type HeaderLine = readonly [name: string, value: string]

/** A request that any client can send. */
export interface SentRequest {
  readonly method: string
  /** Path and query below the base URL, as they are sent: `/plants?limit=1`. */
  readonly target: string
  readonly headers: readonly HeaderLine[]
  readonly body?: Buffer
}

/** Bytes for a connection of their own, for what clients do not send. */
export interface RawRequest {
  /** `Host` and the target are in it already. */
  readonly bytes: Buffer
  /** `end`: the client ends its side after the bytes; `open`: it waits. Default: `open`. */
  readonly after?: 'end' | 'open'
  /** True if a server that waits for more bytes is right as well: the kit then waits until it is silent. */
  readonly mayWait?: boolean
  /** True to read until the connection ends, for what follows the first response. */
  readonly readsAll?: boolean
  /** The request that the bytes are, if its response is judged as that of any request. */
  readonly judgedAs?: SentRequest
}

export function isRaw(request: SentRequest | RawRequest): request is RawRequest {
  return 'bytes' in request
}

/** Header lines of an object as Node has them: a list is one line for each item. */
export function headerLines(headers: object): HeaderLine[] {
  const lines: HeaderLine[] = []
  for (const [name, value] of Object.entries(headers)) {
    if (Array.isArray(value)) for (const each of value) lines.push([name, String(each)])
    else if (value !== undefined) lines.push([name, String(value)])
  }
  return lines
}

/** The value of the first header of a name, in any case. */
export function headerOf(
  { headers }: { readonly headers: readonly HeaderLine[] },
  name: string,
): string | undefined {
  const wanted = name.toLowerCase()
  return headers.find(([each]) => each.toLowerCase() === wanted)?.[1]
}

/** A request with a header in place of those of its name; without them for `undefined`. */
export function withHeader(
  request: SentRequest,
  name: string,
  value: string | undefined,
): SentRequest {
  const others = request.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase())
  return { ...request, headers: value === undefined ? others : [...others, [name, value]] }
}

export function withQuery(request: SentRequest, more: string): SentRequest {
  const { target } = request
  return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}${more}` }
}

/** A text of a target without its percent-encoding; as it is where that is wrong. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
