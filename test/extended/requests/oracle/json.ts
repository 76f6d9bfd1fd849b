import { isUtf8 } from 'node:buffer'
import { parseJson } from '../../../toolkit/conformance/servers/json/parse.js'
import {
  isObject,
  type Json,
  type JsonObject,
} from '../../../toolkit/conformance/servers/json/value.js'

export { asDouble, asInteger, numberOf } from '../../../toolkit/conformance/servers/json/numbers.js'
export {
  emptyObject,
  type Json,
} from '../../../toolkit/conformance/servers/json/value.js'

import { Undecided } from '../../../toolkit/conformance/servers/schemas/undecided.js'

const DEEPEST = 256

/** The value of a text; `undefined` for what is no JSON, or none that is to be taken. */
export function readJson(bytes: Buffer): Json | undefined {
  if (!isUtf8(bytes)) return undefined
  try {
    const value = parseJson(bytes.toString(), { deepest: DEEPEST })
    if (changesPrototypes(value)) return undefined
    // Ajv takes members that no schema names for seen if every object has them.
    if (/"(constructor|toString|hasOwnProperty)"/.test(bytes.toString()))
      throw new Undecided('names')
    return value
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Refused as in Fastify; no document here names such a member. */
function changesPrototypes(value: Json): boolean {
  if (Array.isArray(value)) return value.some(changesPrototypes)
  if (!isObject(value)) return false
  const made: unknown = value.constructor
  const isPair = isObject(made as Json) && Object.hasOwn(made as JsonObject, 'prototype')
  return isPair || Object.hasOwn(value, '__proto__') || Object.values(value).some(changesPrototypes)
}
