import { Readable } from 'node:stream'

/** Closes the streams, iterators and files of a body that is not sent, so that nothing waits for a reader. */
export function discard(body: unknown): void {
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return
  if (body instanceof Readable) {
    body.once('error', () => {}).destroy()
    return
  }
  for (const member of Object.values(body)) {
    for (const each of Array.isArray(member) ? member : [member]) {
      if (each?.stream instanceof Readable) discard(each.stream)
    }
  }
  const { return: leave } = body as { return?: unknown }
  // What fails while it is cleaned up has nobody to tell.
  if (typeof leave === 'function') {
    new Promise((done) => done(leave.call(body))).catch(() => {})
  }
}
