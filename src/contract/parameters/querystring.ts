import type { ParameterGroup } from '../contract.js'
import { fromContent } from './content.js'
import { formDecode, percentDecode } from './decode.js'
import { eachPair } from './pairs.js'
import type { ParameterContract } from './parameter.js'
import { shapeOf } from './shape.js'
import { Unreadable } from './unreadable.js'
import { type Member, valueFrom } from './values.js'

/** Reads a whole query as one value of a media type (OpenAPI 3.2, section 4.12.2.1). */
export function wholeQueryReader({ parameters }: ParameterGroup): (query: string) => unknown {
  const { type, mediaType, required, default: fallback } = parameters[0] as ParameterContract
  const shape = shapeOf(type)
  return (query) => {
    if (query === '') {
      if (required) throw new Unreadable('required', 'is required')
      return structuredClone(fallback)
    }
    if (mediaType !== 'application/x-www-form-urlencoded') {
      return fromContent(percentDecode(query), mediaType, shape)
    }
    const members: Member[] = []
    eachPair(query, (name, text) => members.push([name, text]))
    return valueFrom({ texts: [], members, decode: formDecode }, shape)
  }
}
