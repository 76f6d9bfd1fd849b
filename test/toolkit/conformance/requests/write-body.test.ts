import t from 'tap'
import type { MediaType } from '#toolkit/conformance/document/contract.js'
import { concreteType, writeBody } from '#toolkit/conformance/requests/write-body.js'
import { NumberToken } from '#toolkit/conformance/values/token.js'
import { Unwritable } from '#toolkit/requests/write-parameters.js'

const bodyOf = (media: Partial<MediaType>, value?: unknown) => {
  const all = { mediaType: 'text/plain', kind: 'text', schema: 'S', ...media } as MediaType
  return writeBody({ media: all, value }).bytes.toString()
}

t.test('a range stands for a media type, with its parameters', async (t) => {
  const rows: [media: MediaType, type: string][] = [
    [{ mediaType: '*/*', kind: 'json', schema: 'S' }, 'application/json'],
    [{ mediaType: '*/*', kind: 'binary' }, 'text/plain'],
    [{ mediaType: 'application/*', kind: 'json', schema: 'S' }, 'application/json'],
    [{ mediaType: 'application/*+json', kind: 'json', schema: 'S' }, 'application/plain+json'],
    [{ mediaType: 'text/*', kind: 'text' }, 'text/plain'],
    [{ mediaType: 'a/b', kind: 'text', parameters: { v: '1', w: '2' } }, 'a/b; v=1; w=2'],
    [
      { mediaType: 'multipart/form-data', kind: 'multipart', schema: 'S' },
      'multipart/form-data; boundary=fastify-contract-conformance',
    ],
  ]
  for (const [media, type] of rows) t.equal(concreteType(media), type)
})

t.test('the type that is sent may be another, or none', async (t) => {
  const media = { mediaType: 'a/b', kind: 'text' } as const
  const bytes = Buffer.from('own')
  t.same(writeBody({ media, value: 'v' }), { contentType: 'a/b', bytes: Buffer.from('v') })
  t.same(writeBody({ media, value: 'v', bytes }), { contentType: 'a/b', bytes })
  t.equal(writeBody({ media, value: 'v', contentType: 'c/d' }).contentType, 'c/d')
  t.equal(writeBody({ media, value: 'v', contentType: null }).contentType, undefined)
})

t.test('bodies of each kind', async (t) => {
  t.equal(bodyOf({ kind: 'text' }), 'text')
  t.equal(bodyOf({ kind: 'text' }, 1n), '1')
  t.equal(bodyOf({ kind: 'binary' }), 'text')
  t.equal(bodyOf({ kind: 'binary' }, Buffer.from([65])), 'A')
  t.equal(bodyOf({ kind: 'binary' }, 'abc'), 'abc')
  t.equal(bodyOf({ kind: 'json' }, { a: 2n ** 60n }), '{"a":1152921504606846976}')
  t.equal(bodyOf({ kind: 'sequential' }, [{ a: 1 }, 2]), '{"a":1}\n2\n')
  t.equal(bodyOf({ kind: 'sequential', framing: 'json-lines' }, { a: 1 }), '{"a":1}\n')
  t.equal(bodyOf({ kind: 'sequential', framing: 'json-seq' }, [1, 2]), '\u001e1\n\u001e2\n')
  const found = bodyOf({ kind: 'sequential', framing: 'event-stream' }, ['a', { b: 1 }])
  t.equal(found, 'data: a\n\ndata: {"b":1}\n\n')
})

t.test('members of a form', async (t) => {
  const fields = [{ name: 'b', style: 'spaceDelimited' }] as never
  t.equal(bodyOf({ kind: 'form', fields }, { a: ['x&', 'y'], b: ['x', 'y'] }), 'a=x%26&a=y&b=x+y')
  t.equal(bodyOf({ kind: 'form' }, undefined), '')
  const json = [{ name: 'c', style: 'content', mediaType: 'application/json' }] as never
  const number = { c: [new NumberToken(2n ** 60n)] }
  t.equal(bodyOf({ kind: 'form', fields: json }, number), 'c=%5B1152921504606846976%5D')
})

t.test('parts of a multipart body', async (t) => {
  const media = { mediaType: 'multipart/form-data', kind: 'multipart' } as const
  const parts = (own: Partial<MediaType>, value: unknown) =>
    bodyOf({ ...media, ...own }, value)
      .split('--fastify-contract-conformance')
      .slice(1)
      .map((part) => part.trim().split('\r\n'))
  const disposition = 'Content-Disposition: form-data; name='
  const form = {
    files: { f: 'one' },
    contentTypes: { c: 'image/*, image/png', j: 'a/json' },
  } as const
  t.same(parts(form, { a: ['x', 1], f: 'bytes', o: { p: 1 }, c: 'red', j: 'text' }), [
    [`${disposition}"a"`, 'Content-Type: text/plain', '', 'x'],
    [`${disposition}"a"`, 'Content-Type: text/plain', '', '1'],
    [`${disposition}"f"; filename="a.bin"`, 'Content-Type: application/octet-stream', '', 'bytes'],
    [`${disposition}"o"`, 'Content-Type: application/json', '', '{"p":1}'],
    [`${disposition}"c"`, 'Content-Type: image/plain', '', 'red'],
    [`${disposition}"j"`, 'Content-Type: a/json', '', '"text"'],
    ['--'],
  ])
  const found = parts({ contentTypes: { a: '*/*' } }, { a: { b: 1 } })[0]?.[1]
  t.equal(found, 'Content-Type: application/json')
  t.equal(parts({}, undefined).length, 1)
  const big = new NumberToken('9007199254740993')
  const seen = parts({}, { text: big, json: { n: big } }).map((lines) => lines.at(-1))
  t.same(seen, ['9007199254740993', '{"n":9007199254740993}', '--'])
})

t.test('what a multipart body cannot hold is not written', async (t) => {
  const form = { mediaType: 'multipart/form-data', kind: 'multipart' } as const
  for (const [media, value] of [
    [{ ...form, mediaType: 'multipart/mixed' }, {}],
    [form, { list: [] }],
    [form, { json: { text: '\ud800' } }],
  ] as const)
    try {
      t.fail(bodyOf(media, value))
    } catch (error) {
      t.ok(error instanceof Unwritable)
    }
})
