import path from 'node:path'
import t from 'tap'
import { DocumentError, formatDiagnostics } from '#toolkit/generator/diagnostics/problems.js'
import { type Generated, generate, generateFrom } from '#toolkit/generator/generate.js'
import { load } from '#toolkit/generator/load/load.js'
import { parse } from '#toolkit/generator/load/source.js'
import type { SchemaObject } from '#toolkit/openapi/schema/schema.js'
import { goldenFolder } from '../../helpers/golden.js'
import { rowsOf } from '../../helpers/rows.js'
import { ROOT, typeCheck, writeFiles } from '../../helpers/tsc.js'

process.chdir(ROOT)
const MULTI = 'test/fixtures/documents/multi/openapi.yaml'

t.test('a document in several files', async (t) => {
  const out = t.testdir()
  const { files } = generate(MULTI)
  const text = (name: string) => files.find((file) => file.name === name)?.text ?? ''
  goldenFolder(t, 'multi', { 'types.ts.txt': text('types.ts') })
  await writeFiles(out, files)
  t.same(await typeCheck(out), [])
})

t.test('the bundled document generates the same types', async (t) => {
  const first = generate(MULTI)
  const bundled = first.files.find(({ name }) => name === 'openapi.json')?.text ?? ''
  const second = generateFrom(
    parse('bundled.json', bundled.replace(/"example": \{[^}]*\}/, '"example": {}')),
  )
  const types = (text = '') =>
    [...text.matchAll(/export \w+ (\w+)/g)].map((match) => match[1]).sort()
  const text = (files: typeof first.files) => files.find(({ name }) => name === 'types.ts')?.text
  t.same(types(text(second.files)), types(text(first.files)))
})

t.test('bundling includes parts of other documents, and stops at circles', async (t) => {
  const folder = t.testdir({
    'openapi.yaml': [
      'openapi: 3.1.0',
      'info: {title: T, version: "1"}',
      'paths:',
      '  /a: {$ref: "items.yaml#/a"}',
      '  /b: {get: {x-circle: {$ref: items.yaml#/circle}, responses: {200: {description: d, content: {application/json: {schema: {$ref: items.yaml#/Plant}}}}}}}',
      'x-plant: {$ref: items.yaml#/Plant}',
    ].join('\n'),
    'items.yaml': [
      'a: {get: {responses: {200: {description: d, content: {application/json: {schema: {$ref: "#/Plant", description: e}}}}}}}',
      'circle: {around: {$ref: "#/circle"}}',
      'Plant: {type: string}',
    ].join('\n'),
    'named.yaml': [
      'openapi: 3.1.0',
      'info: {title: T, version: "1"}',
      'components: {schemas: {Plant: {type: integer}, Box: {items: {$ref: items.yaml#/Plant}}}}',
    ].join('\n'),
  })
  const bundled = (name: string) => generate(path.join(folder, name)).model.bundled
  const schema = { $ref: '#/components/schemas/Plant' }
  t.match(bundled('openapi.yaml'), {
    paths: { '/b': { get: { 'x-circle': { around: { $ref: '#/circle' } } } } },
    'x-plant': schema,
    components: { schemas: { Plant: { type: 'string' } } },
  })
  t.match(bundled('named.yaml'), {
    components: { schemas: { Plant: { type: 'integer' }, Plant_2: { type: 'string' } } },
  })
})

t.test('a response of another file, which operations share, has one name', async (t) => {
  const gone = (name: string) => `responses: {404: {$ref: '${name}'}}`
  const folder = t.testdir({
    'openapi.yaml': `openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a: {get: {${gone('shared.yaml#/Gone')}}, put: {${gone('shared.yaml#/Gone')}}}
  /b: {get: {${gone('lost.yaml')}}, put: {${gone('lost.yaml')}}}
`,
    'shared.yaml': 'Gone: {description: d, content: {application/json: {schema: {type: object}}}}',
    'lost.yaml': '{description: d, content: {application/json: {schema: {type: object}}}}',
  })
  const { model } = generate(path.join(folder, 'openapi.yaml'))
  t.same(
    model.schemas.map(({ name }) => name),
    ['GoneBody', 'LostBody'],
  )
})

t.test('components that are files share a file, each with its own dynamic anchor', async (t) => {
  const list = (type: string) =>
    `{ $id: ${type}.yaml, $ref: list.yaml, $defs: { item: { $dynamicAnchor: item, type: ${type} } } }`
  const folder = t.testdir({
    'openapi.yaml': `openapi: 3.1.0
info: { title: T, version: '1' }
components: { schemas: { Numbers: { $ref: number.yaml }, Texts: { $ref: string.yaml } } }`,
    'number.yaml': list('number'),
    'string.yaml': list('string'),
    'list.yaml':
      '{ $id: list.yaml, items: { $dynamicRef: "#item" }, type: array, $defs: { item: { $dynamicAnchor: item } } }',
  })
  const { files } = generate(path.join(folder, 'openapi.yaml'))
  const types = files.find(({ name }) => name === 'types.ts')?.text ?? ''
  const declared = [...types.matchAll(/^export type (.*)$/gm)].map((match) => match[1])
  t.same(declared, [
    ...['Numbers = List', 'Texts = List_2', 'List = Item[]', 'Item = number'],
    ...['List_2 = Item_2[]', 'Item_2 = string'],
  ])
})

t.test('generated code names a document outside the folder by its name only', async (t) => {
  t.teardown(() => process.chdir(ROOT))
  process.chdir(path.join(ROOT, 'src'))
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
const AT = 'openapi.yaml:5:9 #/components/schemas/A/$ref '

for (const [reference, ...lines] of WRONG) {
  t.test(`the reference ${JSON.stringify(reference)} has a problem`, async (t) => {
    const folder = t.testdir({
      'broken.yaml': 'a: [1',
      'device.yaml': t.fixture('symlink', '/dev/null'),
      'empty.yaml': '# a schema',
      'list.yaml': '- a schema',
      folder: {},
      'other.yaml': 'A: {type: strin}\nB: {$ref: "#/C"}',
      'openapi.yaml': [
        'openapi: 3.1.0',
        'info: {title: T, version: "1"}',
        'components:',
        '  schemas:',
        `    A: {$ref: ${JSON.stringify(reference)}}`,
        '    I: {allOf: [true]}',
      ].join('\n'),
    })
    const message = messageOf(() => generate(path.join(folder, 'openapi.yaml')))
    const told = message.replaceAll(`${folder}/`, '').replaceAll(AT, 'at ')
    t.same(told.split('\n'), lines)
  })
}

/** The message of the error, or else the warnings. */
function messageOf(run: () => Generated): string {
  try {
    return formatDiagnostics(run().warnings)
  } catch (error) {
    if (error instanceof DocumentError) return error.message
    throw error
  }
}

t.test('a mapping leads to schemas of other documents, and to nothing else there', async (t) => {
  const folder = t.testdir({
    'pets.yaml': 'title: pets\nCat: {type: object}\nAny: true',
    'openapi.yaml': [
      'openapi: 3.1.0',
      'info: {title: T, version: "1"}',
      'components:',
      '  schemas:',
      '    Pet:',
      '      oneOf: [{$ref: pets.yaml#/Cat}]',
      '      discriminator:',
      '        propertyName: kind',
      '        mapping: {a: pets.yaml#/Cat, b: pets.yaml#/Any, c: pets.yaml#/title, d: "#/info"}',
    ].join('\n'),
  })
  const { warnings, model } = generate(path.join(folder, 'openapi.yaml'))
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
  const document =
    'openapi: 3.1.0\ninfo: {title: T, version: "1"}\ncomponents: {schemas: {A: {$ref: b.yaml}}}'
  t.throws(() => generateFrom(parse('a.yaml', document)), {
    message:
      /^a\.yaml:3:28 #\/components\/schemas\/A\/\$ref b\.yaml: a document without a file has no neighbours; load the document from a file$/,
  })
})

t.test(
  'a schema with an $id refers from its own root, or else from that of the document',
  async (t) => {
    const document = `
openapi: 3.1.0
info: {title: T, version: "1"}
components:
  schemas:
    A:
      $id: https://example.com/a
      prefixItems: [{$ref: "#/$defs/B"}, {$ref: "#/components/schemas/B"}]
      $defs: {B: {type: integer}}
    B: {type: string}
`
    const { model } = generateFrom(parse('openapi.yaml', document))
    const schemas = new Map(model.schemas.map(({ name, schema }) => [`#/$defs/${name}`, schema]))
    const { prefixItems = [] } = schemas.get('#/$defs/A') as SchemaObject
    t.same(
      prefixItems.map((each) => schemas.get((each as SchemaObject).$ref as string)),
      [{ type: 'integer' }, { type: 'string' }],
    )
  },
)

t.test('the value of an unknown keyword is no schema', async (t) => {
  const document = `
openapi: 3.1.0
info: {title: T, version: "1"}
components:
  schemas:
    A:
      $id: https://example.com/a
      unknown: {$id: https://example.com/b, type: "null"}
      dependencies: {enum: {$id: https://example.com/c, type: integer}}
      allOf: [{$id: b, type: string}]
    B: {$ref: https://example.com/b}
    C: {$ref: https://example.com/c}
`
  const { model } = generateFrom(parse('openapi.yaml', document))
  const schemas = model.schemas.filter(({ pointer }) => /allOf|dependencies/.test(pointer))
  t.same(
    schemas.map(({ schema }) => schema),
    [{ type: 'string' }, { type: 'integer' }],
  )
})

t.test('a reference out of the document’s folder needs --root', async (t) => {
  const document = (ref: string) =>
    `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\ncomponents: {schemas: {A: {$ref: "${ref}"}}}`
  const secret = 'type: string\nconst: a-secret-of-this-machine'
  const folder = t.testdir({
    spec: {
      'sibling.yaml': document('../common/a.yaml#/A'),
      'link.yaml': document('link/a.yaml#/A'),
      'folder.yaml': document('..#/A'),
      'missing.yaml': document('../no/such.yaml#/A'),
      'inside.yaml': document('below/../..a/a.yaml#/A'),
      'device.yaml': document('null#/A'),
      null: t.fixture('symlink', '/dev/null'),
      'encoded.yaml': document('%2e%2e/common/a.yaml#/A'),
      '..a': { 'a.yaml': `A: {${secret.replace('\n', ', ')}}` },
      link: t.fixture('symlink', '../common'),
    },
    common: { 'a.yaml': `A: {${secret.replace('\n', ', ')}}` },
  })
  const spec = (name: string) => path.join(folder, 'spec', name)
  const opened: string[] = []
  const observer = { opened: (file: string) => opened.push(path.relative(folder, file)) }
  const refused = (name: string, options = {}) => {
    try {
      generate(spec(name), { observer, ...options })
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  const names = [
    'device.yaml',
    'sibling.yaml',
    'link.yaml',
    'folder.yaml',
    'missing.yaml',
    'encoded.yaml',
  ]
  for (const name of names) {
    const message = refused(name) ?? ''
    t.match(message, `${spec(name)}:4:28 #/components/schemas/A/$ref`, name)
    const outside = 'the document cannot be read: it is outside of the folder of the document'
    t.match(
      message,
      `${outside}; name the folder that holds all files of the document with --root DIR`,
    )
    t.notMatch(message, /\n|secret/, 'one line')
  }
  t.same(
    opened,
    names.map((name) => `spec/${name}`),
    'nothing else is looked at',
  )
  t.equal(refused('inside.yaml'), undefined)
  for (const name of ['sibling.yaml', 'link.yaml', 'encoded.yaml']) {
    t.equal(refused(name, { root: folder }), undefined)
    t.equal(refused(name, { root: path.relative(process.cwd(), folder) }), undefined)
  }
  t.match(refused('missing.yaml', { root: folder }), 'there is no such file')
  t.match(refused('device.yaml', { root: '/' }), 'it is no file; name a readable file')
  t.match(refused('sibling.yaml', { root: spec('..a') }), `outside of ${spec('..a')};`)
})

/** A component with the same schema by each of these references, from the document and from another file. */
const SAME = [
  '#/components/schemas/A',
  './openapi.yaml#/components/schemas/A',
  '#/components/schemas/%41',
  'schemas/a.yaml#/A',
  'schemas/../schemas/%61.yaml#/A',
  'schemas/index.yaml#/A',
  '#/paths/~1a/get/responses/200/content/application~1json/schema',
]

t.test('references to one schema by different paths are one type', async (t) => {
  const members = SAME.map((reference, index) => `m${index}: {$ref: "${reference}"}`)
  const folder = t.testdir({
    'openapi.yaml': [
      'openapi: 3.1.0',
      'info: {title: T, version: "1"}',
      'paths:',
      '  /a: {$ref: paths/a.yaml}',
      'components:',
      '  schemas:',
      '    A: {type: string}',
      '    C: {$ref: schemas/index.yaml#/C}',
      `    All: {type: object, properties: {${members.join(', ')}, c: {$ref: schemas/c.yaml}}}`,
    ].join('\n'),
    paths: {
      'a.yaml':
        'get: {responses: {200: {description: d, content: {application/json: {schema: {$ref: "../openapi.yaml#/components/schemas/A"}}}}}}',
    },
    schemas: {
      'a.yaml': 'A: {$ref: "../openapi.yaml#/components/schemas/A"}',
      'index.yaml': 'A: {$ref: a.yaml#/A}\nC: {$ref: c.yaml}',
      'c.yaml': 'type: object\nproperties: {c: {$ref: "index.yaml#/C"}}',
    },
  })
  // As a command line may spell it: references back to the document lead to the same file.
  const { model, warnings } = generate(`${folder}/schemas/.././openapi.yaml`)
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
