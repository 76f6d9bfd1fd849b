/* Generated from spec/openapi.yaml by `npm run generate`. Do not edit. */
// @ts-nocheck -- tests of the generator check this code
import { json, type Serializer } from 'fastify-contract/codegen'

/** @generated from #/components/schemas/Plant */
export const writePlant: Serializer = json.object(
  { name: json.string, tag: json.string },
  {},
  (rest) => (value, omission) => {
    if (!json.isOrdinaryObject(value, omission)) return rest.print(value, omission)
    const { name, tag } = json.ownMembers(value)
    let text = ''
    let count = 0
    if (name !== undefined)
      text += (count++ === 0 ? '{"name":' : ',"name":') + json.string(name)
    if (tag !== undefined)
      text += (count++ === 0 ? '{"tag":' : ',"tag":') + json.string(tag)
    let names = 0
    for (const _ in value) names++
    return names === count && count > 0 ? text + '}' : rest.end(value, text, count, omission)
  },
)

/** @generated from #/components/schemas/Error */
export const writeError: Serializer = json.object(
  { error: json.number, message: json.string },
  {},
  (rest) => (value, omission) => {
    if (!json.isOrdinaryObject(value, omission)) return rest.print(value, omission)
    const { error, message } = json.ownMembers(value)
    let text = ''
    let count = 0
    if (error !== undefined && !json.isNothing(error))
      text += (count++ === 0 ? '{"error":' : ',"error":') + json.number(error)
    if (message !== undefined)
      text += (count++ === 0 ? '{"message":' : ',"message":') + json.string(message)
    let names = 0
    for (const _ in value) names++
    return names === count && count > 0 ? text + '}' : rest.end(value, text, count, omission)
  },
)
