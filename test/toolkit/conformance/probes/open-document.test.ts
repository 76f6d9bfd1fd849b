import { load } from 'js-yaml'
import t from 'tap'
import { edgeContext } from '#toolkit/conformance/cases/draw.js'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import { jsonBodies } from '#toolkit/conformance/probes/json/json-bodies.js'
import {
  equalTexts,
  malformedTexts,
  openTexts,
} from '#toolkit/conformance/probes/json/malformed.js'
import { defaultValues } from '#toolkit/conformance/probes/parameters/default-values.js'
import { edgesOfParameters } from '#toolkit/conformance/probes/parameters/edges-of-parameters.js'
import { isOpaque } from '#toolkit/conformance/probes/parameters/meaning.js'
import { randomBodies } from '#toolkit/conformance/probes/random/random-bodies.js'
import { Identities } from '#toolkit/conformance/requests/identities.js'
import { RequestSource } from '#toolkit/conformance/requests/request-source.js'
import type { Asked } from '../helpers/stub-app.js'
import { findsNothing, OPEN, server } from './open-document.js'
import { runApp, runStub } from './probed.js'

t.setTimeout(300_000)

for (const probe of [edgesOfParameters, defaultValues])
  t.test(`${probe.name} of a document that leaves much open`, (t) => findsNothing(t, probe))

t.test('a default is compared where there are lists that stay the same', async (t) => {
  let count = 0
  const lists: [name: string, list: (query: URLSearchParams) => unknown, found: number][] = [
    ['an array', (query) => (query.has('size') ? [1, 2] : [1, 2, 3]), 1],
    ['an array in an object', (query) => ({ items: [query.has('size')] }), 1],
    ['a list that changes by itself', () => [count++], 0],
    ['an object without lists', (query) => ({ next: `${query}` }), 0],
    ['no object', (query) => `${query}`, 0],
    ['no JSON', () => Buffer.from('{'), 0],
  ]
  const paths =
    'GET /plants | {query: {size: {type: integer, default: 2}}, 200: {application/json: {}}}'
  for (const [name, list, expected] of lists) {
    const answer = ({ query }: Asked) => ({ status: 200, body: list(query) })
    const { told } = await runStub(defaultValues, paths, answer)
    const own = told.filter((each) => each.startsWith('default-applied'))
    t.equal(own.length, expected, name)
    if (name === 'an array') t.match(own, [/^default-applied: the items of size=.* \| \[1,2/])
  }
})

t.test('texts of JSON that a document leaves open are not found', async (t) => {
  t.same((await runApp(jsonBodies, OPEN, await server(t))).what, [])
})

t.test('a random fault is shown with the smallest body', async (t) => {
  const { kit } = await runApp(randomBodies, OPEN, await server(t), ({ body }) =>
    /"small":-/.test(String(body)) ? 500 : undefined,
  )
  t.match(kit.violations[0]?.what, /^small is -\d+$/)
})

t.test('JSON of nothing has texts, too', async (t) => {
  for (const text of ['[]', '{}', '[{"a":1}]'])
    t.ok(
      malformedTexts(text).every(({ bytes }) => bytes.length > 0),
      `${text}: no text is empty`,
    )
  const whole = '{"id":5,"name":"fern","tags":["a"]}'
  const inPlace = malformedTexts(whole).filter(({ told }) => / its (?!end)/.test(told))
  const found = inPlace.every(({ bytes }) => !bytes.includes('z'))
  t.ok(found, 'a closed schema has no member more')
  t.equal(inPlace.length, 12)
  const closed = malformedTexts(whole, true).find(({ told }) => told === 'has undefined')
  t.equal(
    String(closed?.bytes),
    `{"id":undefined,${whole.slice(1)}`,
    'the last member of a name counts',
  )
  for (const text of ['{}', '[]', '[1]', '{"a":1}', whole, String.raw`{"a/\u00e9":"x/\n\""}`]) {
    for (const { told, bytes } of [...malformedTexts(text), ...malformedTexts(text, true)]) {
      t.throws(
        () => JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)),
        `${told}: ${bytes}`.slice(0, 80),
      )
    }
    for (const { told, bytes } of equalTexts(text))
      t.same(JSON.parse(bytes.toString()), JSON.parse(text), told)
  }
  t.same(openTexts('[]'), [])
  for (const { told, bytes } of openTexts('{}').filter(({ told }) =>
    /name|proto|member/.test(told),
  )) {
    t.ok(JSON.parse(bytes.toString()), told)
  }
})

t.test('a service may refuse a text that means something', async (t) => {
  const parameter = (name: string, schema: unknown) => ({ name, schema }) as never
  t.ok(isOpaque(parameter('cursor', { type: 'string' })))
  t.ok(isOpaque(parameter('sort', {})))
  t.ok(isOpaque(parameter('updateMask', { type: 'string' })))
  t.ok(isOpaque(parameter('a', true)))
  t.notOk(isOpaque(parameter('sort', { enum: ['a'] })))
  t.notOk(isOpaque(parameter('sort', { const: 'a' })))
  t.notOk(isOpaque(parameter('after', { type: 'integer' })))
  t.notOk(isOpaque(parameter('title', { type: 'string' })))
})

t.test('values of several schemas, large integers among them, are drawn once each', async (t) => {
  const contract = new TestedContract(load(OPEN) as object)
  const { draw } = edgeContext(contract, new RequestSource(contract, new Identities(), 1))
  const both = [
    { type: 'integer', minimum: 3 },
    { type: 'integer', maximum: 4 },
  ]
  t.same(new Set(draw(both, 5)), new Set([3, 4]))
  t.same(new Set(draw(both, 5)), new Set([3, 4]))
  t.same(draw([{ type: 'integer' }, { type: 'string' }], 5), [])
  t.equal(draw([], 1).length, 1)
  t.same(draw([{ enum: [9007199254740993n] }], 2), [9007199254740993n])
})
