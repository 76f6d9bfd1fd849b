import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { formatDiagnostics } from '#toolkit/generator/diagnostics/diagnostics.js'
import { type Generated, generate } from '#toolkit/generator/generate.js'
import { Session } from '#toolkit/generator/incremental/session.js'
import { bytesOf, JsonText, type Span } from '#toolkit/generator/load/json-text.js'
import { type PathItemEdit, pathItemEdit } from '#toolkit/generator/load/path-item-edit.js'

const json = (schema: object) => ({ 'application/json': { schema } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const responses = { 200: { $ref: '#/components/responses/Plants' } }

/** A document in which operations share what they refer to, and compete for names. */
function documentText(more = 0): string {
  const operation = (name: string, more: object = {}) => ({
    [name === 'read' ? 'get' : 'post']: {
      operationId: name,
      parameters: [{ $ref: '#/components/parameters/Limit' }],
      security: [{ undeclared: [] }],
      responses,
      ...more,
    },
  })
  const body = (schema: object) => ({ requestBody: { required: true, content: json(schema) } })
  return JSON.stringify(
    {
      'x-long': '-'.repeat(100_000),
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/first': operation('first', body({ type: 'object', properties: { a: { colour: 1 } } })),
        '/second': operation('second', body(ref('Plant'))),
        '/read': operation('read'),
        '/third': operation('third', body({ type: 'object', allOf: [ref('Pet')] })),
        ...Object.fromEntries(
          Array.from({ length: more }, (_, n) => [
            `/more/${n}`,
            operation(`more${n}`, body(ref('Plant'))),
          ]),
        ),
        '/fourth': operation('fourth', body({ title: 'x', oneOf: [ref('Cat'), ref('Plant')] })),
      },
      'x-long-too': '-'.repeat(100_000),
      webhooks: { grown: { post: body(ref('Plant')) } },
      components: {
        parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } },
        responses: {
          Plants: { description: 'd', content: json({ type: 'array', items: ref('Plant') }) },
        },
        schemas: {
          Plant: {
            type: 'object',
            properties: {
              id: { type: 'integer', format: 'int64', readOnly: true },
              next: ref('Plant'),
            },
          },
          Pet: {
            type: 'object',
            required: ['kind'],
            properties: { kind: { type: 'string' } },
            discriminator: { propertyName: 'kind' },
          },
          Cat: {
            allOf: [ref('Pet'), { type: 'object', properties: { lives: { type: 'integer' } } }],
          },
        },
      },
    },
    null,
    2,
  )
}

/** Edits one after the other, and whether the first operation is not read again. */
const edits: [name: string, from: string, to: string, isKept: boolean][] = [
  ['a text', '"operationId": "read"', '"summary": "S", "operationId": "read"', true],
  ['nothing', 'nothing', 'nothing', true],
  ['an id', '"operationId": "read"', '"operationId": "readAll"', true],
  ['an id that is taken', '"operationId": "readAll"', '"operationId": "second"', false],
  ['an id that is free again', '"S", "operationId": "second"', '"S", "operationId": "read"', false],
  ['a warning told once', '"colour": 1', '"shape": 1', false],
  ['a schema', '"title": "x"', '"title": "x", "description": "y"', true],
  [
    'a reference',
    '"title": "x"',
    '"title": "x", "not": { "$ref": "#/components/schemas/Pet" }',
    true,
  ],
  [
    'a name that competes',
    '"title": "x"',
    '"title": "x", "if": { "$ref": "#/components/schemas/Cat/allOf/1" }',
    true,
  ],
  ['a component', '"lives"', '"years"', false],
  ['another operation', '"/read": {', '"/read": { "delete": { "operationId": "remove" },', true],
  ['one less', '"delete": { "operationId": "remove" },', '', true],
  [
    'a schema that others had from it',
    '"$ref": "#/components/responses/Plants"',
    '"description": "d"',
    false,
  ],
  [
    'a name that comes first',
    '"operationId": "read"',
    '"operationId": "Third", "requestBody": { "content": { "application/json": { "schema": { "type": "string" } } } }',
    false,
  ],
  ['a type name that comes first', '"operationId": "Third"', '"operationId": "fourth_"', false],
  ['the title', '"title": "T"', '"title": "U"', false],
  [
    'a parameter',
    '"/third": {',
    '"/third": { "parameters": [{ "name": "q", "in": "query" }],',
    true,
  ],
  ['a big integer', '"/third": {', '"/third": { "x-big": 9223372036854775807,', false],
  ['a big integer less', '"x-big": 9223372036854775807,', '', false],
  [
    'a reference into a path',
    '"/third": {',
    '"/third": { "x": { "$ref": "#/paths/~1read" },',
    false,
  ],
  ['a text while paths are referred to', '"summary": "S"', '"summary": "T"', false],
]

for (const [what, more] of [
  ['what goes on from an earlier run is what a new one makes', 0],
  ['the same where operations are loaded one by one', 60],
] as const)
  t.test(what, async (t) => {
    const folder = t.testdir()
    const spec = path.join(folder, 'a.json')
    const session = new Session()
    let text = documentText(more)
    writeFileSync(spec, text)
    let before = generate(spec, { session })
    for (const [name, from, to, isKept] of edits) {
      text = text.replace(from, to)
      writeFileSync(spec, text)
      const [after, anew] = [generate(spec, { session }), generate(spec)]
      t.same(textsOf(after), textsOf(anew), name)
      t.equal(formatDiagnostics(after.warnings), formatDiagnostics(anew.warnings), name)
      t.equal(after.model.operations[0] === before.model.operations[0], isKept, name)
      before = after
    }
  })

/** The files, however their texts are made. */
function textsOf({ files }: Generated) {
  return files.map(({ name, text }) => ({ name, text }))
}

t.test('after a problem everything is read again', async (t) => {
  const folder = t.testdir()
  const spec = path.join(folder, 'a.json')
  const session = new Session()
  const text = documentText()
  writeFileSync(spec, text)
  generate(spec, { session })
  for (const wrong of [
    text.replace('"operationId": "read"', '"responses": 1'),
    text.replace('"read"', '"read",,'),
    text.replace('"read"', '"read", "operationId": "twice"'),
    '{',
    text.slice(1),
  ]) {
    writeFileSync(spec, wrong)
    t.throws(() => generate(spec, { session }))
    writeFileSync(spec, text)
    t.same(textsOf(generate(spec, { session })), textsOf(generate(spec)))
  }
})

t.test('a document of several files is read anew', async (t) => {
  const folder = t.testdir({ 'b.json': '{"type":"string"}' })
  const spec = path.join(folder, 'a.json')
  const text = documentText().replace('"#/components/schemas/Pet"', '"b.json"')
  const session = new Session()
  writeFileSync(spec, text)
  generate(spec, { session })
  writeFileSync(path.join(folder, 'b.json'), '{"type":"integer"}')
  writeFileSync(spec, text.replace('"read"', '"look"'))
  t.same(textsOf(generate(spec, { session })), textsOf(generate(spec)))
})

t.test('an edit is found inside one path item', async (t) => {
  const before = '{"a": 1, "paths": {"/a": {"x": "y"}, "/b": {"x": "y"}}, "z": 1}'
  const table: [after: string, want: { path: string; text: string } | undefined][] = [
    [before, undefined],
    [before.replace('"/b": {"x"', '"/b": {"w"'), { path: '/b', text: '{"w": "y"}' }],
    [before.replace('{"x": "y"}', '{}'), { path: '/a', text: '{}' }],
    [before.replace('"y"}}', '"y", "v": [1]}}'), { path: '/b', text: '{"x": "y", "v": [1]}' }],
    [before.replace('"/a"', '"/c"'), undefined],
    [before.replace('"a": 1', '"a": 2'), undefined],
    [before.replaceAll('"y"', '"v"'), undefined],
    [before.replace('{"x": "y"}', '1'), undefined],
    [before.replace('"x": "y"', '"$id": "y"'), undefined],
    [`${before} `, undefined],
    [before.slice(0, -1), undefined],
    ['', undefined],
  ]
  for (const [after, want] of table) {
    const edit = pathItemEdit(new JsonText(bytesOf(before)), bytesOf(after))
    t.same(edit && { path: edit.path, text: edit.text }, want, after)
  }
  t.equal(
    pathItemEdit(new JsonText(bytesOf('{"a": 1}')), bytesOf('{"a": 2}')),
    undefined,
    'there are no paths',
  )
})

t.test('a text that was edited knows where everything stands', async (t) => {
  const before = '{"ä": 1, "paths": {"/a": {"x": "y"}, "/b": {"x": "y"}}, "z": {"k": 1}}'
  const after = before.replace('"y"}', '"ö", "v": [1]}')
  const [json, bytes] = [new JsonText(bytesOf(before)), bytesOf(after)]
  for (const span of json.children(json.root).values()) json.children(span)
  const { span, growth } = pathItemEdit(json, bytes) as PathItemEdit
  const [revised, anew] = [json.revised(bytes, span, growth), new JsonText(bytes)]
  t.same(spansIn(revised), spansIn(anew))
  t.same(
    spansIn(anew).map(([key]) => key),
    ['ä', 'paths', '/a', 'x', 'v', '0', '/b', 'x', 'z', 'k'],
  )
})

/** Where everything stands, by the order in the text. */
function spansIn(json: JsonText, span = json.root): [string, Span][] {
  return [...json.children(span)].flatMap(([key, child]) => [[key, child], ...spansIn(json, child)])
}
