/** A response that says how long it is; one that is cut off, or no HTTP, has no status. */
interface Received {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** The responses on a connection, of whose bytes each is a character. */
export function responsesIn(text: string): Received[] {
  const found: Received[] = []
  for (let rest = text; rest !== ''; ) {
    const [head = '', isWhole] = rest.split(/(\r\n\r\n)/, 2)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    const end = isWhole === undefined ? rest.length : head.length + 4 + length
    const status = isWhole && /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]
    found.push({ status: Number(status), head, body: rest.slice(head.length + 4, end) })
    rest = rest.slice(end)
  }
  return found
}
