import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { serveContract } from '../../helpers/serve-document.js'
import { codeFolder, ROOT, typeCheck, writeFiles } from '../../helpers/tsc.js'

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
