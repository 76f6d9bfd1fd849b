import t from 'tap'
import { made, problemsOf } from '../../helpers/made.js'
import { rowsOf } from '../../helpers/rows.js'
import { talks } from '../runtime/keeping.js'

/** Schemas, with a value that each accepts and one that it refuses, if any. */
const TABLE = rowsOf(`
  {allOf: [$Base], unevaluatedProperties: {type: string}} | {"id":1,"more":"a"} | {"id":1,"more":2}
  {$ref: $Base, unevaluatedProperties: {type: string}} | {"id":1,"tag":"b","more":"a"} | {"id":1,"more":2}
  {type: object, properties: {a: {type: number}}, unevaluatedProperties: {type: string}} | {"a":1,"more":"a"} | {"more":2}
  {type: object, unevaluatedProperties: {type: string}} | {"more":"a"} |
  {allOf: [$Base], unevaluatedProperties: true} | {"id":1,"more":[2]} |
  {oneOf: [$Base, $Other], unevaluatedProperties: {type: string}} | {"x":true,"more":"a"} | {"x":true,"more":2}
  {type: object, properties: {a: {type: boolean}}, anyOf: [$Base, $Other], unevaluatedProperties: {type: string}} | {"a":false,"id":1,"x":true,"more":"a"} |
  {type: object, if: {required: [a]}, then: {properties: {a: {type: number}}}, dependentSchemas: {a: {properties: {b: {type: boolean}}}}, unevaluatedProperties: {type: string}} | {"a":1,"b":true,"more":"a"} |
  {allOf: [$Base, {additionalProperties: true}], unevaluatedProperties: {type: string}} | {"id":1,"more":2} |
  {allOf: [$Base], additionalProperties: true} | {"id":1,"more":{"a":2}} |
  {allOf: [$Base, {type: object, additionalProperties: true}]} | {"id":1,"more":2} |
  {$ref: $Base, additionalProperties: true} | {"id":1,"more":2} |
  {type: object, oneOf: [$Base, $Other], additionalProperties: true} | {"x":false,"more":null} |
  {allOf: [$Base], additionalProperties: {type: [string, number]}} | {"id":1,"tag":"b","more":2} | {"id":1,"more":true}
  {$ref: $Base, patternProperties: {^m-: {type: boolean}}} | {"id":1,"m-a":true} | {"id":1,"m-a":2}
  {allOf: [$Matched, {type: object, properties: {b: {type: boolean}}}]} | {"a":1,"b":true,"m-a":"c"} | {"m-a":2}
  {allOf: [$Matched], unevaluatedProperties: {type: boolean}} | {"a":1,"more":true,"m-a":"c"} | {"more":2}
  $Nested | {"next":{"next":{"more":"a"},"more":"b"}} | {"next":{"more":2}}
  {type: [object, 'null'], allOf: [{properties: {a: {type: number}}}], unevaluatedProperties: {}} | {"a":1,"more":2} |
`)

const DOCUMENT = `
${TABLE.map(([schema], at) => `POST /${at}: { body: $S${at}, 200: $S${at} }\nS${at}: ${schema}\n`).join('')}
Base: { type: object, required: [id], properties: { id: { type: number }, tag: { type: string } } }
Other: { type: object, required: [x], properties: { x: { type: boolean } } }
Matched: { type: object, properties: { a: { type: number } }, patternProperties: { ^m-: { type: string } } }
Nested: { type: object, properties: { next: { type: object, allOf: [$Nested], unevaluatedProperties: { type: string } } } }`

t.test('types accept members without a name that their schemas allow', async (t) => {
  const values = TABLE.map(
    ([, accepted], at) => `export const v${at}: types.S${at} = ${accepted}\n`,
  )
  const text = `import type * as types from './types.js'\n${values.join('')}`
  t.same(await problemsOf(t, [...made(DOCUMENT).files, { name: 'values.ts', text }]), [])
})

t.test('members without a name that their schemas allow are received and sent', (t) => {
  const lines = TABLE.flatMap(([, accepted, refused], at) => [
    `POST /${at} ${accepted} -> 200 ${accepted}\n`,
    refused && `POST /${at} ${refused} -> 400\n`,
  ])
  return talks(t, DOCUMENT, lines.join(''))
})
