import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { listen } from '../../../helpers/wire.js'
import { contractIn, keeping } from '../keeping.js'

const TEXT = '{ type: string }'
const LIST = '{ type: array, items: { type: string } }'

/** An operation whose path has parameters of these schemas. */
const operation = (path: string, schemas: Record<string, string>, more = '') => {
  const parameters = Object.entries(schemas).map(
    ([name, schema]) => `{ name: ${name}, in: path, required: true, schema: ${schema}${more} }`,
  )
  return `GET ${path}: { parameters: [${parameters}] }\n`
}
const contract = await contractIn(
  operation('/label{p}', { p: TEXT }, ', style: label') +
    operation('/two/{a}:{b}', { a: TEXT, b: LIST }) +
    operation("/odata('{key}')/x", { key: TEXT }) +
    operation('/list/{p}/end', { p: LIST }) +
    operation('/listed/{a}{b}', { a: TEXT, b: '{ type: string, enum: [.json, .xml] }' }) +
    operation('/beside/{a}{b}', { a: TEXT, b: TEXT }) +
    operation('/three/{a}.{b}:{c}', { a: TEXT, b: TEXT, c: TEXT }) +
    operation('/slash/{p}/', { p: LIST }),
)

/** Sends a target as it is: clients of a higher level would tidy it. */
async function send(port: number, path: string): Promise<[status: number, body: string]> {
  const [response] = (await once(get({ port, path, agent: false }), 'response')) as [
    IncomingMessage,
  ]
  return [response.statusCode as number, await text(response)]
}

async function check(
  t: Test,
  server: object,
  prefix: string,
  table: readonly (readonly [target: string, want: unknown])[],
): Promise<void> {
  const { app, kept } = await keeping(t, contract, { prefix, server })
  const port = await listen(app)
  for (const [target, want] of table) {
    const [status, body] = await send(port, target)
    t.equal(status, typeof want === 'number' ? want : 204, `${target} ${body}`)
    t.strictSame(kept.splice(0), typeof want === 'number' ? [] : [{ params: want }], target)
  }
}

t.test('parameters beside other text', (t) =>
  check(t, {}, '', [
    ['/label.', { p: '' }],
    ['/label.a', { p: 'a' }],
    ['/label%2Ea', 400],
    ['/two/a:b,c', { a: 'a', b: ['b', 'c'] }],
    ['/two/a%3Ab:c%2Cd,e', { a: 'a:b', b: ['c,d', 'e'] }],
    ['/two/a%3Ab', { a: 'a', b: ['b'] }],
    ['/two/a:b:c', { a: 'a:b', b: ['c'] }],
    ['/two/a:b:', { a: 'a', b: ['b:'] }],
    ['/two/a:b:c%2Cd', { a: 'a:b', b: ['c,d'] }],
    ['/two/a:b%2C:', { a: 'a', b: ['b,:'] }],
    ['/three/71.441.json:a', { a: '71.441', b: 'json', c: 'a' }],
    ['/three/x.y.:z', { a: 'x', b: 'y.', c: 'z' }],
    ['/three/x..:q:z', { a: 'x.', b: ':q', c: 'z' }],
    ['/three/x.%25.:q:z', { a: 'x.%', b: ':q', c: 'z' }],
    ['/three/x.%3A', 404],
    ['/three/x', 404],
    ["/odata('a%27b')/x", { key: "a'b" }],
    ["/odata('a')b')/x", { key: "a')b" }],
    ['/odata(%27a%27)/x', { key: 'a' }],
    ['/two/:b', 404],
    ['/listed/a.b.json', { a: 'a.b', b: '.json' }],
    ['/listed/a%20b%2Exml', { a: 'a b', b: '.xml' }],
    ['/listed/a', 404],
    ['/beside/%F0%9F%92%9Aa', { a: '💚', b: 'a' }],
    ['/beside/%F0%9F%92%9A', 404],
    ['/listed/.json', 404],
    ['/two/%ff:a', 400],
    ['http://host/list/a%2Cb,c/end?p=x,y', { p: ['a,b', 'c'] }],
  ]),
)

t.test('under a prefix', (t) =>
  check(t, {}, '/v1/{x}', [
    ['/v1/{x}/list/a%2Cb,c/end?x=/y', { p: ['a,b', 'c'] }],
    ['/v1/%7Bx%7D/list/a%2Cb/end', { p: ['a,b'] }],
    ['/v1/%7Bx%7D/slash/a%2Cb/', { p: ['a,b'] }],
  ]),
)

const LENIENT = { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, caseSensitive: false }

t.test('a host may treat some targets as equal', (t) =>
  check(t, { routerOptions: LENIENT }, '/v1', [
    ['/V1/LIST/a%2Cb,c/END/', { p: ['a,b', 'c'] }],
    ['/v1//list///a%2Cb,c/end', { p: ['a,b', 'c'] }],
    // It can no longer be told where the items ended.
    ['/v1/list/a%2Cb,c//end', { p: ['a', 'b', 'c'] }],
    ['/v1/list/a%2Cb,c/end//', { p: ['a', 'b', 'c'] }],
    ['/v1/slash/a%2Cb', { p: ['a,b'] }],
  ]),
)

t.test('a host that rewrites targets decides which one is read', (t) =>
  check(t, { rewriteUrl: () => '/list/a%2Cb/end' }, '', [['/anything', { p: ['a,b'] }]]),
)

t.test('a host decides how long a path parameter may be', async (t) => {
  const long = 'a'.repeat(101)
  await check(t, {}, '', [[`/list/${long}/end`, 414]])
  const server = { routerOptions: { maxParamLength: 1000 } }
  await check(t, server, '', [[`/list/${long}/end`, { p: [long] }]])
})
