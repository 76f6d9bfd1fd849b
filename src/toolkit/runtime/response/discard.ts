import { Readable } from 'node:stream'

/** Closes the streams, iterators and files of a body that is not sent. */
export function discard(body: unknown): void {
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return
  close(body)
  if (body instanceof Readable) return
  for (const member of Object.values(body)) {
    for (const each of Array.isArray(member) ? member : [member]) {
      close(each)
      close(each?.stream)
    }
  }
}

function close(thing: unknown): void {
  if (typeof thing !== 'object' || thing === null) return
  if (thing instanceof Readable) {
    thing.once('error', () => {}).destroy()
    return
  }
  const { return: leave } = thing as { return?: unknown }
  // An error during the clean-up is ignored.
  if (typeof leave === 'function') {
    new Promise((done) => done(leave.call(thing))).catch(() => {})
  }
}
