import type { Contract } from 'fastify-contract'
import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import type { CompiledSchema, LazyOperation, OperationParts } from '#toolkit/runtime/contract.js'
import { whenLoaded } from '#toolkit/runtime/routing/late.js'
import { contractOf, serveContract } from '../../../helpers/serve-document.js'

/** Schemas in a circle, each too long to stand in one file with another. */
const NAMES = ['alpha', 'beta', 'gamma', 'delta']
const ref = (name: string | undefined) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ 'application/json': { schema } })
const members = Object.fromEntries(
  Array.from({ length: 120 }, (_, n) => [`m${n}`, { type: 'string', maxLength: n }]),
)
const schemas = NAMES.map((name, n) => [
  name,
  {
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: name }, next: ref(NAMES[(n + 1) % NAMES.length]), ...members },
    unevaluatedProperties: name === 'delta' && false,
    allOf: [{ properties: { other: ref(NAMES[(n + 2) % NAMES.length]) } }],
  },
])
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Circle', version: '1' },
  paths: Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => {
      const content = json(ref(NAMES[n % NAMES.length]))
      const operationId = `${'abcdef'[n % 6]}${n}`
      const responses = { 200: { description: 'd', content } }
      return [`/${n}`, { post: { operationId, requestBody: { content }, responses } }]
    }),
  ),
  components: { schemas: Object.fromEntries(schemas) },
})

const VALUE = {
  kind: 'alpha',
  m5: '12345',
  next: { kind: 'beta', next: { kind: 'gamma' }, other: { kind: 'delta' } },
}
const echo = ({ body }: { body: object }) => ({ status: 200, body })
const handlers = { a0: echo }
const headers = { 'content-type': 'application/json' }
const post = (payload: object) => ({ method: 'POST' as const, url: '/0', payload, headers })

/** What judges the answer of the first operation. */
async function validatorOf({ operations: [first] }: Contract) {
  const { load, parts } = first as LazyOperation
  const { responses } = (await load())[parts] as OperationParts
  const { validate } = Object(responses['200'])['application/json'] as CompiledSchema
  return validate
}

t.test('no file of a circle imports another', (t) => {
  const { files } = generateFrom(parse('a.json', document))
  const parts = files.filter(({ name }) => name.startsWith('parts/'))
  t.ok(parts.length > NAMES.length)
  for (const { name, text } of parts) t.notMatch(text, /from '\.\//, name)
  const late = files.find(({ name }) => name === 'late.ts')
  for (const name of NAMES) t.match(late?.text, `import('./parts/_${name}.js')`)
  t.end()
})

t.test('what stands elsewhere is loaded when a value needs it', async (t) => {
  const contract = await contractOf(t, document)
  const validate = await validatorOf(contract)
  t.throws(() => validate(VALUE), { message: 'isalpha is not loaded yet' })
  t.equal(await whenLoaded(() => validate({ kind: 'alpha' })), true)
  t.throws(() => validate(VALUE), { message: /^is(beta|gamma) is not loaded yet$/ })

  const app = await serveContract(t, contract, { handlers })
  t.same((await app.inject(post(VALUE))).json(), VALUE)
  t.equal(validate(VALUE), true, 'once for all')
  for (const other of [
    { kind: 'beta' },
    { kind: 'delta', more: 1 },
    { kind: 'delta', m3: '1234' },
  ]) {
    const response = await app.inject(post({ ...VALUE, next: { ...VALUE.next, other } }))
    t.equal(response.statusCode, 400)
    t.match(response.body, 'body/next/other')
  }
})

t.test('all is loaded before the app is ready where that is asked for', async (t) => {
  const contract = await contractOf(t, document)
  const app = await serveContract(t, contract, { handlers, load: 'eager' })
  await app.ready()
  const validate = await validatorOf(contract)
  t.equal(validate(VALUE), true)
})

t.test('nothing is late where no file calls another', (t) => {
  const paths = Array.from({ length: 60 }, (_, n) => {
    const schema = { type: 'object', properties: members }
    const responses = { 200: { description: 'd', content: json(schema) } }
    return [`/${n}`, { get: { operationId: `${'abcdef'[n % 6]}${n}`, responses } }]
  })
  const info = { title: 'Apart', version: '1' }
  const text = JSON.stringify({ openapi: '3.1.0', info, paths: Object.fromEntries(paths) })
  const { files } = generateFrom(parse('a.json', text))
  t.ok(files.filter(({ name }) => name.startsWith('parts/')).length > 1)
  t.notOk(files.some(({ name }) => name === 'late.ts'))
  t.notMatch(files.find(({ name }) => name === 'contract.ts')?.text, 'late')
  t.end()
})
