import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { formatDiagnostics } from '#toolkit/generator/diagnostics/problems.js'
import { generate } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { golden, goldenFolder, goldenRows } from '../../helpers/golden.js'
import { made } from '../../helpers/made.js'
import { ROOT } from '../../helpers/tsc.js'

process.chdir(ROOT)
const FIXTURES = 'test/fixtures'
const DOCUMENT = 'openapi.json'

const documents = ['documents', 'contracts'].flatMap((folder) =>
  readdirSync(path.join(FIXTURES, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${folder}/${name}`),
)

/** References by identity, which a bundled document makes by place. */
const REFERENCES = new Map([
  ['https://example.com/wide.yaml#/components/schemas/Plant', '#/components/schemas/Plant'],
])

t.test('all that is made of a document that has everything is what it was', async (t) => {
  const { files } = generate(path.join(FIXTURES, 'documents/zoo.yaml'))
  const kept = files.filter(({ name }) => name !== DOCUMENT)
  goldenFolder(t, 'zoo', Object.fromEntries(kept.map(({ name, text }) => [`${name}.txt`, text])))
})

t.test('each document has the warnings that it had', async (t) => {
  const rows = documents.map((document) => {
    const { warnings } = generate(path.join(FIXTURES, document))
    return [document, formatDiagnostics(warnings).split('\n').filter(Boolean)] as const
  })
  goldenRows(t, 'warnings.txt', rows)
})

for (const document of documents) {
  t.test(`${document} is bundled as it was written`, async (t) => {
    const file = path.join(FIXTURES, document)
    const bundled = generate(file).files.find(({ name }) => name === DOCUMENT)?.text ?? ''
    const written = JSON.stringify(parse(file, readFileSync(file)).value, (key, value) => {
      if (key === '$ref') return REFERENCES.get(value) ?? value
      return typeof value === 'bigint' ? Number(value) : value
    })
    // The comparison of tap does not know a member `__proto__`.
    t.ok(isDeepStrictEqual(JSON.parse(bundled), JSON.parse(written)))
  })
}

/** Without validators, which are those of any document, and without what is of operations like the first one. */
function withoutAlike(text: string): string {
  const isAlike = (line = '') => /plain[1-9]|^export function/i.test(line)
  const paragraphs = text.split('\n\n').flatMap((paragraph) => {
    const lines = paragraph.split('\n')
    if (isAlike(lines.find((line) => line.startsWith('export')))) return []
    return [lines.filter((line) => !isAlike(line)).join('\n')]
  })
  return paragraphs.join('\n\n')
}

const PLAIN = Array.from({ length: 50 }, (_, at) => `GET /plain${at}: { operationId: plain${at} }`)

/** As many operations as are divided, most of them alike; some have all that a part may have. */
const LARGE = `
info: { title: Large, version: '1' }
${PLAIN.join('\n')}
paths:
  /trees/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
    get:
      operationId: getTree
      parameters: [{ name: depth, in: query, schema: { type: integer, default: 1 } }]
      responses:
        200: { description: d, headers: { Age: { schema: { type: integer, format: int64 } } }, content: { application/json: { schema: $Tree } } }
        default: { description: d, content: { application/json: { schema: $Problem } } }
    put:
      operationId: putTree
      requestBody: { required: true, content: { application/json: { schema: $Tree } } }
      responses: { 200: { description: d, content: { application/json: { schema: { type: array, items: $Tree } } } } }
  /long/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, maxLength: 400 } }]
    delete:
      operationId: removeLong
      deprecated: true
      parameters: [{ name: X-Why, in: header, required: true, schema: { type: string } }, { name: session, in: cookie, schema: { type: string } }]
      responses: { 204: { description: d }, 4XX: { description: d, content: { application/json: { schema: $Problem } } } }
  /owners:
    post:
      operationId: addOwner
      security: [{ token: [] }]
      requestBody: { content: { multipart/form-data: { schema: { type: object, required: [owner], properties: { owner: $Owner, photo: { type: string, format: binary } } } } } }
      responses: { 201: { description: d, content: { application/json: { schema: $Owner } } } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
Tree: { type: object, required: [id], properties: { id: { type: integer, format: int64 }, name: { type: string, minLength: 1 }, under: $Trees } }
Trees: { type: array, items: $Tree, maxItems: 9 }
Owner: { type: object, additionalProperties: false, properties: { id: { type: integer, format: int64, readOnly: true }, secret: { type: string, writeOnly: true }, trees: $Trees, either: { oneOf: [$Tree, $Problem] } } }
Problem: { type: object, required: [title], properties: { title: { type: string } } }
Unused: { type: integer, enum: [1, 2] }
`

/** The others are those of any document. */
const DIVIDED = /^(contract|schemas)\b/

t.test('what is loaded as it is asked for becomes what it did', async (t) => {
  const { files } = made(LARGE)
  t.ok(files.some(({ name }) => name === 'contract/all.ts'))
  const text = files
    .filter(({ name }) => DIVIDED.test(name))
    .map(({ name, text }) => `=== ${name}\n${withoutAlike(text)}`)
  golden(t, 'large.txt', text.join(''))
})
