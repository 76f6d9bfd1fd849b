import { createServer } from 'node:http'
import fastify from 'fastify'
import t, { type Test } from 'tap'
import { conform } from '#toolkit/conformance/index.js'
import { documentOf } from '../helpers/documents.js'
import { urlOf } from '../helpers/serving.js'

const DOCUMENT = documentOf(`
  GET /pets/{petId} getPet | {path: {petId: {type: integer}}, 200: null, 404: null}
  GET /pets listPets | {200: null, 404: null}
  servers | [{url: 'https://api.example.com/api/v3'}]
`)

/** Limits that no run reaches, on any machine. */
const UNHURRIED = { time: 3600, requestTime: 600, depth: 'examples' } as const

const server = (t: Test, path: string) =>
  urlOf(
    t,
    createServer(({ url }, response) => response.writeHead(url === path ? 200 : 404).end()),
  )

t.test('a base URL without the base path of the document is one line', async (t) => {
  const url = await server(t, '/api/v3/pets')
  const message = `nothing is tested: the paths of the document begin at /api/v3 (its \`servers\`), not at /; give --url ${url}/api/v3`
  const name = 'MisplacedPaths'
  await t.rejects(conform({ document: DOCUMENT, target: url, ...UNHURRIED }), { name, message })
})

t.test('an app without its prefix is one line, too', async (t) => {
  const app = fastify()
  app.get('/api/v3/pets', async () => '')
  await t.rejects(conform({ document: DOCUMENT, target: app, ...UNHURRIED }), {
    message: /not at \/; give prefix: '\/api\/v3'$/,
  })
})

t.test('a server is tested where the paths of the document are', async (t) => {
  for (const [path, base] of [
    ['/api/v3/pets', '/api/v3'],
    ['/pets', ''],
    ['/gateway/api/v3/pets', '/gateway/api/v3'],
    // Neither here nor there: a run says more.
    ['/elsewhere', ''],
  ] as const) {
    const url = await server(t, path)
    const report = await conform({ document: DOCUMENT, target: `${url}${base}`, ...UNHURRIED })
    t.equal(report.coverage.length, 2, path)
  }
})
