/** Faults at the framing of responses, and servers that stop. */

import type { Socket } from 'node:net'
import { asks } from '../../exchange/expect.js'
import type { Call, Points, Written } from '../../kernel/points.js'
import type { FaultRow } from '../fault.js'
import { requestOf, type Sample } from './sample.js'

/** Writes what the operation answers in another way. */
const writes = (sample: Sample, write: (socket: Socket, written: Written) => void) => {
  return (p: Points): void => {
    const original = p.write
    p.write = (written, response, call) => {
      const { socket } = response
      if (call?.operation?.id !== sample.operation || !socket) original(written, response, call)
      else write(socket, written)
    }
  }
}

/** The header block of a response. */
const head = ({ status, headers }: Written, ...more: string[]) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} OK\r\n${[...lines, ...more].join('\r\n')}\r\n\r\n`
}

const textOf = ({ parts }: Written) =>
  Buffer.concat(parts.map((part) => Buffer.from(part))).toString()

/** Changes what is written. */
const encodes =
  (sample: Sample, change: (written: Written, call: Call) => Written) => (p: Points) => {
    const { encode } = p
    p.encode = (answer, call) => {
      const written = encode(answer, call)
      return call?.operation?.id === sample.operation ? change(written, call) : written
    }
  }

export function framingFaults(sample: Sample): FaultRow<Points>[] {
  const named = (name: string) => `${sample.prefix}${name}`
  const exchange = asks(requestOf(sample), sample.ok, { type: /^application\/json\b/, json() {} })
  return [
    [
      named('length-too-large'),
      'Content-Length is more than the body has.',
      'RFC 9110, section 8.6',
      writes(sample, (socket, written) => {
        const body = textOf(written)
        socket.end(head(written, `Content-Length: ${body.length + 5}`) + body)
      }),
      exchange,
    ],
    [
      named('length-too-small'),
      'Content-Length is less than the body has.',
      'RFC 9110, section 8.6',
      writes(sample, (socket, written) => {
        const body = textOf(written)
        socket.end(head(written, `Content-Length: ${body.length - 1}`) + body)
      }),
      exchange,
    ],
    [
      named('length-in-characters'),
      'Content-Length counts characters instead of bytes.',
      'RFC 9110, section 8.6',
      writes(sample, (socket, written) => {
        const body = textOf(written)
        socket.end(head(written, `Content-Length: ${body.length}`) + body)
      }),
      asks(requestOf(sample, { text: sample.text.replace(/":"\w/, '":"\u00e9') }), sample.ok),
    ],
    [
      named('chunks-without-end'),
      'The last chunk is missing.',
      'RFC 9112, section 7.1',
      writes(sample, (socket, written) => {
        const body = textOf(written)
        const chunk = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`
        socket.end(head(written, 'Transfer-Encoding: chunked') + chunk)
      }),
      exchange,
    ],
    [
      named('chunk-sizes-decimal'),
      'The sizes of chunks are decimal numbers.',
      'RFC 9112, section 7.1',
      writes(sample, (socket, written) => {
        const body = textOf(written)
        const chunk = `${Buffer.byteLength(body)}\r\n${body}\r\n0\r\n\r\n`
        socket.end(head(written, 'Transfer-Encoding: chunked') + chunk)
      }),
      exchange,
    ],
    [
      named('not-chunked'),
      'A body that is said to be chunked is not.',
      'RFC 9112, section 7.1',
      writes(sample, (socket, written) => {
        socket.end(head(written, 'Transfer-Encoding: chunked') + textOf(written))
      }),
      exchange,
    ],
    [
      named('length-and-chunks'),
      'The body has both a Content-Length and chunks.',
      'RFC 9112, section 6.2',
      writes(sample, (socket, written) => {
        const body = textOf(written)
        const size = Buffer.byteLength(body)
        const both = head(written, `Content-Length: ${size}`, 'Transfer-Encoding: chunked')
        socket.end(`${both}${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
      }),
      exchange,
    ],
    [
      named('cut-off'),
      'The connection ends in the middle of the body.',
      'RFC 9112, section 8',
      writes(sample, (socket, written) => {
        const body = textOf(written)
        const size = `Content-Length: ${Buffer.byteLength(body)}`
        socket.end(head(written, size) + body.slice(0, body.length / 2))
      }),
      exchange,
    ],
    [
      named('closed'),
      'The connection ends without an answer.',
      'an answer',
      writes(sample, (socket) => socket.end()),
      exchange,
    ],
    [named('silent'), 'There is no answer.', 'an answer', writes(sample, () => {}), exchange],
    [
      named('stalls'),
      'The body stops in the middle.',
      'an answer',
      writes(sample, (socket, written) => {
        const body = textOf(written)
        socket.write(head(written, `Content-Length: ${body.length}`) + body.slice(0, 5))
      }),
      exchange,
    ],
    [
      named('not-http'),
      'The status line has no status.',
      'RFC 9112, section 4',
      writes(sample, (socket, written) => socket.end(`HTTP/1.1 OK\r\n\r\n${textOf(written)}`)),
      exchange,
    ],
    [
      named('body-cut-json'),
      'The last character of the body is missing.',
      'RFC 8259',
      encodes(sample, (written) => {
        const body = Buffer.from(textOf(written)).subarray(0, -1)
        return { ...written, parts: [body], length: body.length }
      }),
      exchange,
    ],
    [
      named('body-of-javascript'),
      'The body is JavaScript instead of JSON.',
      'RFC 8259',
      encodes(sample, (written) => {
        const body = textOf(written).replaceAll('"', "'")
        return { ...written, parts: [body], length: Buffer.byteLength(body) }
      }),
      exchange,
    ],
    [
      named('body-twice'),
      'The body is there twice.',
      'RFC 8259',
      encodes(sample, (written) => {
        const body = textOf(written).repeat(2)
        return { ...written, parts: [body], length: Buffer.byteLength(body) }
      }),
      exchange,
    ],
    [
      named('member-twice'),
      'The body has a member twice.',
      'RFC 8259, section 4',
      encodes(sample, (written) => {
        const body = textOf(written).replace(/^\{("\w+":"[^"]*")/, '{$1,$1')
        return { ...written, parts: [body], length: Buffer.byteLength(body) }
      }),
      exchange,
    ],
    [
      named('body-of-text'),
      'The body is JSON inside of a string of JSON.',
      'content: schema',
      encodes(sample, (written) => {
        const body = JSON.stringify(textOf(written))
        return { ...written, parts: [body], length: Buffer.byteLength(body) }
      }),
      asks(requestOf(sample), sample.ok, {
        json(body) {
          if (typeof body !== 'object') throw new Error('the body is a string')
        },
      }),
    ],
    [
      named('byte-order-mark'),
      'The body begins with a byte order mark.',
      'RFC 8259, section 8.1',
      encodes(sample, (written) => {
        const body = `\ufeff${textOf(written)}`
        return { ...written, parts: [body], length: Buffer.byteLength(body) }
      }),
      exchange,
    ],
    [
      named('no-media-type-of-response'),
      'The response has no media type.',
      'content: response media type',
      encodes(sample, (written) => {
        const { 'Content-Type': _, ...headers } = written.headers
        return { ...written, headers }
      }),
      exchange,
    ],
    [
      named('media-type-of-response-html'),
      'JSON is said to be a page.',
      'content: response media type',
      encodes(sample, (written) => ({
        ...written,
        headers: { ...written.headers, 'Content-Type': 'text/html; charset=utf-8' },
      })),
      exchange,
    ],
    [
      named('media-type-of-response-text'),
      'JSON is said to be plain text.',
      'content: response media type',
      encodes(sample, (written) => ({
        ...written,
        headers: { ...written.headers, 'Content-Type': 'text/plain' },
      })),
      exchange,
    ],
    [
      named('media-type-of-response-broken'),
      'The media type of the response is none.',
      'content: response media type',
      encodes(sample, (written) => ({
        ...written,
        headers: { ...written.headers, 'Content-Type': 'json' },
      })),
      exchange,
    ],
    [
      named('coding-made-up'),
      'The response is said to be compressed, and is not.',
      'RFC 9110, section 8.4',
      encodes(sample, (written) => ({
        ...written,
        headers: { ...written.headers, 'Content-Encoding': 'gzip' },
      })),
      asks(requestOf(sample), sample.ok, { headers: { 'content-encoding': null } }),
    ],
  ]
}

/** These end or block what they run in. */
export function violentFaults(sample: Sample, edge: string): FaultRow<Points>[] {
  const named = (name: string) => `${sample.prefix}${name}`
  const onText = (act: () => void) => (p: Points) => {
    const { parseJson } = p
    p.parseJson = (text) => {
      if (text.includes(edge)) act()
      return parseJson(text)
    }
  }
  const exchange = asks(requestOf(sample, { text: sample.text.replace(/":"\w/, `":"${edge}`) }), [
    sample.ok,
    400,
  ])
  return [
    [
      named('ends'),
      'The process ends at some input.',
      'the server stays up',
      onText(() => process.exit(1)),
      exchange,
    ],
    [
      named('throws-later'),
      'Some input makes the process fail after it was taken.',
      'the server stays up',
      onText(() => {
        setImmediate(() => {
          throw new Error('nobody catches this')
        })
      }),
      async (api) => {
        await exchange(api).catch(() => {})
        await asks({ path: '/nowhere' }, 404)(api)
      },
    ],
    [
      named('blocks'),
      'Some input makes the process compute for ever.',
      'an answer',
      onText(() => {
        for (;;);
      }),
      exchange,
    ],
    [
      named('backtracks'),
      'A regular expression takes exponential time.',
      'an answer',
      onText(() => /^(a+)+$/.test(`${'a'.repeat(34)}!`)),
      exchange,
    ],
  ]
}
