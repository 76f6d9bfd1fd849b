import { chunked } from '../../requests/write-raw.js'
import type { Message } from './message.js'

const framing = (...lines: string[]) => ({ framing: lines, mayWait: true })

const chunks = (body: (text: Buffer) => Buffer | string) => (text: Buffer) => ({
  ...framing('Transfer-Encoding: chunked'),
  body: body(text),
  after: 'end' as const,
})

/** Lengths and codings by which two readers of a message disagree on where it ends: request smuggling. */
export const FRAMING: readonly Message[] = [
  ...lengths({
    'a Content-Length with a sign': (length) => [`Content-Length: +${length}`],
    'a negative Content-Length': (length) => [`Content-Length: -${length}`],
    'a Content-Length in hexadecimal digits': (length) => [
      `Content-Length: 0x${length.toString(16)}`,
    ],
    'a Content-Length that is no number': () => ['Content-Length: abc'],
    'a Content-Length with a fraction': (length) => [`Content-Length: ${length}.0`],
    'a Content-Length of two lengths': (length) => [`Content-Length: ${length}, ${length + 1}`],
    'two Content-Lengths, the first one right': (length) => [
      `Content-Length: ${length}`,
      `Content-Length: ${length + 5}`,
    ],
    'two Content-Lengths, the second one right': (length) => [
      'Content-Length: 5',
      `Content-Length: ${length}`,
    ],
    'a Content-Length beyond 64 bits': () => ['Content-Length: 99999999999999999999999'],
  }),
  ...codings({
    'an unknown Transfer-Encoding': 'Transfer-Encoding: conformance',
    'Transfer-Encoding: identity': 'Transfer-Encoding: identity',
    'chunked that is not the last coding': 'Transfer-Encoding: chunked, identity',
    'a Transfer-Encoding that begins with x': 'Transfer-Encoding: xchunked',
    'a space before the colon of Transfer-Encoding': 'Transfer-Encoding : chunked',
  }),
  {
    what: 'a space before the colon of Content-Length',
    ...{ expect: 'refused', source: 'RFC 9112, section 5.1' },
    changes: (body) => framing(`Content-Length : ${body.length}`),
  },
  {
    what: 'a Content-Length and chunks',
    ...{ expect: 'answered', source: 'RFC 9112, section 6.1' },
    note: 'A message with both Content-Length and Transfer-Encoding is accepted (RFC 9112, section 6.1).',
    changes: (body) => ({
      ...framing('Content-Length: 5', 'Transfer-Encoding: chunked'),
      body: chunked(body),
    }),
  },
]

function lengths(all: Record<string, (length: number) => string[]>): Message[] {
  return Object.entries(all).map(([what, lines]) => ({
    ...{ what, expect: 'refused', source: 'RFC 9112, section 6.3' },
    changes: (body) => ({ ...framing(...lines(body.length)), after: 'end' }),
  }))
}

function codings(all: Record<string, string>): Message[] {
  return Object.entries(all).map(([what, line]) => ({
    ...{ what, expect: 'refused', source: 'RFC 9112, sections 5.1 and 6.3' },
    changes: (body) => ({ ...framing(line), body: chunked(body), after: 'end' }),
  }))
}

/** Bodies that are not whole, or whose chunks are malformed. */
export const BODIES: readonly Message[] = [
  ...Object.entries<(text: Buffer) => Buffer | string>({
    'a chunk whose size is no number': (text) => `zz\r\n${text}\r\n0\r\n\r\n`,
    'a chunk with a negative size': (text) =>
      `-${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
    'a chunk whose size begins with 0x': (text) =>
      `0x${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
    'a chunk without an end of line after its data': (text) =>
      `${text.length.toString(16)}\r\n${text}0\r\n\r\n`,
    'chunks without the last one': (text) => `${text.length.toString(16)}\r\n${text}\r\n`,
    'a chunk that is cut off': (text) => `${(text.length + 9).toString(16)}\r\n${text}`,
  }).map(([what, body]): Message => {
    return {
      what,
      expect: 'refused',
      source: 'RFC 9112, sections 7.1 and 8',
      changes: chunks(body),
    }
  }),
  {
    what: 'a body that is shorter than its Content-Length',
    ...{ expect: 'refused', source: 'RFC 9112, section 8' },
    changes: (body) => ({ ...framing(`Content-Length: ${body.length + 5}`), after: 'end' }),
  },
  {
    what: 'a body in chunks',
    // A server may ask for a length (RFC 9112, section 6.3).
    tolerated: [411],
    ...{ expect: 'accepted', source: 'RFC 9112, section 7.1' },
    changes: (body) => ({
      framing: ['Transfer-Encoding: chunked'],
      body: chunked(body, Math.ceil(body.length / 3)),
    }),
  },
  {
    what: 'Expect: 100-continue',
    ...{ expect: 'accepted', source: 'RFC 9110, section 10.1.1' },
    changes: () => ({ lines: ['Expect: 100-continue'] }),
  },
]
