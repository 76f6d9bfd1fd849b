import t from 'tap'
import { createJudge } from '#toolkit/conformance/index.js'
import { eventsIn, recordsIn } from '#toolkit/conformance/judge/items-in.js'
import { documentOf, pathsOf } from '../helpers/documents.js'
import { foundAt, judged as judgedAt } from './judged.js'

/** Findings on a body of a media type, as `check: received`. */
const judged = (content: Record<string, object>, contentType: string, body: string | Buffer) =>
  judgedAt(
    { 200: { description: 'd', content } },
    { headers: { 'content-type': contentType }, body },
    { openapi: '3.2.0' },
  )

const ITEM = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

t.test('text is valid by its schema', async (t) => {
  const text = (schema: object | undefined, body: string | Buffer, type = 'text/plain') =>
    judged({ 'text/plain': schema === undefined ? {} : { schema } }, type, body)
  t.same(text(undefined, 'any'), [])
  t.same(text({ type: 'string', maxLength: 3 }, 'abc'), [])
  t.same(text({ type: 'string', maxLength: 3 }, 'abcd'), ['body-valid: abcd'])
  t.same(text({ type: 'integer' }, 'x'), ['body-valid: x'])
  t.same(text({ type: 'integer' }, '12'), [])
  t.same(text({ type: 'boolean' }, 'true'), [])
  t.same(text({ type: 'string' }, Buffer.from([0xff])), ['body-framing: bytes that are not UTF-8'])
  const latin = text({ type: 'string' }, Buffer.from([0xff]), 'text/plain; charset=iso-8859-1')
  t.same(latin, [], 'another charset is not judged')
})

t.test('a form is valid by its schema', async (t) => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, on: { type: 'boolean' }, all: { type: 'array' } },
  }
  const form = (body: string, given: object = { schema }) =>
    judged(
      { 'application/x-www-form-urlencoded': given },
      'application/x-www-form-urlencoded',
      body,
    )
  t.same(form('id=1&on=true'), [])
  t.same(form('id=x'), ['body-valid: "x"'])
  t.same(form('on=true'), ['body-valid: {"on":true}'])
  t.same(form('id=1&id=2'), [], 'repeated fields are not judged')
  t.same(form('id=1&other=2'), ['member-documented: the member /other'])
  t.same(form('id=x', {}), [], 'a form without a schema')
  const encoding = { id: { style: 'spaceDelimited' } }
  t.same(form('id=x', { schema, encoding }), [], 'other serializations are not judged')
})

t.test('parts stand between boundaries', async (t) => {
  const parts = (type: string, body: string) =>
    judged({ 'multipart/form-data': { schema: { type: 'object' } } }, type, body)
  const type = 'multipart/form-data; boundary=x'
  t.same(parts(type, '--x\r\n\r\na\r\n--x--\r\n'), [])
  t.same(parts('multipart/form-data', '--x\r\n\r\na\r\n--x--'), [
    'body-framing: multipart/form-data without a boundary',
  ])
  t.same(parts(type, 'a'), ['body-framing: no boundary before a part'])
  t.same(parts(type, '--x\r\n\r\na\r\n'), ['body-framing: no boundary at the end'])
})

t.test('the last item of a stream that was left may be cut off', async (t) => {
  const texts = (text: string, framing: 'json-lines' | 'json-seq', isWhole: boolean) =>
    recordsIn(Buffer.from(text), framing, isWhole).map(String)
  t.same(texts('{}\n\n1\n{', 'json-lines', false), ['{}', '1'])
  t.same(texts('{}\n\n1\n{', 'json-lines', true), ['{}', '1', '{'])
  t.same(texts('\u001e1\n\u001e2', 'json-seq', false), ['1\n'])
  t.throws(() => texts('\u001e1\n\u001e2', 'json-seq', true), {
    message: 'a record without a line feed at its end',
  })
  t.same(eventsIn(Buffer.from('data: 1\n\ndata: 2\n'), false), [{ data: '1' }])
})

t.test('nothing says how the items of another media type are parted', async (t) => {
  // The toolkit serves no request of it, and leaves the rest of the operation as it is.
  const paths = pathsOf(
    'POST / a | {asks: {multipart/mixed: {}}, 200: {application/x-items: {itemSchema: {type: object}}}}',
  )
  const document = documentOf(paths, { openapi: '3.2.0' })
  const headers = { 'content-type': 'application/x-items' }
  const exchange = { method: 'POST', path: '/', status: 200, headers, body: Buffer.from('x') }
  t.same(createJudge(document).judge(exchange), [])
})

t.test('JSON of any schema, and JSON on which the opinions differ', async (t) => {
  const json = (given: object, body: string) =>
    judged({ 'application/json': given }, 'application/json', body)
  t.same(json({}, '{"any":1}'), [])
  // 19.99 / 0.01 is no integer in doubles.
  const schema = { type: 'object', properties: { n: { type: 'number', multipleOf: 0.01 } } }
  t.same(json({ schema }, '{"n":19.99,"other":1}'), [])
  t.same(json({ schema }, '{"n":20,"other":1}'), ['member-documented: the member /other'])
})

t.test('an error may say more of itself than its schema names, if that is open', async (t) => {
  const error = { type: 'object', required: ['error'], properties: { error: { type: 'integer' } } }
  const json = { 'content-type': 'application/json' }
  const judgedError = (schema: object, body: object) =>
    foundAt(
      { 400: { description: 'd', content: { 'application/json': { schema } } } },
      { status: 400, headers: json, body: JSON.stringify(body) },
    ).map(({ check }) => check)
  t.same(judgedError(error, { error: 1, instance: '/a' }), [])
  t.same(judgedError(error, { instance: '/a' }), ['body-valid'])
  const closed = { ...error, additionalProperties: false }
  t.same(judgedError(closed, { error: 1, instance: '/a' }), ['body-valid'])
})

t.test('bytes are whatever they are', async (t) => {
  t.same(judged({ 'image/png': {} }, 'image/png', Buffer.from([0xff])), [])
})

t.test('each line of JSON is an item', async (t) => {
  const lines = (body: string) =>
    judged({ 'application/jsonl': { itemSchema: ITEM } }, 'application/jsonl', body)
  t.same(lines('{"id":1}\n\n{"id":2}\n'), [])
  t.same(lines('{"id":1}'), [])
  t.same(lines(''), [])
  t.same(lines('{"id":1}\n{}\n'), ['body-valid: {}'])
  t.same(lines('{"id":1}\n{"id":2,"x":1}\n'), ['member-documented: the member item 1/x'])
  t.same(lines('[{"id":1},\n{"id":2}]\n'), [
    'body-json: item 0: the text is not valid JSON: it ends too early',
  ])
})

t.test('each record of JSON is an item', async (t) => {
  const records = (body: string) =>
    judged({ 'application/json-seq': { itemSchema: ITEM } }, 'application/json-seq', body)
  t.same(records('\u001e{"id":1}\n\u001e{"id":2}\n'), [])
  t.same(records('{"id":1}\n'), ['body-framing: no record separator (U+001E) at the start'])
  t.same(records('\u001e{"id":1}'), ['body-framing: a record without a line feed at its end'])
})

t.test('each event is an item', async (t) => {
  const events = (schema: object, body: string | Buffer) =>
    judged({ 'text/event-stream': { itemSchema: schema } }, 'text/event-stream', body)
  const event = {
    type: 'object',
    required: ['data'],
    properties: {
      data: { type: 'string', contentMediaType: 'application/json', contentSchema: ITEM },
      event: { enum: ['a'] },
      id: { type: 'string' },
      retry: { type: 'integer' },
    },
  }
  t.same(events(event, ': hello\n\nevent: a\nid: 1\nretry: 5\ndata: {"id":1}\n\n'), [])
  t.same(events(event, 'data: {"id":1}\r\n\r\ndata:{"id":1}\r\n\r\n'), [])
  t.same(events(event, 'event: b\ndata: {"id":1}\n\n'), ['body-valid: "b"'])
  t.same(events(event, 'event: a\n\n'), ['body-valid: {"event":"a"}'])
  t.same(events(event, 'data: {"id":1}\n'), [
    'body-framing: the last event does not end with an empty line: clients drop it',
  ])
  t.same(events(event, '{"id":1}\n\n'), [
    'body-framing: a line that is no field of an event: {"id"',
  ])
  t.same(events(event, 'data\nretry: x\n\n'), [], 'a field without a colon is empty')
  t.same(events(event, Buffer.from([0x64, 0xff])), ['body-framing: bytes that are not UTF-8'])
})

t.test('the data of an event is a value, or text', async (t) => {
  const value = { type: 'object', required: ['data'], properties: { data: ITEM } }
  const typed = (schema: object, body: string) =>
    judged({ 'text/event-stream': { itemSchema: schema } }, 'text/event-stream', body)
  t.same(typed(value, 'data: {"id":1}\n\n'), [])
  t.same(typed(value, 'data: {"id":"x"}\n\n').length, 1)
  t.same(typed(ITEM, 'data: {"id":1}\n\n'), [])
  t.same(typed({ type: 'string', maxLength: 2 }, 'data: ab\n\n'), [])
  t.same(typed({ type: 'string', minLength: 1 }, 'event: a\n\n'), ['body-valid: ""'])
  t.same(typed(ITEM, 'event: a\n\n'), [
    'body-json: item 0: the text is not valid JSON: it ends too early',
  ])
})

t.test('members of every kind of schema have names', async (t) => {
  const members = (schema: object, value: unknown, schemas: object = {}) =>
    judgedAt(
      { 200: { description: 'd', content: { 'application/json': { schema } } } },
      { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) },
      { components: { schemas } },
    )
  const a = { properties: { a: {} } }
  const b = { properties: { b: {} } }
  const extra = ['member-documented: the member /c']
  t.same(members({ allOf: [a, b] }, { a: 1, b: 2 }), [])
  t.same(members({ allOf: [a, b] }, { a: 1, c: 2 }), extra)
  t.same(members({ type: 'object' }, { c: 2 }), [], 'a schema without names is open')
  t.same(members({ ...a, required: ['c'] }, { c: 2 }), [], '`required` names a member, too')
  t.same(members({ ...a, additionalProperties: { type: 'integer' } }, { c: 2 }), [])
  t.same(members({ ...a, patternProperties: { '^c': {} } }, { c: 2 }), [])
  t.same(members({ ...a, patternProperties: { '^d': {} } }, { c: 2 }), extra)
  t.same(members({ anyOf: [a, { required: ['z'], ...b }] }, { a: 1, b: 2 }), [
    'member-documented: the member /b',
  ])
  const conditional = JSON.parse(
    '{"if":{"required":["a"]},"then":{"properties":{"a":{}}},"else":{}}',
  )
  t.same(members(conditional, { a: 1, c: 1 }), extra)
  t.same(members(conditional, { c: 1 }), [], 'what is otherwise has no names')
  const otherwise = { ...conditional, else: b }
  t.same(members(otherwise, { b: 1 }), [])
  t.same(members(otherwise, { c: 1 }), extra)
  t.same(members({ ...a, patternProperties: { '^\\-': {} } }, { '-b': 1 }), [], 'no flag u')
  t.same(members({ ...a, patternProperties: { '^\\-': {} } }, { c: 1 }), extra)
  t.same(members({ ...a, dependentSchemas: { a: b } }, { a: 1, b: 1 }), [])
  t.same(members({ type: 'array', items: a }, [{ a: 1 }, { c: 1 }]), [
    'member-documented: the member /1/c',
  ])
  t.same(members({ prefixItems: [a], items: b }, [{ a: 1 }, { b: 1 }, { c: 1 }]), [
    'member-documented: the member /2/c',
  ])
  t.same(members({ contains: a }, [{ c: 1 }]), ['member-documented: the member /0/c'])
  const pet = {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
  }
  const cat = { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { lives: {} } }] }
  const schemas = { Pet: pet, Cat: cat }
  const petRef = { $ref: '#/components/schemas/Pet' }
  t.same(members(petRef, { kind: 'cat', lives: 9 }, schemas), [], 'what inherits adds members')
  t.same(members(petRef, { kind: 'cat', c: 9 }, schemas), extra)
})
