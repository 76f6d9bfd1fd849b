import t from 'tap'
import { mediaWithSchema } from '#toolkit/conformance/probes/bodies/body-edges.js'
import { type Calibrated, calibrated } from '#toolkit/conformance/probes/bodies/calibrate.js'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { jsonBodies } from '#toolkit/conformance/probes/json/json-bodies.js'
import { edgesOfParameters } from '#toolkit/conformance/probes/parameters/edges-of-parameters.js'
import { randomBodies } from '#toolkit/conformance/probes/random/random-bodies.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import { validParts } from '#toolkit/conformance/run/base-request.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { parseJson } from '#toolkit/runtime/json/parse.js'
import { ANYWHERE } from '#toolkit/validation/conversions/conversions.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor, probed } from '../helpers/kit.js'
import { type Asked, stubApp } from '../helpers/stub-app.js'
import { runStub } from './probed.js'

/** An operation with a body of a schema, and members of its media type. */
const posting = (schema: object, more: object = {}) => {
  const content = { 'application/json': { schema, ...more } }
  const responses = { 204: { description: 'It.' }, 400: { description: 'Wrong.' } }
  return { '/a': { post: { requestBody: { required: true, content }, responses } } }
}

/** The value of a body; nothing for what is no JSON. */
function sentIn({ payload }: Asked): unknown {
  try {
    return parseJson(Buffer.from(String(payload)), ANYWHERE)
  } catch {
    return undefined
  }
}

/** Answers as a rule about bodies says. */
const refusing = (isRight: (value: unknown) => boolean) => (asked: Asked) => ({
  status: isRight(sentIn(asked)) ? 204 : 400,
})

t.test('each documented example is accepted', async (t) => {
  const examples = { one: { value: { n: 1 } }, two: { value: { n: 2 } }, three: { value: 3 } }
  const paths = posting({ type: 'object' }, { examples })
  const found = async (isRight: (value: unknown) => boolean) =>
    (await runStub(validRequests, paths, refusing(isRight))).told
  t.same(await found((value) => Object(value).n !== undefined), [])
  t.same(await found((value) => Object(value).n === 1), [
    'example-accepted: a documented success | status 400, no body',
  ])
})

/** What the kit learns of the bodies that a service accepts. */
async function learnt(schema: object, example: unknown, isRight: (value: unknown) => boolean) {
  let found: Calibrated | undefined
  const probe: Probe = {
    name: 'calibration',
    async run(kit, operation) {
      const [media] = mediaWithSchema(operation)
      if (media) found = await calibrated({ kit, parts: validParts(kit, operation), media })
    },
  }
  const { told } = await runStub(probe, posting(schema, { example }), refusing(isRight))
  return { told, left: found?.left, values: found?.bases.map(({ value }) => value) }
}

t.test('members that a service refuses for what they mean are left out', async (t) => {
  const number = { type: 'integer' }
  const schema = {
    type: 'object',
    properties: { a: number, b: number, c: number },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
  }
  const full = { a: 1, b: 2, c: 3 }
  const names = (value: unknown) => Object.keys(Object(value)).join()
  const one = await learnt(schema, full, (value) => names(value) === 'b')
  t.same([one.left, one.values], [['a', 'c'], [{ b: 2 }]])
  const two = await learnt(schema, full, (value) => ['b', 'b,c'].includes(names(value)))
  t.same([two.left, two.values], [['a'], [{ b: 2, c: 3 }]])
  const nothing = await learnt(schema, full, () => false)
  t.same([nothing.left, nothing.values], [[], [full]])
  t.same(nothing.told, ['valid-accepted: a documented success | status 400, no body'])
})

t.test('edges of what may be named once come with another thing each time', async (t) => {
  const text = '{type: string}'
  const contract = contractOf(`
    POST /seats | {201: {type: object, properties: {id: ${text}}}}
    GET /seats/{id} | {path: {id: ${text}}, 200: null, 404: null}
    POST /tickets ticket | {asks: {type: object, required: [seatId], properties: {seatId: ${text}, price: {type: integer, maximum: 60}}}, 201: null, 400: null, 409: null}
  `)
  const found = async (most: number) => {
    const seats = new Map<unknown, boolean>()
    const { app } = stubApp((asked) => {
      const { seatId, price = 0 } = Object(sentIn(asked))
      if (asked.path !== '/tickets') {
        seats.set(`s${seats.size}`, false)
        return { status: 201, body: { id: `s${seats.size - 1}` } }
      }
      if (!Number.isInteger(price) || price > most || !seats.has(seatId)) return { status: 400 }
      if (seats.get(seatId)) return { status: 409 }
      seats.set(seatId, true)
      return { status: 201 }
    })
    const kit = kitFor(contract, app)
    await kit.prepare()
    return (await probed(kit, [edgesOfBodies, randomBodies], 'ticket')).what
  }
  t.same(await found(60), [])
  t.same(await found(61), ['invalid-refused: price is above its maximum: 61'])
})

t.test('a plain text has the length that its schema says', async (t) => {
  const text = '{schema: {type: string, minLength: 1, maxLength: 20}}'
  const paths = `POST /a | {asks: {text/plain: ${text}}, 204: null, 400: null}`
  const found = async (most: number) =>
    (
      await runStub(edgesOfBodies, paths, ({ payload }) => {
        const { length } = [...String(payload)]
        return { status: length > 0 && length <= most ? 204 : 400 }
      })
    ).what
  t.same(await found(20), [])
  t.ok((await found(21)).includes('invalid-refused: the body has 21 characters, 20 is the most'))
  t.ok((await found(19)).includes('valid-accepted: the body has 20 characters, the most'))
})

t.test('a body without members is taken as a whole, or not at all', async (t) => {
  const schema = { type: 'array', items: { type: 'integer' } }
  const { left, values, told } = await learnt(schema, [1], () => false)
  t.same([left, values], [[], [[1]]])
  t.same(told, ['valid-accepted: a documented success | status 400, no body'])
})

t.test('what is no JSON is refused for that, not for the state of the service', async (t) => {
  const paths = 'POST /a | {asks: {type: object}, 204: null, 400: null, 409: null}'
  const found = async (valid: number, malformed: number) => {
    const answer = (asked: Asked) => ({ status: sentIn(asked) === undefined ? malformed : valid })
    return (await runStub(jsonBodies, paths, answer)).told.filter((each) => each.includes('40'))
  }
  const told = 'a refusal of the body (400), since a valid one is accepted'
  const wrong = `json-refused: ${told} | status 409, no body`
  t.same(await found(204, 409), [wrong, wrong], 'what is cut off, and what is empty')
  t.same(await found(204, 400), [])
  t.same(await found(409, 409), [], 'another request is refused for the state, too')
})

/** Reads JSON with some mistakes taken out of it. */
const mending = (wrong: RegExp, right: string) => (asked: Asked) => {
  const mended = String(asked.payload).replace(wrong, right)
  return { status: sentIn({ ...asked, payload: Buffer.from(mended) }) === undefined ? 400 : 204 }
}

t.test('what is nearly JSON is refused', async (t) => {
  const found = async (wrong: RegExp, right: string) => {
    const { told } = await runStub(jsonBodies, posting({ type: 'object' }), mending(wrong, right))
    return told.length
  }
  t.equal(await found(/^$/, ''), 0)
  for (const wrong of [/\/\/.*\n/, /#.*\n/, /\\(?=')/]) t.ok(await found(wrong, ''), `${wrong}`)
  t.ok(await found(/,,/, ','), 'two commas')
})

t.test('a text in escapes is the text', async (t) => {
  const properties = '{name: {type: string}, size: {type: integer}}'
  const text = `{type: object, properties: ${properties}, required: [name]}`
  const echoing = `POST /a | {asks: ${text}, 200: ${text}, 400: null}`
  const found = async (change: (name: string) => string) => {
    const { checks } = await runStub(jsonBodies, echoing, (asked) => {
      const sent = Object(sentIn({ ...asked, payload: Buffer.from(change(String(asked.payload))) }))
      return typeof sent.name === 'string'
        ? { status: 200, body: { name: sent.name, size: sent.size } }
        : { status: 400 }
    })
    return checks
  }
  t.same(await found((body) => body), [])
  t.same(await found((body) => body.replace(/\\ud83c\\udf31/, '?')), ['round-trip'])
  t.same(await found((body) => body.replace(/\\\//, '\\x')), ['valid-accepted'])
})

t.test('a text that UTF-8 cannot hold is never sent', async (t) => {
  const lone = '\ud800'
  const schema = {
    type: 'object',
    required: ['kind'],
    properties: { kind: { enum: ['a', lone] }, name: { type: 'string' } },
    additionalProperties: false,
  }
  const isRight = (value: unknown) => Object(value).kind === 'a'
  for (const probe of [validRequests, jsonBodies, edgesOfBodies, randomBodies]) {
    const bodies: string[] = []
    const paths = posting(schema, { example: { kind: 'a', name: lone } })
    await runStub(probe, paths, (asked) => {
      bodies.push(String(asked.payload))
      return refusing(isRight)(asked)
    })
    const found = bodies.some((each) => each.includes('"kind":"a"'))
    t.ok(found, probe.name)
    const seen = bodies.some((each) => /"(name|kind)":"(\\ud800|\ufffd)"/i.test(each))
    t.notOk(seen, 'what stands for it is not sent either')
  }
})

t.test('random integers above all that a number holds', async (t) => {
  const minimum = 2 ** 60
  const properties = { count: { type: 'integer', minimum }, on: { type: 'boolean' } }
  const schema = { type: 'object', required: ['count'], properties, additionalProperties: false }
  const sent = new Set<bigint>()
  const isRight = (value: unknown) => {
    const { count, on = true, ...others } = Object(value)
    const isCount = typeof count === 'bigint' && count >= BigInt(minimum)
    if (isCount) sent.add(count)
    return isCount && typeof on === 'boolean' && Object.keys(others).length === 0
  }
  const paths = posting(schema, { example: { count: 2 ** 61, on: true } })
  const { told } = await runStub(randomBodies, paths, refusing(isRight))
  t.same(told, [])
  t.ok(sent.size > 0)
})

t.test('a parameter of a large document has few cases', async (t) => {
  const limits = '{type: integer, minimum: 1, maximum: 50}'
  const query = ['a', 'b', 'c', 'd'].map((name) => `${name}: ${limits}`)
  const count = async (operations: number) => {
    const others = Array.from(
      { length: operations - 1 },
      (_, at) => `\nDELETE /more/${at} | {204: null}`,
    )
    const paths = `GET /a | {query: {${query}}, 200: null, 400: null}${others.join('')}`
    const { asked } = await runStub(edgesOfParameters, paths, ({ query }) => {
      const isRight = [...query.values()].every((each) => /^([1-9]|[1-4]\d|50)$/.test(each))
      return { status: isRight ? 200 : 400 }
    })
    return asked.filter((each) => each.startsWith('GET /a?a=')).length
  }
  const [small, large] = [await count(299), await count(300)]
  t.ok(large > 4 && large < small / 2, `${large} of ${small}`)
})

t.test('a page that there is not, and a size that no page has, may be refused', async (t) => {
  const paths = (name: string) => `GET /a | {query: {${name}: {type: integer}}, 200: null}`
  const refusing = async (name: string) => {
    const answer = ({ query }: Asked) => ({
      status: [...query.values()].every((each) => /^[1-9]\d?$/.test(each)) ? 200 : 404,
    })
    const { told } = await runStub(edgesOfParameters, paths(name), answer)
    return told.filter((each) => each.startsWith('valid-accepted')).length > 0
  }
  t.notOk(await refusing('page'))
  t.ok(await refusing('size'), 'a size that a page may have')
  t.ok(await refusing('depth'))
})

t.test('an empty field is no text of one character, unless it is taken for none', async (t) => {
  const properties = '{a: {type: string, minLength: 1}, b: {type: string}}'
  const schema = `{type: object, required: [b], properties: ${properties}}`
  const asks = `{application/x-www-form-urlencoded: {schema: ${schema}}}`
  const paths = `POST /a | {asks: ${asks}, 201: {type: object}, 400: null}`
  const answering = (isNone: boolean) => (asked: Asked) => {
    const { a, ...others } = Object.fromEntries(new URLSearchParams(String(asked.payload)))
    const isLeft = a === undefined || (isNone && a === '')
    const body = isLeft ? others : { a, ...others }
    return others.b === undefined ? { status: 400 } : { status: 201, body }
  }
  const found = async (isNone: boolean) =>
    (await runStub(edgesOfBodies, paths, answering(isNone))).told
  t.same(await found(true), [])
  t.match(await found(false), [
    /^invalid-refused: a refusal: a has no characters, 1 is the least|status 201, with a as an empty text$/,
  ])
})
