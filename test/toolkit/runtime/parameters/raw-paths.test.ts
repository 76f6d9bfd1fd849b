import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { type AnyHandlers, contractOf, serveContract } from '../../../helpers/serve-document.js'
import { listen } from '../../../helpers/wire.js'

const TEXT = '{ type: string }'
const LIST = '{ type: array, items: { type: string } }'
const DONE = "{ '204': { description: Done. } }"
const contract = await contractOf(
  t,
  `
openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  '/label{p}': { get: { operationId: label, responses: ${DONE}, parameters: [
    { name: p, in: path, required: true, style: label, schema: ${TEXT} } ] } }
  '/two/{a}:{b}': { get: { operationId: two, responses: ${DONE}, parameters: [
    { name: a, in: path, required: true, schema: ${TEXT} }, { name: b, in: path, required: true, schema: ${LIST} } ] } }
  "/odata('{key}')/x": { get: { operationId: odata, responses: ${DONE}, parameters: [
    { name: key, in: path, required: true, schema: ${TEXT} } ] } }
  '/list/{p}/end': { get: { operationId: list, responses: ${DONE}, parameters: [
    { name: p, in: path, required: true, schema: ${LIST} } ] } }
  '/listed/{a}{b}': { get: { operationId: listed, responses: ${DONE}, parameters: [
    { name: a, in: path, required: true, schema: ${TEXT} },
    { name: b, in: path, required: true, schema: { type: string, enum: [.json, .xml] } } ] } }
  '/three/{a}.{b}:{c}': { get: { operationId: three, responses: ${DONE}, parameters: [
    { name: a, in: path, required: true, schema: ${TEXT} }, { name: b, in: path, required: true, schema: ${TEXT} },
    { name: c, in: path, required: true, schema: ${TEXT} } ] } }
  '/slash/{p}/': { get: { operationId: slash, responses: ${DONE}, parameters: [
    { name: p, in: path, required: true, schema: ${LIST} } ] } }
`,
)

const handlers = (seen: unknown[]): AnyHandlers => {
  const see = ({ params }: { params?: unknown }) => {
    seen.push(params)
    return { status: 204 }
  }
  return Object.fromEntries(
    ['label', 'two', 'odata', 'list', 'listed', 'slash', 'three'].map((id) => [id, see]),
  )
}

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
  const seen: unknown[] = []
  const app = await serveContract(t, contract, { handlers: handlers(seen), prefix, server })
  const port = await listen(app)
  for (const [target, want] of table) {
    const [status, body] = await send(port, target)
    t.equal(status, typeof want === 'number' ? want : 204, `${target} ${body}`)
    t.strictSame(seen.splice(0), typeof want === 'number' ? [] : [want], target)
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

t.test('a host may treat some targets as equal', (t) =>
  check(
    t,
    {
      routerOptions: {
        ignoreTrailingSlash: true,
        ignoreDuplicateSlashes: true,
        caseSensitive: false,
      },
    },
    '/v1',
    [
      ['/V1/LIST/a%2Cb,c/END/', { p: ['a,b', 'c'] }],
      ['/v1//list///a%2Cb,c/end', { p: ['a,b', 'c'] }],
      // It can no longer be told where the items ended.
      ['/v1/list/a%2Cb,c//end', { p: ['a', 'b', 'c'] }],
      ['/v1/list/a%2Cb,c/end//', { p: ['a', 'b', 'c'] }],
      ['/v1/slash/a%2Cb', { p: ['a,b'] }],
    ],
  ),
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
