import t from 'tap'
import { createJudge } from '#toolkit/conformance/index.js'
import { eventsIn, recordsIn } from '#toolkit/conformance/judge/items-in.js'
import { objectOf, recordOf, tableOf } from '../../../helpers/rows.js'
import { documentOf } from '../helpers/documents.js'
import { foundAt, judged } from './judged.js'

const JSON_TYPE = { 'content-type': 'application/json' }

const CONTENTS = recordOf<[content: object]>(`
  any | {}
  text | {schema: {type: string}}
  short text | {schema: {type: string, maxLength: 3}}
  integer | {schema: {type: integer}}
  boolean | {schema: {type: boolean}}
  object | {schema: {type: object}}
  form | {schema: {type: object, required: [id], properties: {id: {type: integer}, on: {type: boolean}, all: {type: array}}}}
  spaced form | {schema: {type: object, properties: {id: {type: integer}}}, encoding: {id: {style: spaceDelimited}}}
  hundredths | {schema: {type: object, properties: {n: {type: number, multipleOf: 0.01}}}}
  items | {itemSchema: {type: object, required: [id], properties: {id: {type: integer}}}}
  events | {itemSchema: {type: object, required: [data], properties: {data: {type: string, contentMediaType: application/json, contentSchema: {type: object, required: [id], properties: {id: {type: integer}}}}, event: {enum: [a]}, id: {type: string}, retry: {type: integer}}}}
  data | {itemSchema: {type: object, required: [data], properties: {data: {type: object, required: [id], properties: {id: {type: integer}}}}}}
  numbered | {itemSchema: {type: object, required: [id], properties: {id: {type: integer}, data: true}}}
  short items | {itemSchema: {type: string, maxLength: 2}}
  some items | {itemSchema: {type: string, minLength: 1}}
`)

/** A body of a media type and a content, and what is found, as `check: received`. */
const ROWS = tableOf<
  [what: string, type: string, content: string, body: string, ...found: string[]]
>(String.raw`
  any text | text/plain | any | any
  a short text | text/plain | short text | abc
  a text that is too long | text/plain | short text | abcd | 'body-valid: abcd'
  a text that is no integer | text/plain | integer | x | 'body-valid: x'
  a text that is an integer | text/plain | integer | '12'
  a text that is a boolean | text/plain | boolean | 'true'
  a form | application/x-www-form-urlencoded | form | id=1&on=true
  a form with a wrong field | application/x-www-form-urlencoded | form | id=x | 'body-valid: "x"'
  a form without a field | application/x-www-form-urlencoded | form | on=true | 'body-valid: {"on":true}'
  a form with a field again, which is not judged | application/x-www-form-urlencoded | form | id=1&id=2
  a form with a field that is not documented | application/x-www-form-urlencoded | form | id=1&other=2 | 'member-documented: the member /other'
  a form without a schema | application/x-www-form-urlencoded | any | id=x
  a form of another serialization, which is not judged | application/x-www-form-urlencoded | spaced form | id=x
  parts | multipart/form-data; boundary=x | object | "--x\r\n\r\na\r\n--x--\r\n"
  parts without a boundary | multipart/form-data | object | "--x\r\n\r\na\r\n--x--" | 'body-framing: multipart/form-data without a boundary'
  no part | multipart/form-data; boundary=x | object | a | 'body-framing: no boundary before a part'
  parts without an end | multipart/form-data; boundary=x | object | "--x\r\n\r\na\r\n" | 'body-framing: no boundary at the end'
  JSON without a schema | application/json | any | '{"any":1}'
  a number on which opinions differ, since 19.99 / 0.01 is no integer | application/json | hundredths | '{"n":19.99,"other":1}'
  a number on which they do not | application/json | hundredths | '{"n":20,"other":1}' | 'member-documented: the member /other'
  lines | application/jsonl | items | "{\"id\":1}\n\n{\"id\":2}\n"
  a line | application/jsonl | items | '{"id":1}'
  no line | application/jsonl | items | ''
  a wrong line | application/jsonl | items | "{\"id\":1}\n{}\n" | 'body-valid: {}'
  a line with a member that is not documented | application/jsonl | items | "{\"id\":1}\n{\"id\":2,\"x\":1}\n" | 'member-documented: the member item 1/x'
  a list in lines | application/jsonl | items | "[{\"id\":1},\n{\"id\":2}]\n" | 'body-json: item 0: the text is not valid JSON: it ends too early'
  records | application/json-seq | items | "\u001e{\"id\":1}\n\u001e{\"id\":2}\n"
  a line in place of records | application/json-seq | items | "{\"id\":1}\n" | 'body-framing: no record separator (U+001E) at the start'
  a record without an end | application/json-seq | items | "\u001e{\"id\":1}" | 'body-framing: a record without a line feed at its end'
  an event | text/event-stream | events | ": hello\n\nevent: a\nid: 1\nretry: 5\ndata: {\"id\":1}\n\n"
  events | text/event-stream | events | "data: {\"id\":1}\r\n\r\ndata:{\"id\":1}\r\n\r\n"
  an event of another name | text/event-stream | events | "event: b\ndata: {\"id\":1}\n\n" | 'body-valid: "b"'
  an event without data | text/event-stream | events | "event: a\n\n" | 'body-valid: {"event":"a"}'
  an event without an end | text/event-stream | events | "data: {\"id\":1}\n" | 'body-framing: the last event does not end with an empty line: clients drop it'
  JSON in place of events | text/event-stream | events | "{\"id\":1}\n\n" | 'body-framing: a line that is no field of an event: {"id"'
  a field without a colon, which is empty | text/event-stream | events | "data\nretry: x\n\n"
  an event whose id is a number | text/event-stream | numbered | "id: 7\ndata: a\n\nid: 8\ndata: {}\n\n"
  an event whose id is none | text/event-stream | numbered | "id: a\ndata: {}\n\n" | 'body-valid: "a"'
  data that is a value | text/event-stream | data | "data: {\"id\":1}\n\n"
  data that is a wrong value | text/event-stream | data | "data: {\"id\":\"x\"}\n\n" | 'body-valid: "{\"id\":\"x\"}"'
  data that is an item | text/event-stream | items | "data: {\"id\":1}\n\n"
  data that is a text | text/event-stream | short items | "data: ab\n\n"
  no data in place of a text | text/event-stream | some items | "event: a\n\n" | 'body-valid: ""'
  no data in place of an item | text/event-stream | items | "event: a\n\n" | 'body-json: item 0: the text is not valid JSON: it ends too early'
`)

const foundIn = (type: string, name: string, body: string | Buffer) => {
  const [media = ''] = type.split(';')
  const responses = { 200: { description: 'd', content: { [media]: CONTENTS[name]?.[0] } } }
  return judged(responses, { headers: { 'content-type': type }, body }, { openapi: '3.2.0' })
}

for (const [what, type, content, body, ...found] of ROWS)
  t.test(`a body: ${what}`, async (t) => t.same(foundIn(type, content, body), found))

t.test('bytes are UTF-8 where they are text, or whatever they are', async (t) => {
  const bytes = Buffer.from([0x64, 0xff])
  const wrong = ['body-framing: bytes that are not UTF-8']
  t.same(foundIn('text/plain', 'text', bytes), wrong)
  t.same(foundIn('text/event-stream', 'events', bytes), wrong)
  t.same(foundIn('text/plain; charset=iso-8859-1', 'text', bytes), [], 'another charset')
  t.same(foundIn('image/png', 'any', bytes), [])
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
  const document = documentOf(`
    openapi | 3.2.0
    POST / a | {asks: {multipart/mixed: {}}, 200: {application/x-items: {itemSchema: {type: object}}}}
  `)
  const headers = { 'content-type': 'application/x-items' }
  const exchange = { method: 'POST', path: '/', status: 200, headers, body: Buffer.from('x') }
  t.same(createJudge(document).judge(exchange), [])
})

t.test('an error may say more of itself than its schema names, if that is open', async (t) => {
  const error = { type: 'object', required: ['error'], properties: { error: { type: 'integer' } } }
  const checks = (schema: object, body: object) =>
    foundAt(
      { 400: { description: 'd', content: { 'application/json': { schema } } } },
      { status: 400, headers: JSON_TYPE, body: JSON.stringify(body) },
    ).map(({ check }) => check)
  t.same(checks(error, { error: 1, instance: '/a' }), [])
  t.same(checks(error, { instance: '/a' }), ['body-valid'])
  const closed = { ...error, additionalProperties: false }
  t.same(checks(closed, { error: 1, instance: '/a' }), ['body-valid'])
})

const MEMBERS = tableOf<[what: string, schema: object, value: unknown, member?: string]>(String.raw`
  all schemas have names | {allOf: [{properties: {a: {}}}, {properties: {b: {}}}]} | {a: 1, b: 2}
  no schema has a name | {allOf: [{properties: {a: {}}}, {properties: {b: {}}}]} | {a: 1, c: 2} | /c
  a schema without names is open | {type: object} | {c: 2}
  required members are named, too | {properties: {a: {}}, required: [c]} | {c: 2}
  other members have a schema | {properties: {a: {}}, additionalProperties: {type: integer}} | {c: 2}
  a pattern names it | {properties: {a: {}}, patternProperties: {^c: {}}} | {c: 2}
  a pattern names others | {properties: {a: {}}, patternProperties: {^d: {}}} | {c: 2} | /c
  a schema that does not hold has no names | {anyOf: [{properties: {a: {}}}, {required: [z], properties: {b: {}}}]} | {a: 1, b: 2} | /b
  a condition holds | {if: {required: [a]}, then: {properties: {a: {}}}, else: {}} | {a: 1, c: 1} | /c
  what is otherwise has no names | {if: {required: [a]}, then: {properties: {a: {}}}, else: {}} | {c: 1}
  what is otherwise names it | {if: {required: [a]}, then: {properties: {a: {}}}, else: {properties: {b: {}}}} | {b: 1}
  what is otherwise names others | {if: {required: [a]}, then: {properties: {a: {}}}, else: {properties: {b: {}}}} | {c: 1} | /c
  a pattern that the flag u does not take | {properties: {a: {}}, patternProperties: {'^\-': {}}} | {-b: 1}
  another name than that pattern has | {properties: {a: {}}, patternProperties: {'^\-': {}}} | {c: 1} | /c
  a dependent schema names it | {properties: {a: {}}, dependentSchemas: {a: {properties: {b: {}}}}} | {a: 1, b: 1}
  an item | {type: array, items: {properties: {a: {}}}} | [{a: 1}, {c: 1}] | /1/c
  an item behind those of a tuple | {prefixItems: [{properties: {a: {}}}], items: {properties: {b: {}}}} | [{a: 1}, {b: 1}, {c: 1}] | /2/c
  an item that a list contains | {contains: {properties: {a: {}}}} | [{c: 1}] | /0/c
  what inherits adds members | {$ref: '#/components/schemas/Pet'} | {kind: cat, lives: 9}
  what inherits has names | {$ref: '#/components/schemas/Pet'} | {kind: cat, c: 9} | /c
`)

for (const [what, schema, value, member] of MEMBERS) {
  t.test(`members that no schema names: ${what}`, async (t) => {
    const schemas = objectOf(`
      Pet:
        type: object
        required: [kind]
        properties: { kind: { type: string } }
        discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat' } }
      Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { lives: {} } }] }
    `)
    const found = judged(
      { 200: { description: 'd', content: { 'application/json': { schema } } } },
      { headers: JSON_TYPE, body: JSON.stringify(value) },
      { components: { schemas } },
    )
    t.same(found, member === undefined ? [] : [`member-documented: the member ${member}`])
  })
}
