import t from 'tap'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import type { Model } from '#toolkit/generator/model/model.js'
import { tableOf } from '../../helpers/rows.js'

type Members = Record<string, unknown>

/** Problems of a document, errors first, and its model if there is no error. */
function read(document: Members, ignore: string[] = []) {
  const problems = (list: DocumentError['diagnostics']) =>
    list.map(({ family, message }) => `${family}: ${message}`)
  try {
    const found = generateFrom(parse('a.json', JSON.stringify(document)), { ignore })
    return { told: problems(found.warnings), model: found.model }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { told: problems(error.diagnostics).filter((each) => !each.startsWith('warning')) }
  }
}

const INFO = { title: 'T', version: '1' }
const NONE = { 204: { description: 'd' } }

/** A document with one operation. */
function document(version: string, operation: Members, others: Members = {}): Members {
  const key = version === '2.0' ? 'swagger' : 'openapi'
  const paths = { '/a': { post: { operationId: 'post', responses: NONE, ...operation } } }
  return { [key]: version, info: INFO, paths, ...others }
}

const content = (media: Members, type = 'application/json') => ({ content: { [type]: media } })
const body = (media: Members, type?: string) => ({ requestBody: content(media, type) })
const query = (parameter: Members) => ({ parameters: [{ name: 'q', in: 'query', ...parameter }] })
const form = (encoding: Members) => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } }
  return body({ schema, encoding }, 'multipart/form-data')
}

const schemasOf = ({ schemas }: Model) =>
  Object.fromEntries(schemas.map((each) => [each.name, each.schema]))

/** Schemas that mean more than they say, each with what is read, and the warnings. */
const MEANT = tableOf<[version: string, given: Members, want: Members, ...warnings: string[]]>(`
  3.1.0 | {properties: {type: string}} | {properties: {type: {type: string}}} | 'expected a schema, found "string"; taken for {"type":"string"}'
  3.1.0 | {anyOf: [{type: string}, {type: null, description: None.}]} | {anyOf: [{type: string}, {type: 'null', description: None.}]} | '\`type\` has no value; taken for "null"'
  3.1.0 | {type: null, maxLength: 1} | {maxLength: 1} | '\`type\` is empty and ignored'
  3.0.3 | {type: null} | {} | '\`type\` is empty and ignored'
  3.1.0 | {maxLenght: 1, titel: a} | {} | 'schema keyword \`maxLenght\` is unknown, and nothing is checked by it' | 'schema keyword \`titel\` is unknown and ignored'
  3.1.0 | {properties: {minProperties: 1, type: object, a: {}}} | {properties: {a: {}}, minProperties: 1, type: object} | '\`minProperties\` is a member of the schema, and no schema itself; taken for \`minProperties\` of its object' | '\`type\` is a member of the schema, and no schema itself; taken for \`type\` of its object'
  3.0.3 | {type: object, properties: {type: object, additionalProperties: false, title: A, a: {}}} | {type: object, properties: {a: {}}, additionalProperties: false} | '\`type\` is a member of the schema, and no schema itself; it is ignored' | '\`title\` is a member of the schema, and no schema itself; it is ignored' | '\`additionalProperties\` is a member of the schema, and no schema itself; taken for \`additionalProperties\` of its object'
  3.0.3 | {type: object, properties: {nullable: true, a: {}}} | {type: [object, 'null'], properties: {a: {}}} | '\`nullable\` is a member of the schema, and no schema itself; taken for \`nullable\` of its object'
  3.1.0 | {properties: {additionalProperties: false}} | {properties: {additionalProperties: false}} | '\`additionalProperties: false\` among the properties forbids a member of that name, and closes nothing'
  3.0.3 | {properties: {a: {$ref: '#/components/schemas/B', maxLength: 1, minLength: 1, readOnly: true}}} | {properties: {a: {$ref: '#/$defs/B'}}} | '\`maxLength\` beside \`$ref\` is ignored, as OpenAPI says up to 3.0' | '\`readOnly\` beside \`$ref\` is ignored, as OpenAPI says up to 3.0'
`)

for (const [version, given, want, ...warnings] of MEANT) {
  t.test(`${JSON.stringify(given)} of ${version} is ${JSON.stringify(want)}`, (t) => {
    const schemas = { A: given, B: { minLength: 1 } }
    const { told, model } = read({
      openapi: version,
      info: INFO,
      paths: {},
      components: { schemas },
    })
    t.same(schemasOf(model as Model).A, want)
    t.same(
      told,
      warnings.map((each) => `warning: ${each}`),
    )
    t.end()
  })
}

t.test('a misspelt keyword and a header of a part can be left out', (t) => {
  const misspelt = document('3.0.3', body({ schema: { maxLenght: 1 } }))
  t.match(read(misspelt, ['misspelt-keyword']).told, [
    /^warning: left out: schema keyword `maxLenght`/,
  ])
  const headers = document('3.1.0', form({ a: { headers: { A: { required: true } } } }))
  t.same(read(headers, ['part-header']).told, ['warning: left out: header `A` of a part'])
  t.end()
})

t.test('what restricts nothing is ignored, or warned of', (t) => {
  const part = {
    headers: { A: { description: 'd' }, B: { $ref: '#/nothing' }, 'Content-Type': {} },
  }
  const { told } = read(document('3.1.0', form({ a: part, b: {} })))
  t.same(told, ['wrong: nothing is at #/nothing'])
  const open = {
    schema: { type: 'string' },
    type: 'string',
    minLength: null,
    required: false,
    enum: [],
  }
  t.same(read(document('3.1.0', query(open))).told, [
    'warning: parameter member `type` is unknown and ignored',
    'warning: parameter member `minLength` is unknown and ignored',
    'warning: parameter member `enum` is unknown and ignored',
  ])
  const style = form({ a: { style: 'pipes' }, b: {} })
  t.same(read(document('3.1.0', style)).told, [
    'warning: `pipes` is no style of a member of a form; taken for form',
    'warning: it is the encoding of no member that the schema describes',
  ])
  const needed = { required: true, schema: { required: true } }
  t.same(read(document('3.0.3', query(needed))).told, [
    'warning: `required` is no list of names and ignored',
  ])
  const same = [1, 2].map((at) => ({ name: 'q', in: 'query', description: `${at}`, schema: {} }))
  t.same(read(document('3.1.0', { parameters: same })).told, [
    'warning: the parameter query q is there twice',
  ])
  t.end()
})

t.test(
  'an ignored header of a request is told: it asks for no credential, and is not checked',
  (t) => {
    const header = (name: string) => ({ name, in: 'header', required: true, schema: {} })
    const parameters = ['Authorization', 'Accept'].map(header)
    t.same(read(document('3.1.0', { parameters })).told, [
      'warning: the header parameter `Authorization` is ignored, as OpenAPI says: it asks for no credential',
      'warning: the header parameter `Accept` is ignored, as OpenAPI says: nothing of it is checked',
    ])
    t.end()
  },
)

t.test('the keywords of a schema in the place of a media type are its schema', (t) => {
  const { told, model } = read(document('3.1.0', body({ type: 'string', maxLength: 2 })))
  t.same(told, ['warning: this is a schema; taken for that of the media type'])
  t.same(Object.values(schemasOf(model as Model)), [{ type: 'string', maxLength: 2 }])
  t.end()
})

t.test('members beside any reference of a chain are told, or refused', (t) => {
  const components = {
    parameters: {
      A: { $ref: '#/components/parameters/B', required: true },
      B: { name: 'q', in: 'query', schema: {} },
    },
    securitySchemes: {
      a: { $ref: '#/components/securitySchemes/b' },
      b: { $ref: '#/components/securitySchemes/c', scheme: 'bearer' },
      c: { type: 'http', scheme: 'basic' },
    },
  }
  const parameters = [{ $ref: '#/components/parameters/A' }]
  t.same(read(document('3.1.0', { parameters }, { components })).told, [
    'warning: `scheme` beside `$ref` is ignored, as OpenAPI says',
    'warning: `required` beside `$ref` is ignored, as OpenAPI says',
  ])
  const chain = { 'x-a': { $ref: '#/x-b', maxLength: 1 }, 'x-b': [] }
  t.same(read(document('3.1.0', { parameters: { $ref: '#/x-a' } }, chain)).told, [
    'wrong: OpenAPI allows no reference here, and `maxLength` beside it would be lost',
  ])
  t.end()
})

t.test('an operation whose required body has no media type is not served', (t) => {
  const of = (required: boolean) => {
    const requestBody = { required, ...content({ schema: {} }, 'json') }
    const { told, model } = read(document('3.1.0', { requestBody }))
    return [told.length, (model as Model).operations[0]?.unserved]
  }
  t.same(of(true), [1, 'a request body without a media type'])
  t.same(of(false), [1, undefined])
  t.end()
})

t.test('a misspelt format is told with the name that is meant', (t) => {
  const schemas = { A: { type: 'string', format: 'dat-time' } }
  const found = generateFrom(
    parse(
      'a.json',
      JSON.stringify({ openapi: '3.1.0', info: INFO, paths: {}, components: { schemas } }),
    ),
  )
  t.match(found.warnings, [{ advice: /^write `date-time`/ }])
  t.end()
})
