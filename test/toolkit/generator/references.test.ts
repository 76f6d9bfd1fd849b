import path from 'node:path'
import t, { type Test } from 'tap'
import { DocumentError, formatDiagnostics } from '#toolkit/generator/diagnostics/problems.js'
import { generate, generateFrom } from '#toolkit/generator/generate.js'
import { load } from '#toolkit/generator/load/load.js'
import { parse } from '#toolkit/generator/load/source.js'
import type { SchemaObject } from '#toolkit/openapi/schema/schema.js'
import { goldenFolder } from '../../helpers/golden.js'
import { inFull, made, problemsOf, toldOf } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'
import { ROOT } from '../../helpers/tsc.js'

process.chdir(ROOT)
const MULTI = 'test/fixtures/documents/multi/openapi.yaml'

type Files = NonNullable<Parameters<Test['testdir']>[0]>

/** Generates from a document in short that has files beside it. */
function among(t: Test, document: string, files: Files) {
  const folder = t.testdir({ 'openapi.yaml': inFull(document), ...Object(files) })
  return generate(`${folder}/openapi.yaml`)
}

t.test('a document in several files', async (t) => {
  const { files } = generate(MULTI)
  const text = files.find(({ name }) => name === 'types.ts')?.text ?? ''
  goldenFolder(t, 'multi', { 'types.ts.txt': text })
  t.same(await problemsOf(t, files), [])
})

t.test('the bundled document generates the same types', async (t) => {
  const types = ({ files }: Pick<ReturnType<typeof generate>, 'files'>) => {
    const text = files.find(({ name }) => name === 'types.ts')?.text ?? ''
    return [...text.matchAll(/export \w+ (\w+)/g)].map((match) => match[1]).sort()
  }
  const first = generate(MULTI)
  const bundled = first.files.find(({ name }) => name === 'openapi.json')?.text ?? ''
  const plain = bundled.replace(/"example": \{[^}]*\}/, '"example": {}')
  t.same(types(generateFrom(parse('bundled.json', plain))), types(first))
})

t.test('bundling includes parts of other documents, and stops at circles', async (t) => {
  const items = {
    'items.yaml': `
a: { get: { responses: { 200: { description: d, content: { application/json: { schema: { $ref: "#/Plant", description: e } } } } } } }
circle: { around: { $ref: "#/circle" } }
Plant: { type: string }
None: { description: none }
Tree: { $id: https://a.example/tree, $dynamicAnchor: t, properties: { of: { $dynamicRef: "#t" } } }
Strict: { $id: https://a.example/strict, $dynamicAnchor: t, $ref: tree, unevaluatedProperties: false }`,
  }
  const document = `
GET /b: { x-circle: { $ref: items.yaml#/circle }, 200: { $ref: items.yaml#/Plant }, 201: { $ref: items.yaml#/Strict } }
paths: { /a: { $ref: items.yaml#/a, post: { responses: { 204: { $ref: items.yaml#/None, description: own } } } } }
x-plant: { $ref: items.yaml#/Plant }`
  t.match(among(t, document, items).model.bundled, {
    paths: {
      '/a': { get: {}, post: { responses: { 204: { description: 'own' } } } },
      '/b': { get: { 'x-circle': { around: { $ref: '#/circle' } } } },
    },
    'x-plant': { $ref: '#/components/schemas/Plant' },
    components: {
      schemas: {
        Plant: { type: 'string' },
        Strict: { unevaluatedProperties: false, allOf: [{ $dynamicAnchor: 't' }] },
      },
    },
  })
  const named = 'Plant: { type: integer }\nBox: { items: { $ref: items.yaml#/Plant } }'
  t.match(among(t, named, items).model.bundled, {
    components: { schemas: { Plant: { type: 'integer' }, Plant_2: { type: 'string' } } },
  })
})

t.test('a bundle has no names that schemas had in their own documents', async (t) => {
  const item = (type: string) =>
    `{ $id: https://a.example/${type}, default: { $id: a }, items: { $ref: "#item" }, $defs: { item: { $anchor: item, type: ${type} } } }`
  const document = 'Both: { prefixItems: [{ $ref: a.yaml }, { $ref: b.yaml }] }'
  const { model } = among(t, document, { 'a.yaml': item('string'), 'b.yaml': item('integer') })
  const { Both: _, ...schemas } = Object(model.bundled).components.schemas
  const list = (type: string, name: string) => {
    const items = { $ref: `#/components/schemas/${name}` }
    return { default: { $id: 'a' }, items, $defs: { item: { type } } }
  }
  t.same(schemas, {
    ...{ A: list('string', 'Item'), Item: { type: 'string' } },
    ...{ B: list('integer', 'Item_2'), Item_2: { type: 'integer' } },
  })
})

t.test('a bundle has the references of a discriminator in another document', async (t) => {
  const pets = `
Pet: { oneOf: [{ $ref: "#/Cat" }, { $ref: cow.yaml }], discriminator: { propertyName: kind, mapping: { c: "#/Cat", a: A, d: "openapi.yaml#/components/schemas/A", m: cow.yaml, x: nothing } } }
Cat: { type: object }`
  const document = 'A: { $ref: pets.yaml#/Pet }\nB: { $ref: "#/components/schemas/A" }'
  const { model } = among(t, document, { 'pets.yaml': pets, 'cow.yaml': 'type: object' })
  const { mapping } = Object(model.bundled).components.schemas.A.discriminator
  const at = (name: string) => `#/components/schemas/${name}`
  t.same(mapping, { c: at('Cat'), a: 'A', d: at('A'), m: at('Cow'), x: 'nothing' })
})

t.test('an anchor is found in a file whose root has an `$id`', async (t) => {
  const ids = '{ $id: https://a.example/ids, $defs: { id: { $anchor: id, type: integer } } }'
  const { model } = among(t, 'Id: { $ref: "ids.yaml#id" }', { 'ids.yaml': ids })
  t.match(model.bundled, { components: { schemas: { Id: { type: 'integer' } } } })
})

t.test('a response of another file, which operations share, has one name', async (t) => {
  const gone = (name: string) => `{ responses: { 404: { $ref: ${name} } } }`
  const document = `
GET /a: ${gone('shared.yaml#/Gone')}
PUT /a: ${gone('shared.yaml#/Gone')}
GET /b: ${gone('lost.yaml')}
PUT /b: ${gone('lost.yaml')}`
  const lost = '{ description: d, content: { application/json: { schema: { type: object } } } }'
  const { model } = among(t, document, { 'shared.yaml': `Gone: ${lost}`, 'lost.yaml': lost })
  const names = model.schemas.map(({ name }) => name)
  t.same(names, ['GoneBody', 'LostBody'])
})

t.test('components that are files share a file, each with its own dynamic anchor', async (t) => {
  const list = (type: string) =>
    `{ $id: ${type}.yaml, $ref: list.yaml, $defs: { item: { $dynamicAnchor: item, type: ${type} } } }`
  const { files } = among(t, 'Numbers: { $ref: number.yaml }\nTexts: { $ref: string.yaml }', {
    'number.yaml': list('number'),
    'string.yaml': list('string'),
    'list.yaml':
      '{ $id: list.yaml, items: { $dynamicRef: "#item" }, type: array, $defs: { item: { $dynamicAnchor: item } } }',
  })
  const types = files.find(({ name }) => name === 'types.ts')?.text ?? ''
  const declared = [...types.matchAll(/^export type (.*)$/gm)].map((match) => match[1])
  t.same(declared, [
    ...['Numbers = List', 'Texts = List_2', 'List = Item[]', 'Item = number'],
    ...['List_2 = Item_2[]', 'Item_2 = string'],
  ])
})

t.test('operations at one pointer of several files have own parameters', async (t) => {
  const get = (name: string) =>
    `get: { operationId: ${name}, parameters: [{ name: ${name}, in: query, schema: {} }], responses: { 204: { description: d } } }`
  const paths = 'paths: { /a: { $ref: a.yaml }, /b: { $ref: b.yaml } }'
  const { model } = among(t, paths, { 'a.yaml': get('a'), 'b.yaml': get('b') })
  const schemas = new Map(model.schemas.map(({ name, schema }) => [name, schema]))
  const members = model.operations.map(({ parameterGroups: [group] }) =>
    Object.keys(Object(schemas.get(group?.schema as string)).properties),
  )
  t.same(members, [['a'], ['b']])
})

t.test('generated code names a document outside the folder by its name only', async (t) => {
  t.chdir(path.join(ROOT, 'src'))
  t.equal(generate(path.join(ROOT, MULTI)).model.file, 'openapi.yaml')
})

t.test('each file is read once', async (t) => {
  const source = load(MULTI)
  t.equal(source.open('schemas/ids.json'), source.open('paths/../schemas/ids.json'))
  t.equal(source.open('paths/tree.yaml').open('../openapi.yaml'), source)
})

/** References of a schema, with the lines of the problems; `at` is the place of the reference. */
const WRONG = [
  ...rowsOf(`
  none.yaml | at none.yaml: the document cannot be read: there is no such file (ENOENT); name a readable file
  broken.yaml#/a | at broken.yaml has errors; correct what is said of that file | broken.yaml:1:6 # a bracket is not closed; close it
  other.yaml#/A | other.yaml:1:5 #/A/type "strin" is no type; did you mean \`string\`? Or use array, boolean, integer, null, number, object or string, or an array of them
  other.yaml#/B | other.yaml:2:5 #/B/$ref nothing is at #/C; correct the reference or add what it names, or pass --ignore unresolved-reference
  https://example.com/e.yaml | at not supported yet: reference to another host (https://example.com/e.yaml); save it beside the document and refer to the file, or pass --ignore remote-reference
  other.yaml#anchor | at nothing is at other.yaml#anchor; correct the reference or add what it names, or pass --ignore unresolved-reference
  %zz | at %zz: the document cannot be read: there is no such file (ENOENT); name a readable file
  #/components/schemas/I/allOf/1 | at nothing is at #/components/schemas/I/allOf/1; correct the reference or add what it names, or pass --ignore unresolved-reference
  #/components/schemas/I/allOf/x | at nothing is at #/components/schemas/I/allOf/x; correct the reference or add what it names, or pass --ignore unresolved-reference
  #/info/title/x | at nothing is at #/info/title/x; correct the reference or add what it names, or pass --ignore unresolved-reference
  device.yaml | at device.yaml: the document cannot be read: it is outside of the folder of the document; name the folder that holds all files of the document with --root DIR
  folder | at folder: the document cannot be read: it is a folder (EISDIR); name a readable file
  empty.yaml | empty.yaml:1:1 # warning: the schema is empty: any value is accepted here; write a schema
  openapi.yaml | at openapi.yaml is no schema; refer to a schema, such as #/components/schemas/NAME, or pass --ignore unresolved-reference
  list.yaml | list.yaml:1:1 # expected an object, found an array; write an object
`),
  [
    '\u0000',
    'at  : the document cannot be read: no file can have this name (ERR_INVALID_ARG_VALUE); name a readable file',
  ],
]
const AT = /^openapi\.yaml:1:\d+ #\/components\/schemas\/A\/\$ref /gm

for (const [reference, ...lines] of WRONG) {
  t.test(`the reference ${JSON.stringify(reference)} has a problem`, async (t) => {
    const told = messageOf(() =>
      among(t, `A: { $ref: ${JSON.stringify(reference)} }\nI: { allOf: [true] }`, {
        ...{ 'broken.yaml': 'a: [1', 'device.yaml': t.fixture('symlink', '/dev/null') },
        ...{ 'empty.yaml': '# a schema', 'list.yaml': '- a schema', folder: {} },
        'other.yaml': 'A: {type: strin}\nB: {$ref: "#/C"}',
      }),
    )
    t.same(told.replaceAll(`${t.testdirName}/`, '').replace(AT, 'at ').split('\n'), lines)
  })
}

/** The message of the error, or else the warnings. */
function messageOf(run: () => ReturnType<typeof generate>): string {
  try {
    return formatDiagnostics(run().warnings)
  } catch (error) {
    if (error instanceof DocumentError) return error.message
    throw error
  }
}

t.test('a mapping leads to schemas of other documents, and to nothing else there', async (t) => {
  const mapping = "{ a: pets.yaml#/Cat, b: pets.yaml#/Any, c: pets.yaml#/title, d: '#/info' }"
  const document = `Pet: { oneOf: [{ $ref: pets.yaml#/Cat }], discriminator: { propertyName: kind, mapping: ${mapping} } }`
  const pets = { 'pets.yaml': 'title: pets\nCat: {type: object}\nAny: true' }
  const { warnings, model } = among(t, document, pets)
  t.same(
    warnings.map(({ pointer, message }) => `${pointer} ${message}`),
    [
      '#/components/schemas/Pet/discriminator/mapping/c the mapping names no schema ("pets.yaml#/title")',
      '#/components/schemas/Pet/discriminator/mapping/d the mapping names no schema ("#/info")',
      '#/components/schemas/Pet/discriminator/mapping/b the mapping leads from "b" to a schema that is not among those of `oneOf` or `anyOf`',
    ],
  )
  const pet = model.schemas.find(({ name }) => name === 'Pet')?.schema as SchemaObject
  t.same(Object.keys(pet.discriminator?.mapping ?? {}), ['a', 'b'])
})

t.test('a document in memory has no neighbours', async (t) => {
  t.same(toldOf('A: { $ref: b.yaml }'), [
    '! #/components/schemas/A/$ref b.yaml: a document without a file has no neighbours',
  ])
})

t.test('a schema with an $id refers from its root, or that of the document', async (t) => {
  const { model } = made(`
A: { $id: https://example.com/a, prefixItems: [{ $ref: '#/$defs/B' }, { $ref: '#/components/schemas/B' }], $defs: { B: { type: integer } } }
B: { type: string }
C: { $id: https://example.com/c, $ref: '#/components/schemas/B' }
D: { $id: https://example.com/d, $ref: '#/$defs/B', $defs: { B: { type: boolean } } }`)
  const schemas = new Map(model.schemas.map(({ name, schema }) => [`#/$defs/${name}`, schema]))
  const { prefixItems } = Object(schemas.get('#/$defs/A'))
  const all = [...prefixItems, schemas.get('#/$defs/C'), schemas.get('#/$defs/D')]
  const found = all.map(({ $ref }) => schemas.get($ref))
  t.same(found, [{ type: 'integer' }, { type: 'string' }, { type: 'string' }, { type: 'boolean' }])
})

t.test('a reference is by an `$id` before it is the bare name of a component', async (t) => {
  const { model, warnings } = made(`
A: { $id: https://example.com/a, $ref: B }
B: { type: string }
C: { $id: https://example.com/B, type: integer }
D: { $ref: 'plain#' }
E: { $id: plain, type: boolean }`)
  const schemas = new Map(model.schemas.map(({ name, schema }) => [name, Object(schema)]))
  const target = (name: string) => schemas.get(schemas.get(name).$ref.replace('#/$defs/', ''))
  t.same([target('A'), target('D')], [{ type: 'integer' }, { type: 'boolean' }])
  const messages = warnings.filter(({ message }) => message.includes('taken for'))
  t.same(messages, [])
})

t.test('a requirement names a security scheme, or refers to it', async (t) => {
  const { model, warnings } = made(`
openapi: 3.2.0
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
security: [{ '#/components/securitySchemes/token': [] }, { token: [a] }]
GET /a: {}`)
  t.same(model.operations[0]?.security, [{ token: [] }, { token: ['a'] }])
  t.same(warnings, [])
})

t.test('the value of an unknown keyword is no schema', async (t) => {
  const { model } = made(`
A: { $id: https://example.com/a, unknown: { $id: https://example.com/b, type: 'null' }, dependencies: { enum: { $id: https://example.com/c, type: integer } }, allOf: [{ $id: b, type: string }] }
B: { $ref: https://example.com/b }
C: { $ref: https://example.com/c }`)
  const schemas = model.schemas.filter(({ pointer }) => /allOf|dependencies/.test(pointer))
  const found = schemas.map(({ schema }) => schema)
  t.same(found, [{ type: 'string' }, { type: 'integer' }])
})

t.test('a reference out of the document’s folder needs --root', async (t) => {
  const document = (ref: string) => inFull(`A: { $ref: '${ref}' }`)
  const secret = 'A: { type: string, const: a-secret-of-this-machine }'
  const folder = t.testdir({
    spec: {
      'sibling.yaml': document('../common/a.yaml#/A'),
      ...{ 'link.yaml': document('link/a.yaml#/A'), 'folder.yaml': document('..#/A') },
      'missing.yaml': document('../no/such.yaml#/A'),
      ...{ 'inside.yaml': document('below/../..a/a.yaml#/A'), 'device.yaml': document('null#/A') },
      null: t.fixture('symlink', '/dev/null'),
      ...{ 'encoded.yaml': document('%2e%2e/common/a.yaml#/A'), '..a': { 'a.yaml': secret } },
      link: t.fixture('symlink', '../common'),
    },
    common: { 'a.yaml': secret },
  })
  const spec = (name: string) => path.join(folder, 'spec', `${name}.yaml`)
  const opened: string[] = []
  const note = (file: string) => void opened.push(path.basename(file, '.yaml'))
  const told = (name: string, options = {}) =>
    messageOf(() => generate(spec(name), { opened: note, ...options }))
  const names = ['device', 'sibling', 'link', 'folder', 'missing', 'encoded']
  for (const name of names) {
    const message = told(name)
    t.match(message, /^[^\n]*\.yaml:1:\d+ #\/components\/schemas\/A\/\$ref [^\n]*$/, name)
    t.match(
      message,
      'the document cannot be read: it is outside of the folder of the document; name the folder that holds all files of the document with --root DIR',
    )
    t.notMatch(message, 'secret')
  }
  t.same(opened, names, 'nothing else is looked at')
  t.equal(told('inside'), '')
  for (const name of ['sibling', 'link', 'encoded']) {
    t.equal(told(name, { root: folder }), '')
    t.equal(told(name, { root: path.relative(process.cwd(), folder) }), '')
  }
  t.match(told('missing', { root: folder }), 'there is no such file')
  t.match(told('device', { root: '/' }), 'it is no file; name a readable file')
  const inner = path.dirname(spec('x'))
  t.match(told('sibling', { root: `${inner}/..a` }), `outside of ${inner}/..a;`)
})

/** A component with the same schema by each of these references, from the document and from another file. */
const SAME = [
  ...['#/components/schemas/A', './openapi.yaml#/components/schemas/A', '#/components/schemas/%41'],
  ...['schemas/a.yaml#/A', 'schemas/../schemas/%61.yaml#/A', 'schemas/index.yaml#/A'],
  '#/paths/~1a/get/responses/200/content/application~1json/schema',
]

t.test('references to one schema by different paths are one type', async (t) => {
  const members = SAME.map((reference, index) => `m${index}: { $ref: '${reference}' }`)
  among(
    t,
    `
paths: { /a: { $ref: paths/a.yaml } }
A: { type: string }
C: { $ref: schemas/index.yaml#/C }
All: { type: object, properties: { ${members.join(', ')}, c: { $ref: schemas/c.yaml } } }`,
    {
      paths: {
        'a.yaml':
          'get: {responses: {200: {description: d, content: {application/json: {schema: {$ref: "../openapi.yaml#/components/schemas/A"}}}}}}',
      },
      schemas: {
        'a.yaml': 'A: {$ref: "../openapi.yaml#/components/schemas/A"}',
        'index.yaml': 'A: {$ref: a.yaml#/A}\nC: {$ref: c.yaml}',
        'c.yaml': 'type: object\nproperties: {c: {$ref: "index.yaml#/C"}}',
      },
    },
  )
  // As a command line may spell it: references back to the document lead to the same file.
  const { model, warnings } = generate(`${t.testdirName}/schemas/.././openapi.yaml`)
  t.same(warnings, [])
  t.same(model.schemas.map(({ name }) => name).sort(), ['A', 'All', 'C'])
  const all = model.schemas.find(({ name }) => name === 'All')?.schema as SchemaObject
  const wanted = [...SAME.map((_, index) => [`m${index}`, 'A']), ['c', 'C']]
  t.same(
    all.properties,
    Object.fromEntries(wanted.map(([name, schema]) => [name, { $ref: `#/$defs/${schema}` }])),
  )
  t.match(model.bundled, {
    components: {
      schemas: { C: { type: 'object', properties: { c: { $ref: '#/components/schemas/C' } } } },
    },
  })
})
