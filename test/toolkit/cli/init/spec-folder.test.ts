import t from 'tap'
import { workshop } from './workshop.js'

const DOCUMENT = "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: {}\n"
const PART = 'Pet: { type: object }\nmore:\n  openapi: no\n'

const only: [name: string, text: string][] = [
  ['pets.yaml', DOCUMENT],
  ['pets.yml', `# Of pets\n${DOCUMENT}`],
  ['pets.yaml', `{ ${DOCUMENT.trim().replaceAll('\n', ', ')} }`],
  ['pets.json', '{ "info": { "title": "Pets", "version": "1" }, "paths": {}, "openapi": "3.1.0" }'],
  ['pets.json', '{ "swagger": "2.0", "info": { "title": "Pets", "version": "1" }, "paths": {} }'],
]
for (const [name, text] of only) {
  t.test(`the only document in spec is taken, whatever its name: ${name}, ${text}`, async (t) => {
    const { init, list, read, manifest } = workshop(t, {
      spec: { [name]: text, 'part.yaml': PART, 'part.json': '[]', 'a.txt': DOCUMENT, more: {} },
    })
    t.match(await init(), { code: 0, err: [] })
    t.notOk(list().includes('spec/openapi.yaml'))
    t.match(await read('generated/contract.ts'), `Generated from spec/${name} by `)
    t.match(await read('fastify-contract.config.json'), `"spec": "spec/${name}"`)
    t.match(await manifest(), { scripts: { generate: 'fastify-contract generate' } })
  })
}

t.test('of several documents in spec one has to be named', async (t) => {
  const { init, list, root } = workshop(t, {
    spec: { 'openapi.yaml': '', 'pets.yaml': DOCUMENT, 'part.yaml': PART },
  })
  const before = list()
  t.match(await init(), {
    code: 1,
    out: [],
    err: ['spec/openapi.yaml, spec/pets.yaml: are 2 documents; name one of them with --spec FILE'],
  })
  t.same(list(), before)
  t.match(await init('--spec', `${root}/spec/pets.yaml`), { code: 0 })
})

t.test('parts of documents are not documents', async (t) => {
  const { init, list } = workshop(t, { spec: { 'part.yaml': PART } })
  t.match(await init(), { code: 0 })
  t.ok(list().includes('spec/openapi.yaml'))
})
