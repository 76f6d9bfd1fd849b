import { readFile } from 'node:fs/promises'
import path from 'node:path'
import Fastify from 'fastify'
import { serveErrors } from 'fastify-contract'
import { conform, formatReport } from 'fastify-contract/conformance'
import t from 'tap'
import { bearer, plantStore } from '../../src/index.js'
import { memory } from '../../src/store/memory.js'
import { ROOT } from '../helpers/tsc.js'

const token = 'conformance-token'
const document = JSON.parse(await readFile(path.join(ROOT, 'generated/openapi.json'), 'utf8'))
const { requestBody } = document.paths['/plants'].post

async function host() {
  const app = Fastify()
  t.teardown(() => app.close())
  serveErrors(app)
  const security = { bearerAuth: bearer([token]) }
  await app.register(plantStore, { prefix: '/garden', store: memory(), security })
  return app
}

t.test('the plugin keeps its contract in an app of a host', async (t) => {
  const report = await conform({ document, target: await host(), prefix: '/garden', token })
  t.ok(report.isClean, formatReport(report))
})

t.test('the examples of the document are created', async (t) => {
  const app = await host()
  const { examples } = requestBody.content['application/json']
  const headers = { authorization: `Bearer ${token}` }
  for (const { value: payload } of Object.values<{ value: object }>(examples)) {
    const answer = await app.inject({ method: 'POST', url: '/garden/plants', headers, payload })
    t.equal(answer.statusCode, 200, answer.body)
  }
})
