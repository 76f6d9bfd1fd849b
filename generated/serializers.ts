/* Generated from spec/openapi.yaml by `npm run generate`. Do not edit. */
// @ts-nocheck -- tests of the generator check this code
import { json, type Serializer } from 'fastify-contract/codegen'

/** @generated from #/components/schemas/Plant */
export const writePlant: Serializer = json.object({ name: json.string, tag: json.string }, {}, (rest) => (value, mode) => {
  if (!json.isOrdinaryObject(value, mode)) return rest.print(value, mode)
  let text = ''
  let count = 0
  const m0 = value['name']
  const proto = json.prototypeOf(value)
  if (m0 !== undefined && (!('name' in proto) || Object.hasOwn(value, 'name')))
    text = json.appendString(text, count++ === 0 ? '{"name":"' : ',"name":"', m0, mode)
  const m1 = value['tag']
  if (m1 !== undefined && (!('tag' in proto) || Object.hasOwn(value, 'tag')))
    text = json.appendString(text, count++ === 0 ? '{"tag":"' : ',"tag":"', m1, mode)
  let names = 0
  for (const _ in value) names++
  return names === count && count > 0 ? text + '}' : rest.end(value, text, count, mode)
})

/** @generated from #/components/schemas/Error */
export const writeError: Serializer = json.object({ error: json.number, message: json.string }, {}, (rest) => (value, mode) => {
  if (!json.isOrdinaryObject(value, mode)) return rest.print(value, mode)
  let text = ''
  let count = 0
  const m0 = value['error']
  const proto = json.prototypeOf(value)
  if (m0 !== undefined && !json.isNothing(m0) && (!('error' in proto) || Object.hasOwn(value, 'error')))
    text += (count++ === 0 ? '{"error":' : ',"error":') + json.number(m0, mode)
  const m1 = value['message']
  if (m1 !== undefined && (!('message' in proto) || Object.hasOwn(value, 'message')))
    text = json.appendString(text, count++ === 0 ? '{"message":"' : ',"message":"', m1, mode)
  let names = 0
  for (const _ in value) names++
  return names === count && count > 0 ? text + '}' : rest.end(value, text, count, mode)
})
