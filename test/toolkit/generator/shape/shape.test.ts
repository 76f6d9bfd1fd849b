import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { DocumentError, formatDiagnostics } from '#toolkit/generator/diagnostics/problems.js'
import { generate } from '#toolkit/generator/generate.js'
import type { ShapeOptions } from '#toolkit/generator/shape/shape.js'
import { rowsOf } from '../../../helpers/rows.js'
import { ROOT } from '../../../helpers/tsc.js'

const DOCUMENT = `openapi: 3.2.0
info: { title: T, version: '1' }
tags: [{ name: pets }, { name: cats, parent: pets }, { name: shops }]
paths:
  /pets:
    get:
      operationId: list
      tags: [pets]
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
    post:
      operationId: create
      tags: [pets, admin]
      responses: { '204': { description: d, headers: { X-A: { $ref: '#/components/headers/A' } } } }
  /cats:
    get: { operationId: cats, tags: [cats], responses: { '204': { description: d } } }
  /shops: { $ref: '#/components/pathItems/shops' }
  /other:
    get: { operationId: other, responses: { '204': { description: d } } }
components:
  pathItems:
    shops:
      get:
        operationId: shops
        tags: [shops]
        responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Shop' } } } } }
      delete: { operationId: close, tags: [admin], responses: { '204': { description: d } } }
  headers:
    A: { schema: { type: string } }
    B: { schema: { type: string } }
  schemas:
    Pet:
      type: object
      properties: { kind: { type: string }, id: { type: integer, format: int64 } }
      discriminator: { propertyName: kind, mapping: { dog: Dog } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { claws: { $ref: '#/components/schemas/Claws' } } }] }
    Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }] }
    Claws: { type: array, items: { $ref: '#/components/schemas/Claw/properties/sharp' } }
    Claw: { properties: { sharp: { type: boolean } } }
    Shop: { type: object }
    Unused: { $ref: '#/components/schemas/Shop' }
`

const overlay = (actions: string) =>
  `overlay: 1.0.0\ninfo: { title: O, version: '1' }\nactions:\n${actions}`

const later = (actions: string) => overlay(actions).replace('1.0.0', '1.1.0')

/** The operations and schemas of a shaped document, and what is told of it. */
async function shaped(
  t: Test,
  document: string,
  shape: Partial<ShapeOptions>,
  overlays: readonly string[] = [],
) {
  const folder = t.testdir()
  const spec = path.join(folder, 'openapi.yaml')
  await writeFile(spec, document)
  const files = overlays.map((_, index) => path.join(folder, `o${index}.yaml`))
  for (const [index, text] of overlays.entries()) await writeFile(files[index] as string, text)
  const opened: string[] = []
  const observer = { opened: (file: string) => void opened.push(path.basename(file)) }
  const { model, warnings } = generate(spec, { shape: { ...shape, overlays: files }, observer })
  t.same(opened.sort(), ['openapi.yaml', ...files.map((file) => path.basename(file))].sort())
  return {
    model,
    operations: model.operations.map(({ operationId }) => operationId),
    schemas: model.schemas.map(({ name }) => name).sort(),
    told: formatDiagnostics(warnings).replaceAll(`${folder}/`, ''),
  }
}

async function refusal(
  t: Test,
  ...given: Parameters<typeof shaped> extends [Test, ...infer More] ? More : never
) {
  const error = await shaped(t, ...given).then(
    () => undefined,
    (error: unknown) => error,
  )
  t.type(error, DocumentError)
  return (error as Error).message.replaceAll(`${t.testdirName}/`, '')
}

t.test('tags choose operations, and the components that they use', async (t) => {
  const table: [shape: Partial<ShapeOptions>, operations: string[], schemas: string[]][] = [
    [
      { only: ['pets'] },
      ['list', 'create', 'cats'],
      ['Cat', 'Claw', 'Claws', 'Dog', 'Pet', 'ClawSharp'],
    ],
    [{ only: ['cats'] }, ['cats'], []],
    [{ only: ['shops'] }, ['shops'], ['Shop']],
    [{ only: ['shops', 'admin'], without: ['pets'] }, ['shops', 'close'], ['Shop']],
    [{ without: ['admin', 'pets'] }, ['shops', 'other'], ['Shop']],
  ]
  for (const [shape, operations, schemas] of table) {
    const found = await shaped(t, DOCUMENT, shape)
    t.same(found.operations, operations, JSON.stringify(shape))
    const named = found.schemas.filter((name) => /^(Cat|Claws?|Dog|Pet|Shop|Unused)$/.test(name))
    t.same(named, schemas.filter((name) => name !== 'ClawSharp').sort(), JSON.stringify(shape))
  }
})

t.test('the document that is served is the chosen part', async (t) => {
  const { model } = await shaped(t, DOCUMENT, { only: ['pets'] })
  const { paths, components } = model.bundled as Record<string, Record<string, object>>
  t.same(Object.keys(paths ?? {}), ['/pets', '/cats'])
  t.same(Object.keys(components?.headers ?? {}), ['A'])
  t.same(Object.keys(components?.pathItems ?? {}), [])
})

t.test('a tag that no operation has is an error', async (t) => {
  t.equal(
    await refusal(t, DOCUMENT, { only: ['pet'] }),
    'openapi.yaml:4:1 #/paths no operation has the tag or operationId "pet"; did you mean pets? use pets, admin, cats, shops',
  )
  t.match(
    await refusal(t, DOCUMENT.replace(/tags: \[[^\]{]*\],?/g, ''), { without: ['a'] }),
    /; use list, create, cats, shops, close, other$/,
  )
})

t.test('nothing is removed where references lead elsewhere', async (t) => {
  const document = DOCUMENT.replace("'#/components/schemas/Shop' } } }", "'#shop' } } }").replace(
    'Shop: { type: object }',
    'Shop: { $anchor: shop, type: object }',
  )
  const { schemas } = await shaped(t, document, { only: ['shops'] })
  t.ok(schemas.includes('Pet'))
})

t.test('overlays change a document', async (t) => {
  const { operations, model, told } = await shaped(t, DOCUMENT, {}, [
    overlay(`
  - target: $.paths['/pets'].get
    update: { operationId: all, parameters: [{ name: a, in: query, schema: { type: string } }], x-tenant: { id: 1 } }
  - target: $.paths.*[?@.tags[?@ == 'admin']]
    remove: true
  - target: $.paths['/other'].get
    description: A list.
    update: { tags: [new] }
  - target: $.tags
    update: { name: new }
`),
    overlay(`
  - target: $
    update: { info: { version: '2', description: hello }, x-root: 1 }
  - target: $.tags
    update: { name: newer }
  - target: $
    update: { tags: [{ name: joined }] }
  - target: $
    remove: true
  - target: $..properties.id
    update: { maximum: 9007199254740993 }
  - target: $.tags[?@.name == 'shops']
    remove: true
  - target: $.tags[0]
    remove: true
  - target: $.nothing
    remove: true
`),
  ])
  t.same(operations, ['all', 'cats', 'shops', 'close', 'other'])
  const [all] = model.operations
  t.match(all, { extensions: { 'x-tenant': { id: 1 } }, parameterGroups: [{ member: 'query' }] })
  t.match(model.bundled, {
    info: { title: 'T', version: '2', description: 'hello' },
    tags: [{ name: 'cats' }, { name: 'new' }, { name: 'newer' }, { name: 'joined' }],
    'x-root': 1,
  })
  const { components } = model.bundled as unknown as { components: object }
  t.match(components, { schemas: { Pet: { properties: { id: { maximum: 2n ** 53n + 1n } } } } })
  t.match(
    told,
    /^o1.yaml:\d+:\d+ #\/actions\/7\/target warning: the target "\$\.nothing" selects nothing; /m,
  )
})

t.test('problems of a changed document are where they were', async (t) => {
  const { told } = await shaped(
    t,
    DOCUMENT.replace('operationId: cats,', 'operationId: cats, w: { a: 1 },'),
    {},
    [
      overlay(`
  - target: $.components.pathItems.shops.get
    remove: true
  - target: $.tags[0]
    remove: true
  - target: $.paths['/cats'].get
    update: { y: 1, v: { a: 1 } }
  - target: $.tags[0]
    update: { z: { a: 1 } }
`),
    ],
  )
  t.match(told, /^openapi.yaml:3:38 #\/tags\/0\/parent warning/m, 'an element that has moved')
  t.match(told, /^openapi.yaml:15:5 #\/paths\/~1cats\/get\/y warning/m, 'a member that is new')
  t.match(told, /^openapi.yaml:15:5 #\/paths\/~1cats\/get\/v warning/m, 'an object that is new')
  t.match(told, /^openapi.yaml:15:31 #\/paths\/~1cats\/get\/w warning/m, 'an object that stays')
})

t.test('a wrong overlay is an error, where it is', async (t) => {
  // Lines are divided by @.
  const table = rowsOf(`
    1.2.0 |  | o0.yaml:1:1 # this is no overlay of version 1.0 or 1.1; write \`overlay: 1.1.0\`
    1.0.0 |  | o0.yaml:1:1 # \`actions\` is no array; list the actions
    1.0.0 | - 1 | o0.yaml:4:5 #/actions/0 an action is an object; correct it
    1.0.0 | - { target: $, updat: {} } | o0.yaml:4:18 #/actions/0/updat \`updat\` of an action is unknown; did you mean \`update\`? Or leave it out
    1.0.0 | - { update: {} } | o0.yaml:4:5 #/actions/0 \`target\` of an action is missing; name what it changes
    1.0.0 | - { target: $.info, remove: false } | o0.yaml:4:5 #/actions/0 an action has neither \`update\` nor \`remove: true\`; add one
    1.0.0 | - { target: paths, remove: true } | o0.yaml:4:7 #/actions/0/target "paths" is no JSONPath of RFC 9535; write $.paths
    1.0.0 | - { target: $.info, update: [] } | o0.yaml:4:23 #/actions/0/update \`update\` of an object is no object; correct the action
    1.0.0 | - { target: $.info.title, update: U } | o0.yaml:4:29 #/actions/0/update the target of an update is neither an object nor an array; write \`overlay: 1.1.0\`, which has that
    1.0.0 | - { target: $.info, copy: $.tags } | o0.yaml:4:23 #/actions/0/copy \`copy\` of an action is of version 1.1; write \`overlay: 1.1.0\`
    1.1.0 | - { target: $.info, copy: "$.tags[*]" } @ - { target: $.info, copy: $.none } | o0.yaml:4:23 #/actions/0/copy \`copy\` selects several values; select one value @ o0.yaml:5:23 #/actions/1/copy \`copy\` selects nothing; select one value
    1.1.0 | - { target: $.info, copy: $.tags, update: {} } | o0.yaml:4:5 #/actions/0 an action has \`update\` and \`copy\`; leave one of them
    1.1.0 | - { target: $.info, update: 1 } | o0.yaml:4:23 #/actions/0/update \`update\` of an object is no object; correct the action
    1.1.0 | - { target: $, update: { info: { title: { a: 1 } } } } | o0.yaml:4:36 #/actions/0/update/info/title \`title\` is of type string in the document, and object in the action; correct it, or remove the old value by an action before
    1.1.0 | - { target: $.info, update: { tags: 1 } } @ - { target: $.info, copy: $ } | o0.yaml:5:23 #/actions/1/copy \`tags\` is of type number in the document, and array in the action; correct it, or remove the old value by an action before
    1.1.0 | - { target: "$.*", update: { a: 1 } } | o0.yaml:4:7 #/actions/0/target the target "$.*" selects values of several kinds; write an action for each kind
  `)
  const linesOf = (cell = '', indent = '') => cell.split(' @ ').map((line) => indent + line)
  for (const [version = '', actions = '', message] of table) {
    const whole = overlay(`${linesOf(actions, '  ').join('\n')}\n`)
    const head = `overlay: ${version}\n`
    const text = actions === '' ? head : whole.replace('overlay: 1.0.0\n', head)
    t.equal(await refusal(t, DOCUMENT, {}, [text]), linesOf(message).join('\n'))
  }
})

t.test('an overlay of version 1.1 copies, replaces texts and joins lists', async (t) => {
  const { model } = await shaped(t, DOCUMENT, {}, [
    later(`
  - { target: $.info.title, update: U }
  - { target: $.tags, update: [{ name: a }, { name: b }] }
  - { target: $.components.schemas, update: { Copy: { title: C } } }
  - { target: $.components.schemas.Copy, copy: $.components.schemas.Claw }
`),
  ])
  t.match(model.bundled, {
    info: { title: 'U' },
    tags: [{}, {}, {}, { name: 'a' }, { name: 'b' }],
    components: { schemas: { Copy: { title: 'C', properties: { sharp: { type: 'boolean' } } } } },
  })
})

t.test('tags, schemes and links that no operation names any more are left out', async (t) => {
  const document = `openapi: 3.1.0
info: { title: T, version: '1' }
tags: [{ name: a }, { name: b }, { name: c }]
security: [{ all: [] }]
paths:
  /a:
    get:
      operationId: a
      tags: [a]
      security: [{ one: [] }]
      responses:
        '204': { description: d, links: { b: { operationId: b }, a: { operationId: a } } }
  /b:
    get: { operationId: b, tags: [b], security: [{ other: [] }], responses: { '204': { description: d } } }
components:
  securitySchemes:
    all: { type: http, scheme: basic }
    one: { type: http, scheme: basic }
    other: { type: http, scheme: bearer }
    free: { type: http, scheme: bearer }
`
  const { model, told } = await shaped(t, document, { only: ['a'] })
  t.equal(told, '')
  const { tags, paths } = model.bundled as { tags?: unknown; paths?: Record<string, object> }
  t.same(tags, [{ name: 'a' }])
  const { responses } = Object(paths?.['/a']).get
  t.same(Object.keys(responses[204].links), ['a'])
  t.same(
    model.securitySchemes.map(({ name }) => name),
    ['all', 'one'],
  )
})

t.test('what is no document is reported as such', async (t) => {
  t.match(await refusal(t, '[]', { only: ['a'] }), /openapi.yaml:1:1/)
  const document = DOCUMENT.replace('paths:\n', 'paths:\n  /wrong: 1\n')
  t.match(await refusal(t, document, { only: ['pets'] }), /#\/paths\/~1wrong expected an object/)
})

t.test('what is no operation is left to the reader', async (t) => {
  const document = `openapi: 3.2.0
info: { title: T, version: '1' }
tags: [{ name: a }, 1]
paths:
  x-shared: { get: { tags: [a] } }
  /a:
    get: { operationId: a, tags: [a], responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Base' } } } } } }
    additionalOperations:
      LINK: { operationId: link, tags: [b], responses: { '204': { description: d } } }
      LOCK: { operationId: lock, tags: [a], responses: { '204': { description: d } } }
  /b: { post: { operationId: b, tags: [b], responses: { '204': { description: d } } } }
webhooks:
  told: { post: { operationId: told, tags: [b], responses: { '204': { description: d } } } }
components:
  securitySchemes: { none: { type: http, scheme: basic } }
  schemas:
    Base: { type: object, properties: { kind: { type: string } }, required: [kind], discriminator: { propertyName: kind, defaultMapping: Other, mapping: { o: '#/components/schemas/One' } } }
    One: { allOf: [{ $ref: '#/components/schemas/Base' }, true] }
    Other: { allOf: [{ $ref: '#/components/schemas/Base' }, { $ref: '#/components/schemas/Free' }] }
    Heir: { allOf: [{ $ref: '#/components/schemas/Base' }] }
    Second: { allOf: [{ $ref: '#/components/schemas/Base' }] }
    Free: { type: object }
    Lone: { allOf: [{ $ref: '#/components/schemas/Free' }] }
`
  const { operations, model } = await shaped(t, document, { only: ['a'] })
  t.same(operations, ['a', 'lock'])
  const { components, webhooks } = model.bundled as unknown as Record<
    string,
    Record<string, object>
  >
  t.same(Object.keys(components?.schemas ?? {}), ['Base', 'One', 'Other', 'Heir', 'Second', 'Free'])
  t.same(Object.keys(components?.securitySchemes ?? {}), [])
  t.same(webhooks, {})
})

t.test('definitions of Swagger 2.0 are components, too', async (t) => {
  const document = `swagger: '2.0'
info: { title: T, version: '1' }
paths:
  /a: { get: { operationId: a, tags: [a], responses: { '200': { description: d, schema: { $ref: '#/definitions/A' } } } } }
  /b: { get: { operationId: b, tags: [b], responses: { '200': { description: d, schema: { $ref: '#/definitions/B' } } } } }
definitions:
  A: { type: object, properties: { c: { $ref: '#/definitions/C' } } }
  B: { type: object }
  C: { type: string }
`
  const { schemas } = await shaped(t, document, { only: ['a'] })
  t.same(schemas, ['A', 'C'])
})

t.test('operationIds choose operations, too', async (t) => {
  const table: [shape: Partial<ShapeOptions>, operations: string[]][] = [
    [{ only: ['list', 'close'] }, ['list', 'close']],
    [{ only: ['pets'], without: ['create'] }, ['list', 'cats']],
    [{ only: ['shops', 'other'] }, ['shops', 'other']],
  ]
  for (const [shape, operations] of table) {
    t.same((await shaped(t, DOCUMENT, shape)).operations, operations, JSON.stringify(shape))
  }
  t.match(await refusal(t, DOCUMENT, { without: ['creat'] }), /"creat"; did you mean create\? use/)
  t.match(await refusal(t, DOCUMENT, { only: ['list'], without: ['pets'] }), /no operation is left/)
})

/** The operations of a document in several files, and its schemas. */
async function chosen(t: Test, files: Readonly<Record<string, string>>, shape: object) {
  const { model } = generate(path.join(t.testdir(files), 'openapi.yaml'), { shape })
  return [
    model.operations.map(({ operationId }) => operationId),
    Object.keys(Object(Object(model.bundled).components).schemas ?? {}),
  ]
}

t.test('operations in other files are chosen, and lead to components', async (t) => {
  const response = (to: string) =>
    `responses: { '200': { description: d, content: { application/json: { schema: { $ref: '${to}' } } } } }`
  const files = {
    'openapi.yaml': `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /near: { get: { operationId: near, tags: [a], ${response('#/components/schemas/A')} } }
  /far: { $ref: 'items.yaml#/far' }
  /farther: { $ref: 'items.yaml#/farther' }
  /shared: { get: { $ref: 'items.yaml#/operation' } }
  /lost: { $ref: 'items.yaml#/nothing/here' }
  /circle: { $ref: '#/paths/~1circle' }
components:
  schemas: { A: { type: object }, B: { type: object }, C: { type: object } }
`,
    'items.yaml': `far: { get: { operationId: far, tags: [b], ${response('#/B')} }, put: { operationId: put, tags: [a], responses: { '204': { description: d } } } }
farther: { $ref: '#/far' }
operation: { operationId: shared, tags: [c], responses: { '204': { description: d } } }
B: { type: object, properties: { b: { $ref: './openapi.yaml#/components/schemas/B' }, again: { $ref: '#/B' } } }
`,
  }
  const whole = {
    ...files,
    'openapi.yaml': files['openapi.yaml'].replace(/ {2}\/(lost|circle).*\n/g, ''),
  }
  t.same(await chosen(t, whole, { only: ['a'] }), [['near', 'put', 'put_2'], ['A']])
  t.same(await chosen(t, whole, { only: ['far'] }), [
    ['far', 'far_2'],
    ['B', 'B_2'],
  ])
  t.same(await chosen(t, whole, { without: ['c', 'far'] }), [['near', 'put', 'put_2'], ['A']])
  t.same(await chosen(t, whole, { only: ['shared'] }), [['shared'], []])
  // The reader reports what leads to nothing.
  await t.rejects(chosen(t, files, { only: ['near'] }), /lost/)
  const absent = files['openapi.yaml'].replaceAll('items.yaml', 'absent.yaml')
  await t.rejects(chosen(t, { 'openapi.yaml': absent }, { only: ['near'] }), /absent/)
})

t.test('the overlay of the README', async (t) => {
  const text = (name: string) => readFile(path.join(ROOT, 'test/fixtures/readme', name), 'utf8')
  const { model, told } = await shaped(t, await text('openapi.yaml'), {}, [
    await text('overlay.yaml'),
  ])
  const [create] = model.operations.filter(({ operationId }) => operationId === 'createTask')
  t.same(create?.extensions, { 'x-rate-limit': 10 })
  t.match(told, 'selects nothing')
})
