import { errors, HttpRefusal, statusOf } from 'fastify-contract'
import t from 'tap'
import { toHttpRefusal } from '#toolkit/runtime/errors/violations.js'
import { JsonSyntaxError } from '#toolkit/runtime/json/syntax-error.js'

const failed = (facts: object) => Object.assign(new Error('secret'), facts)
const teapot = { error: 41800, message: "I'm a Teapot." }

const broken = (...validation: object[]) => failed({ validation, validationContext: 'querystring' })
const told = (message: string | RegExp, error = 40002) => ({ error, message })
const LONG = { instancePath: `/${'a'.repeat(500)}`, message: 'must be b' }

const rows: [name: string, thrown: unknown, body: { error: number; message: string | RegExp }][] = [
  ['an error of ours', new HttpRefusal(errors.forbidden), errors.forbidden],
  ['broken JSON', new JsonSyntaxError('depth'), told(/: the text is nested too deeply\.$/, 40001)],
  [
    'violations',
    broken({ instancePath: '/a', message: 'must be b' }, {}),
    told('The request breaks the contract: query/a must be b; query is not valid.'),
  ],
  ['a violation at a long name', broken(LONG), told(/: query\/a{199}… must be b\.$/)],
  [
    'violations of an unknown part',
    failed({ validation: [{}] }),
    told(/: request is not valid\.$/),
  ],
  ['what looks like them', failed({ validation: true, statusCode: 400 }), errors.badRequest],
  ['a status that has a row', failed({ statusCode: 413 }), errors.bodyTooLarge],
  ['a status that has none', failed({ statusCode: 418 }), teapot],
  ['a status of a server', failed({ statusCode: 503 }), errors.unavailable],
  ['a status of a server without a row', failed({ statusCode: 502 }), told('Bad Gateway.', 50200)],
  ...[500, 499, 200, 302, '404', undefined].map((statusCode) => {
    return [`the status ${statusCode}`, failed({ statusCode }), errors.internal] as never
  }),
  ['a plain object', { statusCode: 404 }, errors.notFound],
  ['a text', 'secret', errors.internal],
  ['nothing', undefined, errors.internal],
  ['null', null, errors.internal],
]

for (const [name, thrown, body] of rows) {
  t.test(name, async (t) => {
    const error = toHttpRefusal(thrown)
    t.ok(error instanceof HttpRefusal)
    t.match(error.body, body)
    t.equal(error.statusCode, statusOf(error.body))
    t.equal(error.message, error.body.message)
    t.notMatch(error.message, 'secret')
    t.ok(error === thrown || error.cause === thrown, 'the cause is kept')
  })
}

t.test('the table has one row per code, each an int32 of a status, in order', async (t) => {
  const codes = Object.values(errors).map(({ error }) => error)
  t.same(
    codes,
    [...new Set(codes)].sort((a, b) => a - b),
  )
  for (const row of Object.values(errors)) {
    t.ok(statusOf(row) >= 400 && statusOf(row) <= 599, row.message)
    t.ok(row.error < 2 ** 31)
  }
  const general = codes.map((code) => Math.floor(code / 100) * 100)
  t.same(
    general.filter((code) => !(codes as number[]).includes(code)),
    [],
    'each status has a general row',
  )
})

t.test('an error has detail, headers and cause', async (t) => {
  const cause = new Error('cause')
  const error = new HttpRefusal(errors.malformedBody, {
    detail: 'why.',
    headers: { a: 'b' },
    cause,
  })
  t.match(error, { name: 'HttpRefusal', statusCode: 400, headers: { a: 'b' }, cause })
  t.same(error.body, { error: 40001, message: 'The request body is not valid JSON: why.' })
  t.same(new HttpRefusal(errors.forbidden).headers, {})
})
