import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { formatDiagnostics } from '#toolkit/generator/diagnostics/problems.js'
import { type Generated, generate } from '#toolkit/generator/generate.js'
import {
  changedPathItems,
  shareUnchanged,
} from '#toolkit/generator/incremental/document-changes.js'
import { Session } from '#toolkit/generator/incremental/session.js'

const json = (schema: object) => ({ 'application/json': { schema } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const responses = { 200: { $ref: '#/components/responses/Plants' } }

const UPLOAD = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
  },
}

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
      'x-long': '-'.repeat(10_000),
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/first': operation('first', body({ type: 'object', properties: { a: { colour: 1 } } })),
        '/second': operation('second', body(ref('Plant'))),
        '/upload': operation('upload', { requestBody: { content: UPLOAD } }),
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
      'x-long-too': '-'.repeat(10_000),
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
  ['an id that is taken', '"operationId": "readAll"', '"operationId": "second"', true],
  ['an id that is free again', '"S", "operationId": "second"', '"S", "operationId": "read"', true],
  ['an id in another case', '"S", "operationId": "read"', '"S", "operationId": "Second"', false],
  ['an id of its own', '"S", "operationId": "Second"', '"S", "operationId": "read"', false],
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
  [
    'another operation',
    '"/read": {',
    '"/read": { "delete": { "operationId": "remove", "responses": { "default": { "description": "d" } } },',
    true,
  ],
  [
    'one less',
    '"delete": { "operationId": "remove", "responses": { "default": { "description": "d" } } },',
    '',
    true,
  ],
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
  ['a big integer', '"/third": {', '"/third": { "x-big": 9223372036854775807,', true],
  ['a big integer less', '"x-big": 9223372036854775807,', '', true],
  [
    'a reference into a path',
    '"/third": {',
    '"/third": { "x": { "$ref": "#/paths/~1read" },',
    false,
  ],
  ['a text while paths are referred to', '"summary": "S"', '"summary": "T"', false],
]

for (const [what, file, more, tried] of [
  ['a run after an edit generates the same as a new one', 'a.json', 0, edits],
  ['the same in YAML', 'a.yaml', 0, edits.slice(0, 8)],
  ['the same for operations that are loaded one by one', 'a.json', 45, edits.slice(0, 14)],
] as const)
  t.test(what, async (t) => {
    const folder = t.testdir()
    const spec = path.join(folder, file)
    const session = new Session()
    let text = documentText(more)
    writeFileSync(spec, text)
    let before = generate(spec, { session })
    for (const [name, from, to, isKept] of tried) {
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

t.test('another document is read anew', async (t) => {
  const text = documentText()
  const folder = t.testdir({ 'a.json': text, 'b.json': text.replace('"read"', '"look"') })
  const session = new Session()
  for (const name of ['a.json', 'b.json', 'a.json']) {
    const spec = path.join(folder, name)
    t.same(textsOf(generate(spec, { session })), textsOf(generate(spec)))
  }
})

t.test('examples are checked again after an edit of their component', async (t) => {
  const spec = path.join(t.testdir(), 'a.json')
  const session = new Session()
  const content = { 'application/json': { schema: ref('Size'), example: 1 } }
  for (const [type, count] of [
    ['integer', 0],
    ['string', 1],
    ['integer', 0],
  ]) {
    const document = {
      ...{ openapi: '3.1.0', info: { title: 'T', version: '1' } },
      paths: { '/a': { get: { responses: { 200: { description: 'd', content } } } } },
      components: { schemas: { Size: { type } } },
    }
    writeFileSync(spec, JSON.stringify(document))
    t.equal(generate(spec, { session }).warnings.length, count, String(type))
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

t.test('parts that an edit leaves equal stay the same objects', async (t) => {
  const before = { a: 1, paths: { '/a': { x: ['y'] }, '/b': { x: ['y'] } }, z: { k: 1n } }
  const table: [after: unknown, same: string[]][] = [
    [{ a: 1, paths: { '/a': { x: ['y'] }, '/b': { x: ['z'] } }, z: { k: 1n } }, ['paths /a', 'z']],
    [{ a: 2, paths: { '/a': { x: 'y' }, '/b': { x: ['y'] } }, z: { k: 2n } }, ['paths /b']],
    [{ z: { k: 1n }, paths: { '/b': { x: ['y'] } } }, ['paths /b', 'z']],
    [{ a: 1, paths: [{ x: ['y'] }], z: { k: 1n, l: 2 } }, []],
    [{ paths: { '/a': { w: ['y'], x: ['y'] } } }, ['paths /a x']],
  ]
  const paths = ['paths', 'paths /a', 'paths /b', 'paths /a x', 'z']
  const at = (value: unknown, names: string) =>
    names.split(' ').reduce((each, name) => Object(each)[name], value)
  for (const [after, same] of table) {
    const copy = structuredClone(after)
    const shared = shareUnchanged(before, after)
    t.same(shared, copy)
    const inside = (name: string) => same.some((each) => `${name} `.startsWith(`${each} `))
    for (const name of paths.filter((each) => at(after, each) !== undefined)) {
      t.equal(at(shared, name) === at(before, name), inside(name), `${name} ${same}`)
    }
  }
  t.equal(shareUnchanged(before, structuredClone(before)), before)
  const own = JSON.parse('{"__proto__": {"a": 1}, "b": 1}')
  const other = shareUnchanged(own, JSON.parse('{"__proto__": {"a": 1}, "b": 2}')) as typeof own
  t.same(Object.keys(other), ['__proto__', 'b'])
})

t.test('a part that aliases repeat is compared once', async (t) => {
  const nested = () => {
    let value: unknown = ['x']
    for (let depth = 0; depth < 60; depth++) value = [value, value]
    return value
  }
  const before = nested()
  t.equal(shareUnchanged(before, nested()), before)
})

t.test('contents of path items are all that may differ', async (t) => {
  const before = { a: {}, paths: { '/a': {}, '/b': {} } }
  const { a, paths } = before
  const table: [after: unknown, want: unknown[] | undefined][] = [
    [{ a, paths }, []],
    [{ a, paths: { ...paths, '/a': 1 } }, [1]],
    [{ a: {}, paths }, undefined],
    [{ paths, a }, undefined],
    [{ a, paths, b: 1 }, undefined],
    [{ a, paths: { '/a': {} } }, undefined],
    [{ a, paths: { '/b': {}, '/a': {} } }, undefined],
    [{ a, paths: [] }, undefined],
    [1, undefined],
  ]
  for (const [after, want] of table) t.same(changedPathItems(before, after), want)
  t.equal(changedPathItems([], before), undefined)
  t.equal(changedPathItems({ a }, { a }), undefined)
})
