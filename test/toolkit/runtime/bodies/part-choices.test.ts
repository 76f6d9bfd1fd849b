import { text } from 'node:stream/consumers'
import type { FilePart } from 'fastify-contract'
import t, { type Test } from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

const INT = { type: 'integer' }
const FILE = { type: 'string', format: 'binary' }
const URI = { type: 'string', format: 'uri' }
const OBJECT = { type: 'object', properties: { a: INT } }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const list = (items: object, more = {}) => ({ type: 'array', items, ...more })
const member = (schema: object, more = {}) => ({
  type: 'object',
  properties: { f: schema },
  ...more,
})

/** A part: a text, a text of a media type, or a file. */
type Part = string | readonly [text: string, contentType: string, filename?: string]
const file = (content: string): Part => [content, 'image/png', 'a.png']

/** What the handler gets as `f`, a file as `file: bytes`, or the problem with it. */
type Case = readonly [parts: readonly Part[], want: unknown]
const problem = (message: string) => new RegExp(`breaks the contract: body/f${message}\\.$`)

const rows: readonly (readonly [name: string, schema: object, ...cases: Case[]])[] = [
  ...['anyOf', 'oneOf'].map(
    (union) =>
      [
        `a text in place of a file satisfies another schema of ${union}`,
        member({ [union]: [FILE, URI] }),
        [[file('\xff')], 'file: \xff'],
        [['http://a/b'], 'http://a/b'],
        [['no uri'], problem(' must match format "uri"')],
      ] as const,
  ),
  [
    'a text in place of a file behind references satisfies another schema',
    member(ref('Either')),
    [[file('b')], 'file: b'],
    [['http://a/b'], 'http://a/b'],
    [['no uri'], problem(' must match format "uri"')],
  ],
  [
    'a text in place of a file has the type of another schema, or one of its values',
    member({ oneOf: [FILE, INT, { type: 'string', enum: ['none', 'all'] }] }),
    [['5'], 5],
    [['none'], 'none'],
    [['x'], problem(' must be a file or integer or one of "none", "all"')],
  ],
  [
    'JSON in place of a file satisfies another schema',
    member({ oneOf: [FILE, OBJECT] }),
    [[['{"a":1}', 'application/json']], { a: 1 }],
    [[['{"a":"x"}', 'application/json']], problem('/a must be integer')],
    [[file('b')], 'file: b'],
  ],
  [
    'a member without a name may be a file or a text',
    { type: 'object', additionalProperties: { anyOf: [FILE, URI] } },
    [[file('b')], 'file: b'],
    [['http://a/b'], 'http://a/b'],
    [['no uri'], problem(' must match format "uri"')],
  ],
  [
    'alternatives of a body say whether a member is a file or a text',
    { oneOf: [member(FILE, { required: ['f'] }), ref('UriForm')] },
    [[file('b')], 'file: b'],
    [['http://a/b'], 'http://a/b'],
    [['no uri'], /body/],
  ],
  [
    'a list has files, or texts that satisfy another schema, or both',
    member(list({ anyOf: [FILE, URI] })),
    [
      [file('a'), file('b')],
      ['file: a', 'file: b'],
    ],
    [
      ['http://a/b', 'http://a/c'],
      ['http://a/b', 'http://a/c'],
    ],
    [
      ['http://a/b', file('b')],
      ['file: http://a/b', 'file: b'],
    ],
    [['no uri'], problem('/0 must match format "uri"')],
    [[file('a'), 'no uri'], problem('/1 must match format "uri"')],
  ],
  [
    'texts among files have their types',
    member(list({ oneOf: [FILE, INT] })),
    [
      ['1', '2'],
      [1, 2],
    ],
    [
      [file('a'), '2'],
      ['file: a', 'file: 2'],
    ],
    [[file('a'), 'x'], problem('/1 must be a file or integer')],
  ],
  [
    'a list has files, or a list has texts',
    member({ oneOf: [list(FILE), list(URI)] }),
    [[file('a')], ['file: a']],
    [['http://a/b'], ['http://a/b']],
  ],
  [
    'rules for texts are none for files',
    member({ ...FILE, minLength: 1, pattern: '^a' }),
    [[file('b')], 'file: b'],
  ],
  [
    'two files are no duplicates',
    member(list(FILE, { uniqueItems: true, minItems: 2 })),
    [
      [file('a'), file('b')],
      ['file: a', 'file: b'],
    ],
    [[file('a')], problem(' must NOT have fewer than 2 items')],
  ],
  [
    'a list of objects is JSON, in a part for each or in one for all',
    member(list(OBJECT)),
    [
      ['{"a":1}', '{"a":2}'],
      [{ a: 1 }, { a: 2 }],
    ],
    [['[{"a":1},{"a":2}]'], [{ a: 1 }, { a: 2 }]],
    [['{"a":1}'], [{ a: 1 }]],
    [['a'], /body\/f must be JSON/],
    [['[{"a":"x"}]'], problem('/0/a must be integer')],
  ],
]

const documentOf = (openapi: string) =>
  JSON.stringify({
    openapi,
    info: { title: 'Parts', version: '1' },
    paths: Object.fromEntries(
      rows.map(([, schema], index) => {
        const requestBody = { required: true, content: { 'multipart/form-data': { schema } } }
        const responses = { 204: { description: 'Done.' } }
        return [`/${index}`, { post: { operationId: `op${index}`, requestBody, responses } }]
      }),
    ),
    components: {
      schemas: {
        File: FILE,
        Uri: URI,
        Either: { anyOf: [ref('File'), ref('Uri')] },
        UriForm: member(URI, { required: ['f'] }),
      },
    },
  })

async function seen(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value
  if ('stream' in value)
    return `file: ${(await text((value as FilePart).stream)).replace('\ufffd', '\xff')}`
  if (!(Symbol.asyncIterator in value)) return value
  const found: unknown[] = []
  for await (const each of value as AsyncIterable<unknown>) found.push(await seen(each))
  return found
}

function payloadOf(parts: readonly Part[]): Buffer {
  const written = parts.map((part) => {
    const [content, type, filename] = [part].flat() as [string, string?, string?]
    const named = filename === undefined ? '' : `; filename="${filename}"`
    const typed = type === undefined ? '' : `Content-Type: ${type}\r\n`
    return `--x\r\nContent-Disposition: form-data; name="f"${named}\r\n${typed}\r\n${content}\r\n`
  })
  return Buffer.from(`${written.join('')}--x--\r\n`, 'latin1')
}

async function check(t: Test, openapi: string): Promise<void> {
  const got: unknown[] = []
  const see = async ({ body }: { body: { f: unknown } }) => {
    got.push(await seen(body.f))
    return { status: 204 }
  }
  const handlers = Object.fromEntries(rows.map((_, index) => [`op${index}`, see]))
  const app = await serveContract(t, await contractOf(t, documentOf(openapi)), { handlers })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  for (const [index, [name, , ...cases]] of rows.entries()) {
    for (const [parts, want] of cases) {
      const title = `${name}: ${JSON.stringify(parts)}`
      const payload = payloadOf(parts)
      const response = await app.inject({ method: 'POST', url: `/${index}`, headers, payload })
      if (want instanceof RegExp) t.match(response.json().message, want, title)
      else {
        t.equal(response.statusCode, 204, `${title} ${response.body}`)
        t.strictSame(got.pop(), want, title)
      }
    }
  }
}

for (const openapi of ['3.0.3', '3.1.0', '3.2.0']) {
  t.test(`parts that are files or texts, in OpenAPI ${openapi}`, (t) => check(t, openapi))
}

t.test(
  'rules for texts of a file are warnings, and a list of files or texts has both types',
  (t) => {
    const { files, warnings } = generateFrom(parse('a.json', documentOf('3.1.0')))
    t.match(
      warnings.map(({ message }) => message),
      ['`minLength` of a file is not checked: its bytes arrive while the handler runs'],
    )
    const index = rows.findIndex(([name]) => name.startsWith('texts among files'))
    const either = 'unknown, { f: AsyncIterable<contract.FilePart> }'
    const operations = files.find(({ name }) => name === 'operations.ts')?.text
    t.match(operations, `contract.WithFiles<types.Op${index}Body, ${either}>`)
    t.end()
  },
)
