import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { tableOf } from '../../helpers/rows.js'
import { serveContract } from '../../helpers/serve-document.js'
import { codeFolder, ROOT, typeCheck, writeFiles } from '../../helpers/tsc.js'
import { PARTS, partsOf } from './keeping.js'

// One document with every kind of body: its handlers are type-checked and served.
const FIXTURE = path.join(ROOT, 'test/fixtures/kinds')
const folder = codeFolder(t)

const document = await readFile(path.join(FIXTURE, 'openapi.yaml'), 'utf8')
const { files, warnings } = generateFrom(parse('openapi.yaml', document))
const handlersText = await readFile(path.join(FIXTURE, 'handlers.ts'), 'utf8')
await writeFiles(folder, [...files, { name: 'handlers.ts', text: handlersText }])
const problems = await typeCheck(folder, { noEmit: false, rootDir: '.', outDir: '.' })
const load = (name: string) => import(pathToFileURL(path.join(folder, name)).href)

const { contract } = await load('contract.js')
const { handlers, refused, incomplete } = await load('handlers.js')
const app = await serveContract(t, contract, { handlers })

t.test('the handlers have the types of the document', async (t) => {
  t.same(problems, [])
  t.same(warnings, [])
})

const file = ['file', 'abc', 'image/png', 'a'] as const
const parts = partsOf(file, ['more', 'de'], ['text', 't'], ['id', '9007199254740993'])
const fewer = partsOf(file, ['text', 't'], ['id', '1'])
const TEXT = 'text/plain; charset=utf-8'
const LINES = '{"text":"a","id":9007199254740993}\n{"text":"b"}'

type Sent = [type: string, payload: string | Buffer, as: string, body: string, accept?: string]
const sent: Sent[] = [
  ...tableOf<Sent>(`
  application/json | '{"text":"a","id":9007199254740993}' | application/json; charset=utf-8 | '{"text":"a","id":9007199254740994}'
  application/json | '{"text":"a"}' | application/vnd.note+json; charset=utf-8 | '{"text":"a","id":1}' | application/vnd.note+json
  application/x-www-form-urlencoded | 'text=a&id=9007199254740993&tags=b' | application/json; charset=utf-8 | '{"text":"a","id":9007199254740994}'
  text/plain | 'é' | text/plain; charset=utf-8 | 'É'
  image/png | bytes | image/png | bytes
`),
  [PARTS, parts, TEXT, 't 9007199254740993 a image/png 5'],
  [PARTS, fewer, TEXT, 't 1 a image/png 3'],
  ['application/jsonl', LINES, TEXT, '9007199254740993,0'],
]

for (const [type, payload, answerType, body, accept] of sent) {
  t.test(`${type} is answered as ${answerType}`, async (t) => {
    const headers = { 'content-type': type, ...(accept !== undefined && { accept }) }
    const response = await app.inject({ method: 'POST', url: '/notes', headers, payload })
    t.equal(response.statusCode, 200, response.body)
    t.equal(response.headers['content-type'], answerType)
    t.equal(response.headers['x-count'], '1')
    t.equal(response.body, body)
  })
}

t.test('results that the compiler refuses are not sent', async (t) => {
  const post = { method: 'POST', url: '/notes', payload: { text: 'a' } } as const
  for (const wrong of [refused, incomplete]) {
    const app = await serveContract(t, contract, { handlers: wrong })
    t.equal((await app.inject(post)).statusCode, 500)
  }
  const app = await serveContract(t, contract, { handlers: refused })
  await t.rejects(app.inject('/notes'), /destroyed/, 'what has begun to be sent ends')
})

t.test('events are sent as they come', async (t) => {
  const response = await app.inject('/notes')
  t.equal(response.headers['content-type'], 'text/event-stream; charset=utf-8')
  t.equal(
    response.body,
    ':\n\nevent: note\ndata: {"text":"a","id":1}\n\nevent: note\ndata: {"text":"a","id":2}\n\n',
  )
})
