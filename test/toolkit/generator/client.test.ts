import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import type { GenerateOptions } from '#toolkit/generator/generate-options.js'
import { parse } from '#toolkit/generator/load/source.js'
import { problemsOf } from '../../helpers/made.js'
import { CLIENT_DOCUMENT } from '../client/document.js'

function generated(options: GenerateOptions) {
  return generateFrom(parse('a.yaml', CLIENT_DOCUMENT), options).files
}

const USE = `
import createClient from 'openapi-fetch'
import { bodySerializer, injectFetch } from 'fastify-contract/client'
import fastify from 'fastify'
import type { paths } from './client.js'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const is = <T extends true>(value?: T) => value

const client = createClient<paths>({ baseUrl: 'http://localhost', fetch: injectFetch(fastify()), bodySerializer })
const params = { path: { id: 1n } }
const body = { n: 1n }

const { data, error, response } = await client.PUT('/values/{id}', { params, body })
if (data !== undefined) {
  is<Same<typeof data.n, bigint>>()
  is<Same<typeof error, undefined>>()
  is<Same<NonNullable<typeof data.made>, string>>()
} else if ('message' in error) is<Same<typeof error.message, string>>()
else if ('held' in error) is<Same<typeof error.held, bigint>>()
response.status satisfies number

const all = { path: { id: 1n }, query: { limit: 3n, kinds: ['a', 'b'] as ('a' | 'b')[] }, header: { 'x-key': 'k' } }
await client.PUT('/values/{id}', { params: all, body: { n: 1n, secret: 's' } })
const number = await client.GET('/numbers')
is<Same<typeof number.data, bigint | undefined>>()
await client.POST('/text', { body: 'a' })
await client.POST('/text')
await client.POST('/parts', { body: new FormData() })
await client.POST('/bytes', { body: new Blob([]) })
await client.DELETE('/text')
`

/** Calls that do not compile, and where. */
const WRONG: readonly string[] = [
  "await client.GET('/numbers', { params: { query: { from: 'a' } } })",
  "await client.DELETE('/text', { params: { query: { a: 1 } } })",
  "await client.GET('/value')",
  "await client.GET('/values/{id}')",
  "await client.PUT('/values/{id}', { body })",
  "await client.PUT('/values/{id}', { params: { path: {} }, body })",
  "await client.PUT('/values/{id}', { params: { path: { id: 1 } }, body })",
  "await client.PUT('/values/{id}', { params: { path: { id: 1n }, query: { kinds: ['c'] } }, body })",
  "await client.PUT('/values/{id}', { params })",
  "await client.PUT('/values/{id}', { params, body: {} })",
  "await client.PUT('/values/{id}', { params, body: { n: 1 } })",
  "await client.POST('/form')",
  'data.n',
  'const { secret } = data ?? (() => { throw new Error() })(); secret satisfies string',
]

t.test('createClient takes the paths, and the compiler refuses wrong calls', async (t) => {
  for (const formats of [{}, { 'date-time': 'Date' }]) {
    const wrong = WRONG.map((line) => `// @ts-expect-error\n${line}\n`)
    const use = { name: 'use.ts', text: `${USE}${wrong.join('')}` }
    const files = generated({ client: true, formats })
    const found = files.some(({ name }) => name === 'client-types.ts')
    t.equal(found, 'date-time' in formats)
    t.same(await problemsOf(t, [...files, use], { skipLibCheck: true }), [])
  }
})

t.test('only who asks for a client gets one, in either language', async (t) => {
  const names = (options: GenerateOptions) => generated(options).map(({ name }) => name)
  t.notOk(names({}).includes('client.ts'))
  const found = names({ client: true }).filter((name) => !names({}).includes(name))
  t.same(found, ['client.ts'])
  t.notOk(names({ client: true, language: 'javascript' }).some((name) => /client/.test(name)))
})

t.test('a client without int64s has numbers', async (t) => {
  const files = generated({ client: true, int64: 'number' })
  const text = files.find(({ name }) => name === 'client.ts')?.text ?? ''
  t.match(text, 'path: types.PutValueParams\n')
  t.match(text, "query?: contract.Optional<types.PutValueQuery, 'limit'>")
  t.match(text, '/** @deprecated */')
})
