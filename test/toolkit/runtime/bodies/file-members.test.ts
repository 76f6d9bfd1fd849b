import { text } from 'node:stream/consumers'
import type { FilePart } from 'fastify-contract'
import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const FILE = '{ type: string, format: binary }'
const FILES = `{ type: array, items: ${FILE} }`
const NULL = "{ type: 'null' }"
const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`

/** Members of a multipart body, and the number of files that a handler gets: one or many. */
const members: readonly [schema: string, count: 'one' | 'many' | undefined][] = [
  [FILE, 'one'],
  [FILES, 'many'],
  ['{ type: string, contentMediaType: application/pdf, contentEncoding: binary }', 'one'],
  ['{ type: string, contentMediaType: application/pdf, contentEncoding: base64 }', undefined],
  // As FastAPI writes a file that may be missing.
  [`{ anyOf: [${FILE}, ${NULL}] }`, 'one'],
  [`{ anyOf: [${FILES}, ${NULL}] }`, 'many'],
  [`{ anyOf: [${NULL}] }`, undefined],
  [`{ anyOf: [${FILE}, ${FILES}] }`, 'many'],
  [`{ oneOf: [${ref('File')}, ${NULL}] }`, 'one'],
  [`{ oneOf: [${ref('File')}, ${ref('Name')}] }`, undefined],
  [`{ allOf: [${ref('File')}], description: A file. }`, 'one'],
  [`{ allOf: [${ref('Name')}] }`, undefined],
  [`{ type: array, items: { anyOf: [${ref('File')}, ${NULL}] } }`, 'many'],
  [`{ type: array, items: ${FILES} }`, undefined],
  [ref('Circle'), undefined],
  [ref('Nowhere'), undefined],
  ['true', undefined],
]

const documentOf = (schema: string) => `
openapi: 3.1.0
info: { title: Files, version: '1' }
paths:
  /files:
    post:
      operationId: send
      requestBody: { required: true, content: { multipart/form-data: { schema: ${schema} } } }
      responses: { '204': { description: Done. } }
components:
  schemas:
    Name: { type: string }
    File: ${FILE}
    Circle: { anyOf: [{ type: array, items: ${ref('Circle')} }, ${FILE}] }
    Titled: { type: object, required: [title], properties: { title: { type: string } } }
    Loop: { allOf: [${ref('Loop')}] }
`

function typesOf(schema: string): string {
  const { files } = generateFrom(parse('a.yaml', documentOf(schema)), {
    ignore: ['unresolved-reference'],
  })
  return files.map(({ name, text }) => (/^(operations|types)/.test(name) ? text : '')).join('\n')
}

for (const [schema, count] of members) {
  t.test(`${schema}: ${count ?? 'no file'}`, async (t) => {
    const types = typesOf(`{ type: object, properties: { a: ${schema} } }`)
    const wanted = { one: 'a: contract.FilePart ', many: 'a: AsyncIterable<contract.FilePart> ' }
    if (count) t.ok(types.includes(`, { ${wanted[count]}}>`), types)
    else t.notMatch(types, /WithFiles/)
  })
}

const COMPOSED = `{ allOf: [${ref('Titled')}, ${ref('Loop')}, true, { required: [file], properties: { file: ${FILE}, more: { anyOf: [${FILE}, ${NULL}] } } }] }`

t.test('subschemas may have files too', async (t) => {
  t.match(typesOf(COMPOSED), /In a multipart request a handler gets a `FilePart`\./)
})

t.test('a handler gets the bytes of files in subschemas', async (t) => {
  const got: unknown[] = []
  const contract = await contractOf(t, documentOf(COMPOSED))
  const app = await serveContract(t, contract, {
    handlers: {
      async send({ body }: { body: { title: string; file: FilePart; more?: FilePart } }) {
        got.push(
          body.title,
          await text(body.file.stream),
          body.more && (await text(body.more.stream)),
        )
        return { status: 204 }
      },
    },
  })
  const send = (parts: string) =>
    app.inject({
      method: 'POST',
      url: '/files',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: Buffer.from(`${parts}--x--\r\n`, 'latin1'),
    })
  const part = (name: string, content: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\nContent-Type: a/b\r\n\r\n${content}\r\n`
  const title = part('title', 'a').replace('; filename="f"\r\nContent-Type: a/b', '')
  t.equal((await send(title + part('file', '\xff') + part('more', '\xfe'))).statusCode, 204)
  t.equal((await send(title + part('file', '')))?.statusCode, 204)
  t.equal((await send(title)).statusCode, 400)
  t.same(got, ['a', '\ufffd', '\ufffd', 'a', '', undefined])
})
