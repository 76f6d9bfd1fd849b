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

/** Members of a multipart body, and the files that a handler gets: one or many, or one or else a text. */
const members: readonly [schema: string, count: 'one' | 'many' | 'either' | undefined][] = [
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
  [`{ oneOf: [${ref('File')}, ${ref('Name')}] }`, 'either'],
  [`{ anyOf: [${FILE}, { type: string, format: uri }, ${NULL}] }`, 'either'],
  [`{ allOf: [${ref('File')}], description: A file. }`, 'one'],
  [`{ allOf: [${ref('Name')}] }`, undefined],
  [`{ type: array, items: { anyOf: [${ref('File')}, ${NULL}] } }`, 'many'],
  [`{ type: array, items: ${FILES} }`, undefined],
  [ref('Circle'), 'either'],
  [ref('Nowhere'), undefined],
  // Bytes, by OpenAPI 3.1, section 4.8.15.1.
  ['true', 'one'],
  ['{}', 'one'],
  ['{ description: A picture., readOnly: false, x-more: 1 }', 'one'],
  [ref('Anything'), 'one'],
  [`{ ${ref('Anything').slice(2, -2)}, type: string }`, undefined],
  [`{ allOf: [${ref('Anything')}] }`, 'one'],
  [`{ allOf: [${ref('Anything')}, ${ref('Name')}] }`, undefined],
  ['{ type: array, items: {} }', 'many'],
  [`{ items: ${ref('Anything')} }`, 'many'],
  ['{ type: array, items: { type: string } }', undefined],
  ['{ enum: [a] }', undefined],
  ['{ minLength: 1 }', undefined],
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
    Anything: { description: Whatever. }
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
    const wanted = {
      one: ', { a: contract.FilePart }>',
      many: ', { a: AsyncIterable<contract.FilePart> }>',
      either: ', unknown, { a: contract.FilePart }>',
    }
    if (count) t.ok(types.includes(wanted[count]), types)
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

const NOT_UTF8 = Buffer.from([0xff, 0xfe])

/** A part: bytes, with a media type, a file name, both or neither. */
function partOf(name: string, content: Buffer | string, type = '', filename = ''): Buffer {
  const named = filename && `; filename="${filename}"`
  const typed = type && `\r\nContent-Type: ${type}`
  const head = `--x\r\nContent-Disposition: form-data; name="${name}"${named}${typed}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')])
}

/** What a handler gets: files with their types and numbers of bytes. */
async function seen(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value
  if ('stream' in value) {
    const { contentType, stream } = value as FilePart
    let length = 0
    for await (const chunk of stream) length += chunk.length
    return `${contentType} ${length}`
  }
  if (!(Symbol.asyncIterator in value)) return value
  const list: unknown[] = []
  for await (const each of value as AsyncIterable<unknown>) list.push(await seen(each))
  return list
}

interface Answer {
  readonly status: number
  readonly got?: Readonly<Record<string, unknown>>
  readonly text: string
}

async function serving(schema: string, openapi = '3.1.0', encoding = '') {
  const document = documentOf(schema)
    .replace('3.1.0', openapi)
    .replace(`schema: ${schema} }`, `schema: ${schema}${encoding} }`)
  const contract = await contractOf(t, document)
  const last: { got?: Record<string, unknown> } = {}
  const app = await serveContract(t, contract, {
    handlers: {
      async send({ body }: { body: Record<string, unknown> }) {
        const got: Record<string, unknown> = {}
        for (const [name, value] of Object.entries(body)) got[name] = await seen(value)
        last.got = got
        return { status: 204 }
      },
    },
  })
  return async (...parts: Buffer[]): Promise<Answer> => {
    delete last.got
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const payload = Buffer.concat([...parts, Buffer.from('--x--\r\n')])
    const response = await app.inject({ method: 'POST', url: '/files', headers, payload })
    return { status: response.statusCode, ...last, text: response.body }
  }
}

const PNG = 'image/png'

for (const [title, member, encoding] of [
  ['without keywords', '{}', ''],
  ['behind a reference', ref('Anything'), ''],
  ['with a media type of its own', '{}', `, encoding: { a: { contentType: ${PNG} } }`],
] as const) {
  t.test(`a part ${title} is a file in 3.1 and later`, async (t) => {
    const schema = `{ type: object, properties: { a: ${member} } }`
    for (const version of ['3.1.0', '3.2.0']) {
      const send = await serving(schema, version, encoding)
      t.match(await send(partOf('a', NOT_UTF8, PNG, 'a.png')), {
        status: 204,
        got: { a: `${PNG} 2` },
      })
      t.match(await send(partOf('a', NOT_UTF8, PNG)), { status: 204, got: { a: `${PNG} 2` } })
    }
    const older = await serving(schema, '3.0.3', encoding)
    t.match(await older(partOf('a', 'b', encoding ? PNG : '')), { status: 204, got: { a: 'b' } })
    const refused = await older(partOf('a', NOT_UTF8, encoding ? PNG : ''))
    t.equal(refused.status, 400)
    t.match(refused.text, /the part \\"a\\" is not valid UTF-8: it is a text, and no file/)
  })
}

t.test('a part without a type is what its encoding says', async (t) => {
  const schema = '{ type: object, properties: { a: {} } }'
  const json = await serving(
    schema,
    '3.1.0',
    ', encoding: { a: { contentType: application/json } }',
  )
  t.match(await json(partOf('a', '{"b":1}')), { status: 204, got: { a: { b: 1 } } })
  const plain = await serving(schema, '3.1.0', ', encoding: { a: { contentType: text/plain } }')
  t.match(await plain(partOf('a', 'b')), { status: 204, got: { a: 'b' } })
})

t.test('a member may be a file or a text', async (t) => {
  const send = await serving(
    `{ type: object, required: [a], properties: { a: { anyOf: [${FILE}, { type: string, format: uri }] } } }`,
  )
  t.match(await send(partOf('a', NOT_UTF8, PNG, 'a.png')), { status: 204, got: { a: `${PNG} 2` } })
  t.match(await send(partOf('a', NOT_UTF8, PNG)), { status: 204, got: { a: `${PNG} 2` } })
  t.match(await send(partOf('a', 'https://a.b')), { status: 204, got: { a: 'https://a.b' } })
  t.match(await send(partOf('a', 'https://a.b', 'text/plain')), { got: { a: 'https://a.b' } })
  t.equal((await send()).status, 400)
  const both = await send(partOf('a', 'https://a.b'), partOf('a', NOT_UTF8, PNG))
  t.equal(both.status, 400)
  t.match(both.text, /body\/a must be given once/)
})

t.test('exactly one of a file and a text may be either', async (t) => {
  const URI = '{ type: string, format: uri }'
  const file = { status: 204, got: { a: `${PNG} 2` } }
  const text = { status: 204, got: { a: 'https://a.b' } }
  for (const either of [
    `[${FILE}, ${URI}]`,
    `[${URI}, ${ref('File')}]`,
    `[${FILE}, ${ref('Name')}]`,
  ]) {
    const send = await serving(`{ type: object, properties: { a: { oneOf: ${either} } } }`)
    t.match(await send(partOf('a', NOT_UTF8, PNG, 'a.png')), file)
    t.match(await send(partOf('a', 'https://a.b')), text)
  }
  const members = (schema: string, more = '') =>
    `{ properties: { a: ${schema} }, required: [a${more}] }`
  const bodies = `[${members(FILE)}, ${members(URI, ', b')}]`
  const send = await serving(`{ type: object, oneOf: ${bodies} }`)
  t.match(await send(partOf('a', NOT_UTF8, PNG, 'a.png')), file)
  t.match(await send(partOf('a', 'https://a.b'), partOf('b', 'c')), text)
})

t.test('a member may be a file or an object in JSON', async (t) => {
  const object = '{ type: object, required: [b], properties: { b: { type: integer } } }'
  const send = await serving(`{ type: object, properties: { a: { oneOf: [${FILE}, ${object}] } } }`)
  t.match(await send(partOf('a', NOT_UTF8, PNG, 'a.png')), { got: { a: `${PNG} 2` } })
  const sent = await send(partOf('a', '{"b":1}', 'application/json'))
  t.match(sent, { status: 204, got: { a: { b: 1 } } })
  t.equal((await send(partOf('a', '{"b":"x"}', 'application/json'))).status, 400)
  const json = partOf('a', '{"b":1}', 'application/json')
  t.match((await send(json, partOf('a', NOT_UTF8, PNG))).text, /body\/a must be given once/)
})

t.test('integers of JSON are exact, also in parts that the schema does not name', async (t) => {
  const member =
    '{ type: object, properties: { i: { type: integer }, l: { type: integer, format: int64 } } }'
  const send = await serving(`{ type: object, additionalProperties: ${member} }`)
  const of = (text: string) => send(partOf('a', text, 'application/json'))
  t.match(await of('{"l":9223372036854775807}'), { got: { a: { l: 9223372036854775807n } } })
  t.match((await of('{"l":9223372036854775808}')).text, /body\/a\/l must be int64/)
  t.match((await of('{"i":9007199254740993}')).text, /body\/a\/i must be integer up to 2\^53/)
  const others = await of('{"i":9007199254740992,"o":[9007199254740993]}')
  t.match(others, { got: { a: { i: 2 ** 53, o: [2 ** 53] } } }, 'what has no type is a number')
})

t.test('alternatives of a body may have files', async (t) => {
  for (const word of ['oneOf', 'anyOf']) {
    const file = `{ required: [file], properties: { file: ${FILE} } }`
    const url = '{ required: [url], properties: { url: { type: string, format: uri } } }'
    const send = await serving(`{ type: object, ${word}: [${file}, ${url}] }`)
    const sent = partOf('file', NOT_UTF8, PNG)
    t.match(await send(sent), { status: 204, got: { file: `${PNG} 2` } })
    t.match(await send(partOf('url', 'https://a.b')), { status: 204, got: { url: 'https://a.b' } })
    t.equal((await send(partOf('url', 'no URI'))).status, 400)
  }
})

t.test('members without a name may be files', async (t) => {
  const open = (others: string) =>
    `{ type: object, properties: { title: { type: string } }, additionalProperties: ${others} }`
  t.match(typesOf(open(FILE)), /WithFiles<types\.\w+, unknown, unknown, contract\.FilePart>/)
  const one = await serving(open(FILE))
  const title = partOf('title', 'b')
  t.match(await one(title, partOf('c', NOT_UTF8, PNG), partOf('d', 'e')), {
    status: 204,
    got: { title: 'b', c: `${PNG} 2`, d: 'text/plain 1' },
  })
  const many = await serving(open(FILES))
  t.match(await many(title, partOf('c', NOT_UTF8, PNG), partOf('c', NOT_UTF8, PNG)), {
    status: 204,
    got: { title: 'b', c: [`${PNG} 2`, `${PNG} 2`] },
  })
})

t.test('a list is no body of parts with names', async (t) => {
  const { warnings } = generateFrom(
    parse('a.yaml', documentOf('{ type: array, items: { type: string } }')),
  )
  t.match(
    JSON.stringify(warnings),
    /a body of multipart\/form-data is an object, which this schema refuses/,
  )
})
