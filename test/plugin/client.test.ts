import path from 'node:path'
import fastify from 'fastify'
import { bodySerializer, exactIntegers, injectFetch } from 'fastify-contract/client'
import createClient from 'openapi-fetch'
import t from 'tap'
import { generate } from '#toolkit/generator/generate.js'
import { contract } from '../../generated/contract.js'
import { bearer, plantStore } from '../../src/index.js'
import { memory } from '../../src/store/memory.js'
import { codeFolder, ROOT, typeCheck, writeFiles } from '../helpers/tsc.js'

const LARGE = 2n ** 63n - 1n

t.test('a client creates a plant with an exact id, and is told why one is refused', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  const store = memory()
  const security = { bearerAuth: bearer(['a-token']) }
  await app.register(plantStore, { prefix: '/v1', store, security })
  // biome-ignore lint/suspicious/noExplicitAny: the next test is about types
  const client = createClient<any>({
    baseUrl: 'http://localhost/v1',
    headers: { authorization: 'Bearer a-token' },
    fetch: injectFetch(app),
    bodySerializer,
  })
  client.use(exactIntegers(contract))
  const create = (name: string) => client.POST('/plants', { body: { id: LARGE, name } })
  t.same((await create('fern')).data, { name: 'fern' })
  t.match(await create('moss'), { response: { status: 409 }, error: { error: 40901 } })
})

const USE = `
import createClient from 'openapi-fetch'
import type { paths } from './client.js'

const client = createClient<paths>({ baseUrl: 'http://localhost' })
const { data, error } = await client.POST('/plants', { body: { id: 1n, name: 'fern' } })
if (error === undefined) data.name satisfies string
else error.message satisfies string
// @ts-expect-error: an id is a bigint
await client.POST('/plants', { body: { id: 1, name: 'fern' } })
// @ts-expect-error: there is no such path
await client.GET('/planets')
`

t.test('the types of its client are those of the document', async (t) => {
  const folder = codeFolder(t)
  const { files } = generate(path.join(ROOT, 'spec/openapi.yaml'), { client: true })
  await writeFiles(folder, [...files, { name: 'use.ts', text: USE }])
  t.same(await typeCheck(folder, { skipLibCheck: true }), [])
})
