/** Faults at the framing of responses, and servers that stop. */

import type { Socket } from 'node:net'
import type { Call, Written } from '../../kernel/points.js'
import { type Fault, faultsOf, gives, takes, wraps } from '../fault.js'
import type { Sample } from '../shared.js'

/** Writes what an operation answers in another way, or as it does else. */
export const writes = (
  id: string,
  write: (socket: Socket, written: Written, call: Call, usual: () => void) => void,
) =>
  wraps('write', (own) => (written, response, call) => {
    const { socket } = response
    const usual = () => own(written, response, call)
    if (call?.operation?.id !== id || !socket) usual()
    else write(socket, written, call, usual)
  })

const head = ({ status, headers }: Written, more: string) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} OK\r\n${[...lines, more].join('\r\n')}\r\n\r\n`
}

export const textOf = ({ parts }: Written) =>
  Buffer.concat(parts.map((part) => Buffer.from(part))).toString()

const encodes = (sample: Sample, change: (written: Written) => Written) =>
  gives('encode', (written, _, call) =>
    call?.operation?.id === sample.operation ? change(written) : written,
  )

const encodesText = (sample: Sample, change: (text: string) => string) =>
  encodes(sample, (written) => {
    const body = change(textOf(written))
    return { ...written, parts: [body], length: Buffer.byteLength(body) }
  })

const FRAMING_FAULTS = `
  length-too-large | Content-Length is more than the body has. | RFC 9110, section 8.6
  cut-off | The connection ends in the middle of the body. | RFC 9112, section 8
  silent | There is no answer. | an answer
  body-twice | The body is there twice. | RFC 8259
  member-twice | The body has a member twice. | RFC 8259, section 4
  byte-order-mark | The body begins with a byte order mark. | RFC 8259, section 8.1
  coding-made-up | The response is said to be compressed, and is not. | RFC 9110, section 8.4
`

export function framingFaults(sample: Sample): Fault[] {
  /** Says another length, or sends another part. */
  const frames = (lengthOf: (size: number) => number, partOf = (body: string) => body) =>
    writes(sample.operation, (socket, written) => {
      const body = textOf(written)
      const length = lengthOf(Buffer.byteLength(body))
      socket.end(head(written, `Content-Length: ${length}`) + partOf(body))
    })
  return faultsOf('framing', FRAMING_FAULTS, {
    'length-too-large': frames((size) => size + 5),
    'cut-off': frames(
      (size) => size,
      (body) => body.slice(0, body.length / 2),
    ),
    silent: writes(sample.operation, () => {}),
    'body-twice': encodesText(sample, (text) => text.repeat(2)),
    'member-twice': encodesText(sample, (text) => text.replace(/^\{("\w+":"[^"]*")/, '{$1,$1')),
    'byte-order-mark': encodesText(sample, (text) => `\ufeff${text}`),
    'coding-made-up': encodes(sample, (written) => ({
      ...written,
      headers: { ...written.headers, 'Content-Encoding': 'gzip' },
    })),
  })
}

const VIOLENT_FAULTS = `
  ends | The process ends at some input. | the server stays up
  blocks | Some input makes the process compute for ever. | an answer
`

/** These end or block what they run in. */
export function violentFaults(edge: string): Fault[] {
  const onText = (act: () => void) =>
    takes('parseJson', (text) => {
      if (text.includes(edge)) act()
      return [text]
    })
  return faultsOf('stays up', VIOLENT_FAULTS, {
    ends: onText(() => process.exit(1)),
    blocks: onText(() => {
      for (;;);
    }),
  })
}
