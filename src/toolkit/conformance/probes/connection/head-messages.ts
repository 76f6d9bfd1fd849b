import type { Message } from './message.js'

export const HEADS: readonly Message[] = [
  {
    what: 'no Host',
    ...{ expect: 'refused', source: 'RFC 9112, section 3.2' },
    changes: () => ({ host: [], mayWait: true }),
  },
  {
    what: 'two Hosts',
    ...{ expect: 'answered', source: 'RFC 9112, section 3.2' },
    note: 'A request with two Hosts is accepted (RFC 9112, section 3.2).',
    changes: () => ({ host: ['Host: a.example', 'Host: b.example'], mayWait: true }),
  },
  {
    what: 'a Host with a space',
    ...{ expect: 'answered', source: 'RFC 9112, section 3.2' },
    note: 'A request with an invalid Host is accepted (RFC 9112, section 3.2).',
    changes: () => ({ host: ['Host: a b'], mayWait: true }),
  },
  ...Object.entries({
    'a header on two lines': 'X-Folded: a\r\n b',
    'NUL in a header': 'X-Nul: a\0b',
    'a carriage return in a header': 'X-Return: a\rb',
    'a header without a name': ': a',
    'a header without a colon': 'X-Header',
    'a header of 64 kB': `X-Large: ${'a'.repeat(65_536)}`,
    'a header named __proto__': '__proto__: a',
    'an unknown expectation': 'Expect: conformance',
    'Connection: upgrade without an Upgrade': 'Connection: upgrade',
  }).map(([what, line]): Message => {
    const changes = () => ({ lines: [line], mayWait: true })
    return { what, expect: 'answered', source: 'RFC 9112, section 5', changes }
  }),
  ...Object.entries({
    'a target of 20,000 characters': (method: string, target: string) =>
      `${method} ${target}?x=${'a'.repeat(20_000)} HTTP/1.1`,
    'HTTP/9.9': (method: string, target: string) => `${method} ${target} HTTP/9.9`,
    'no version': (method: string, target: string) => `${method} ${target}`,
    'a method in lower case': (method: string, target: string) =>
      `${method.toLowerCase()} ${target} HTTP/1.1`,
    'a method of 8,000 characters': (_: string, target: string) =>
      `${'A'.repeat(8_000)} ${target} HTTP/1.1`,
    'a space in the target': (method: string, target: string) => `${method} ${target} x HTTP/1.1`,
    'a target without a slash': (method: string, target: string) =>
      `${method} ${target.slice(1)} HTTP/1.1`,
  }).map(([what, line]): Message => {
    const changes = () => ({ line, mayWait: true })
    return { what, expect: 'answered', source: 'RFC 9112, section 3', changes }
  }),
]

/** Bytes that are no request. */
export const GARBAGE: readonly Message[] = Object.entries({
  'a request of HTTP/0.9': 'GET /\r\n',
  'a greeting of TLS': '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'bytes that mean nothing': '\x00\xff\xfe\x01 \r\n\r\n',
  'nothing but line ends': '\r\n\r\n\r\n',
}).map(([what, text]): Message => {
  const bytes = Buffer.from(text, 'latin1')
  return { what, expect: 'answered', source: 'RFC 9112, section 2', bytes }
})
