import type { ParameterGroup } from '../contract.js'
import { settle } from '../json/int64-places.js'
import { fromContent, isJson } from './content.js'
import { formDecode, percentDecode } from './decode.js'
import { eachPair } from './pairs.js'
import type { ParameterContract } from './parameter.js'
import { shapeOf, TEXT } from './shape.js'
import { Unreadable } from './unreadable.js'
import { type Member, valueFrom } from './values.js'

/** Reads a whole query as one value of a media type (OpenAPI 3.2, section 4.12.2.1). */
export function wholeQueryReader({
  parameters,
  int64,
}: ParameterGroup): (query: string) => unknown {
  const { type, mediaType, required, default: fallback } = parameters[0] as ParameterContract
  const shape = type === undefined ? TEXT : shapeOf(type)
  return (query) => {
    if (query === '') {
      if (required) throw new Unreadable('required', 'is required')
      return structuredClone(fallback)
    }
    if (mediaType !== 'application/x-www-form-urlencoded') {
      const value = fromContent(percentDecode(query), mediaType, shape)
      return isJson(mediaType) ? settle(value, int64) : value
    }
    const members: Member[] = []
    eachPair(query, (name, text) => members.push([name, text]))
    if (members.length === 0) return {}
    return valueFrom({ texts: [], members, decode: formDecode }, shape)
  }
}
