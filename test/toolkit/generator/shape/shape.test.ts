import { readFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { DocumentError, formatDiagnostics } from '#toolkit/generator/diagnostics/problems.js'
import { generate } from '#toolkit/generator/generate.js'
import type { ShapeOptions } from '#toolkit/generator/shape/shape.js'
import { inFull } from '../../../helpers/made.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { ROOT } from '../../../helpers/tsc.js'

const DOCUMENT = `openapi: 3.2.0
info: { title: T, version: '1' }
tags: [{ name: pets }, { name: cats, parent: pets }, { name: shops }]
paths:
  /pets:
    get: { operationId: list, tags: [pets], responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } }
    post: { operationId: create, tags: [pets, admin], responses: { '204': { description: d, headers: { X-A: { $ref: '#/components/headers/A' } } } } }
  /cats:
    get: { operationId: cats, tags: [cats], responses: { '204': { description: d } } }
  /shops: { $ref: '#/components/pathItems/shops' }
  /other: { get: { operationId: other, responses: { '204': { description: d } } } }
components:
  pathItems:
    shops:
      get: { operationId: shops, tags: [shops], responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Shop' } } } } } }
      delete: { operationId: close, tags: [admin], responses: { '204': { description: d } } }
  headers: { A: { schema: { type: string } }, B: { schema: { type: string } } }
  schemas:
    Pet: { type: object, properties: { kind: { type: string }, id: { type: integer, format: int64 } }, discriminator: { propertyName: kind, mapping: { dog: Dog } } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { claws: { $ref: '#/components/schemas/Claws' } } }] }
    Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }] }
    Claws: { type: array, items: { $ref: '#/components/schemas/Claw/properties/sharp' } }
    Claw: { properties: { sharp: { type: boolean } } }
    Shop: { type: object }
    Unused: { $ref: '#/components/schemas/Shop' }
`

const overlay = (actions: string, version = '1.0.0') =>
  `overlay: ${version}\ninfo: { title: O, version: '1' }\nactions:\n${actions}`

/** A shaped document, which may be in several files, and what is told of it. */
function shaped(
  t: Test,
  document: string,
  shape: Partial<ShapeOptions> = {},
  overlays: readonly string[] = [],
  others: Readonly<Record<string, string>> = {},
) {
  const files = Object.fromEntries(overlays.map((text, at) => [`o${at}.yaml`, text]))
  const folder = t.testdir({ 'openapi.yaml': document, ...files, ...others })
  const opened: string[] = []
  const { model, warnings } = generate(`${folder}/openapi.yaml`, {
    shape: { ...shape, overlays: Object.keys(files).map((name) => `${folder}/${name}`) },
    opened: (file) => void opened.push(path.basename(file)),
  })
  t.same(opened.sort(), ['openapi.yaml', ...Object.keys({ ...files, ...others })].sort())
  const bundled = model.bundled as unknown as Readonly<Record<string, Names>>
  return {
    model,
    operations: model.operations.map(({ operationId }) => operationId).join(' '),
    namesIn: (kind: string) => Object.keys(bundled.components?.[kind] ?? {}).join(' '),
    bundled,
    told: formatDiagnostics(warnings).replaceAll(`${folder}/`, ''),
  }
}

type Names = Readonly<Record<string, object>>

/** The message of the problems of a document. */
function refusal(
  t: Test,
  ...given: Parameters<typeof shaped> extends [Test, ...infer Rest] ? Rest : never
) {
  try {
    return `accepted: ${shaped(t, ...given).operations}`
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return error.message.replaceAll(`${t.testdirName}/`, '')
  }
}

/** Tags and operationIds, the operations that are left, and the schemas that they use. */
const CHOICES = rowsOf(`
  only: [pets] | list create cats | Pet Cat Dog Claws Claw
  only: [cats] | cats |
  only: [shops] | shops | Shop
  { only: [shops, admin], without: [pets] } | shops close | Shop
  without: [admin, pets] | shops other | Shop
  only: [list, close] | list close | Pet Cat Dog Claws Claw
  { only: [pets], without: [create] } | list cats | Pet Cat Dog Claws Claw
  only: [shops, other] | shops other | Shop
`)

for (const [shape = '', operations, schemas] of CHOICES) {
  t.test(`operations are chosen, and the components that they use: ${shape}`, async (t) => {
    const found = shaped(t, DOCUMENT, yamlOf(shape) as object)
    t.equal(found.operations, operations)
    t.equal(found.namesIn('schemas'), schemas)
  })
}

t.test('the document that is served is the chosen part', async (t) => {
  const { bundled, namesIn } = shaped(t, DOCUMENT, { only: ['pets'] })
  t.same(Object.keys(bundled.paths ?? {}), ['/pets', '/cats'])
  t.same([namesIn('headers'), namesIn('pathItems')], ['A', ''])
})

/** Choices that are wrong, and what is told. */
const WRONG = rowsOf(`
  only: [pet] | openapi.yaml:4:1 #/paths no operation has the tag or operationId "pet"; did you mean pets? use pets, admin, cats, shops
  without: [creat] | "creat"; did you mean create? use
  { only: [list], without: [pets] } | no operation is left
`)

t.test('a choice of nothing is an error', async (t) => {
  for (const [shape = '', told] of WRONG)
    t.match(refusal(t, DOCUMENT, yamlOf(shape) as object), told)
  const bare = DOCUMENT.replace(/tags: \[[^\]{]*\],?/g, '')
  t.match(refusal(t, bare, { without: ['a'] }), /; use list, create, cats, shops, close, other$/)
})

t.test('nothing is removed where references lead elsewhere', async (t) => {
  const document = DOCUMENT.replace("'#/components/schemas/Shop' } } }", "'#shop' } } }").replace(
    'Shop: { type: object }',
    'Shop: { $anchor: shop, type: object }',
  )
  t.match(shaped(t, document, { only: ['shops'] }).namesIn('schemas'), /Pet/)
})

t.test('overlays change a document', async (t) => {
  const { operations, model, bundled, told } = shaped(t, DOCUMENT, {}, [
    overlay(`
  - { target: "$.paths['/pets'].get", update: { operationId: all, parameters: [{ name: a, in: query, schema: { type: string } }], x-tenant: { id: 1 } } }
  - { target: "$.paths.*[?@.tags[?@ == 'admin']]", remove: true }
  - { target: "$.paths['/other'].get", description: A list., update: { tags: [new] } }
  - { target: $.tags, update: { name: new } }
`),
    overlay(`
  - { target: $, update: { info: { version: '2', description: hello }, x-root: 1 } }
  - { target: $.tags, update: { name: newer } }
  - { target: $, update: { tags: [{ name: joined }] } }
  - { target: $, remove: true }
  - { target: $..properties.id, update: { maximum: 9007199254740993 } }
  - { target: "$.tags[?@.name == 'shops']", remove: true }
  - { target: '$.tags[0]', remove: true }
  - { target: $.nothing, remove: true }
`),
  ])
  t.equal(operations, 'all cats shops close other')
  const [all] = model.operations
  t.match(all, { extensions: { 'x-tenant': { id: 1 } }, parameterGroups: [{ member: 'query' }] })
  t.match(bundled, {
    info: { title: 'T', version: '2', description: 'hello' },
    tags: [{ name: 'cats' }, { name: 'new' }, { name: 'newer' }, { name: 'joined' }],
    'x-root': 1,
    components: { schemas: { Pet: { properties: { id: { maximum: 2n ** 53n + 1n } } } } },
  })
  t.match(
    told,
    /^o1.yaml:\d+:\d+ #\/actions\/7\/target warning: the target "\$\.nothing" selects nothing; /m,
  )
})

t.test('problems of a changed document are where they were', async (t) => {
  const document = DOCUMENT.replace('operationId: cats,', 'operationId: cats, w: { a: 1 },')
  const { told } = shaped(t, document, {}, [
    overlay(`
  - { target: $.components.pathItems.shops.get, remove: true }
  - { target: '$.tags[0]', remove: true }
  - { target: "$.paths['/cats'].get", update: { y: 1, v: { a: 1 } } }
  - { target: '$.tags[0]', update: { z: { a: 1 } } }
`),
  ])
  t.match(told, /^openapi.yaml:3:38 #\/tags\/0\/parent warning/m, 'an element that has moved')
  t.match(told, /^openapi.yaml:9:5 #\/paths\/~1cats\/get\/y warning/m, 'a member that is new')
  t.match(told, /^openapi.yaml:9:5 #\/paths\/~1cats\/get\/v warning/m, 'an object that is new')
  t.match(told, /^openapi.yaml:9:31 #\/paths\/~1cats\/get\/w warning/m, 'an object that stays')
})

/** Versions of overlays, their actions, and what is wrong; lines are divided by @. */
const OVERLAYS = rowsOf(`
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

t.test('a wrong overlay is an error, where it is', async (t) => {
  const linesOf = (cell = '', indent = '') => cell.split(' @ ').map((line) => indent + line)
  for (const [version = '', actions = '', message] of OVERLAYS) {
    const whole = overlay(`${linesOf(actions, '  ').join('\n')}\n`, version)
    const text = actions === '' ? `overlay: ${version}\n` : whole
    t.equal(refusal(t, DOCUMENT, {}, [text]), linesOf(message).join('\n'))
  }
})

t.test('an overlay of version 1.1 copies, replaces texts and joins lists', async (t) => {
  const actions = `
  - { target: $.info.title, update: U }
  - { target: $.tags, update: [{ name: a }, { name: b }] }
  - { target: $.components.schemas, update: { Copy: { title: C } } }
  - { target: $.components.schemas.Copy, copy: $.components.schemas.Claw }
`
  t.match(shaped(t, DOCUMENT, {}, [overlay(actions, '1.1.0')]).bundled, {
    info: { title: 'U' },
    tags: [{}, {}, {}, { name: 'a' }, { name: 'b' }],
    components: { schemas: { Copy: { title: 'C', properties: { sharp: { type: 'boolean' } } } } },
  })
})

t.test('tags, schemes and links that no operation names any more are left out', async (t) => {
  const document = inFull(`
tags: [{ name: a }, { name: b }, { name: c }]
security: [{ all: [] }]
GET /a: { operationId: a, tags: [a], security: [{ one: [] }], responses: { 204: { description: d, links: { b: { operationId: b }, a: { operationId: a } } } } }
GET /b: { operationId: b, tags: [b], security: [{ other: [] }] }
components: { securitySchemes: { all: { type: http, scheme: basic }, one: { type: http, scheme: basic }, other: { type: http, scheme: bearer }, free: { type: http, scheme: bearer } } }`)
  const { model, bundled, told } = shaped(t, document, { only: ['a'] })
  t.equal(told, '')
  t.same(bundled.tags, [{ name: 'a' }])
  const { responses } = Object(bundled.paths?.['/a']).get
  t.same(Object.keys(responses[204].links), ['a'])
  t.match(model.securitySchemes, [{ name: 'all' }, { name: 'one' }])
  t.equal(model.securitySchemes.length, 2)
})

t.test('what is no document is reported as such', async (t) => {
  t.match(refusal(t, '[]', { only: ['a'] }), /openapi.yaml:1:1/)
  const document = DOCUMENT.replace('paths:\n', 'paths:\n  /wrong: 1\n')
  t.match(refusal(t, document, { only: ['pets'] }), /#\/paths\/~1wrong expected an object/)
})

t.test('what is no operation is left to the reader', async (t) => {
  const document = inFull(`
openapi: 3.2.0
tags: [{ name: a }, 1]
GET /a: { operationId: a, tags: [a], 200: $Base }
POST /b: { operationId: b, tags: [b] }
paths: { x-shared: { get: { tags: [a] } }, /c: { additionalOperations: { LINK: { operationId: link, tags: [b], responses: { 204: { description: d } } }, LOCK: { operationId: lock, tags: [a], responses: { 204: { description: d } } } } } }
webhooks: { told: { post: { operationId: told, tags: [b], responses: { 204: { description: d } } } } }
components: { securitySchemes: { none: { type: http, scheme: basic } } }
Base: { type: object, properties: { kind: { type: string } }, required: [kind], discriminator: { propertyName: kind, defaultMapping: Other, mapping: { o: '#/components/schemas/One' } } }
One: { allOf: [$Base, true] }
Other: { allOf: [$Base, $Free] }
Heir: { allOf: [$Base] }
Second: { allOf: [$Base] }
Free: { type: object }
Lone: { allOf: [$Free] }`)
  const { operations, namesIn, bundled } = shaped(t, document, { only: ['a'] })
  t.equal(operations, 'a lock')
  t.equal(namesIn('schemas'), 'Base One Other Heir Second Free')
  t.equal(namesIn('securitySchemes'), '')
  t.same(bundled.webhooks, {})
})

t.test('definitions of Swagger 2.0 are components, too', async (t) => {
  const document = inFull(`
swagger: '2.0'
GET /a: { operationId: a, tags: [a], responses: { 200: { description: d, schema: $A } } }
GET /b: { operationId: b, tags: [b], responses: { 200: { description: d, schema: $B } } }
A: { type: object, properties: { c: $C } }
B: { type: object }
C: { type: string }`)
  const { model } = shaped(t, document, { only: ['a'] })
  t.same(model.schemas.map(({ name }) => name).sort(), ['A', 'C'])
})

/** Operations in several files. */
const NEAR = inFull(`
GET /near: { operationId: near, tags: [a], 200: $A }
GET /shared: { $ref: 'items.yaml#/operation' }
paths: { /far: { $ref: 'items.yaml#/far' }, /farther: { $ref: 'items.yaml#/farther' } }
A: { type: object }
B: { type: object }
C: { type: object }`)
const FAR = `
far: { get: { operationId: far, tags: [b], responses: { 200: { description: d, content: { application/json: { schema: { $ref: '#/B' } } } } } }, put: { operationId: put, tags: [a], responses: { 204: { description: d } } } }
farther: { $ref: '#/far' }
operation: { operationId: shared, tags: [c], responses: { 204: { description: d } } }
B: { type: object, properties: { b: { $ref: './openapi.yaml#/components/schemas/B' }, again: { $ref: '#/B' } } }
`

const FILES = rowsOf(`
  only: [a] | near put put_2 | A
  only: [far] | far far_2 | B B_2
  without: [c, far] | near put put_2 | A
  only: [shared] | shared |
`)

t.test('operations in other files are chosen, and lead to components', async (t) => {
  for (const [shape = '', operations, schemas] of FILES) {
    const found = shaped(t, NEAR, yamlOf(shape) as object, [], { 'items.yaml': FAR })
    t.equal(found.operations.split(' ').sort().join(' '), operations, shape)
    t.equal(found.namesIn('schemas'), schemas, shape)
  }
  // The reader reports what leads to nothing.
  for (const [from, to] of [
    ['items.yaml#/far"', 'items.yaml#/lost/here"'],
    ['items.yaml', 'absent.yaml'],
    ['items.yaml#/far"', '#/paths/~1far"'],
  ] as const) {
    const document = NEAR.replaceAll(from, to)
    const seen = refusal(t, document, { only: ['near'] }, [], { 'items.yaml': FAR })
    t.match(seen, /lost|absent|~1far/)
  }
})

t.test('the overlay of the README', async (t) => {
  const text = (name: string) => readFileSync(path.join(ROOT, 'test/fixtures/readme', name), 'utf8')
  const { model, told } = shaped(t, text('openapi.yaml'), {}, [text('overlay.yaml')])
  const [create] = model.operations.filter(({ operationId }) => operationId === 'createTask')
  t.same(create?.extensions, { 'x-rate-limit': 10 })
  t.match(told, 'selects nothing')
})
