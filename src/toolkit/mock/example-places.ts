import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject } from '../openapi/json.js'

/** The first example of a schema. */
export function exampleOf(schema: unknown): unknown {
  return isObject(schema) ? own(schema)[0] : undefined
}

/** What has a reference in place of the target, of which it may name another example (3.1, section 4.8.24). */
export function besideReference(value: unknown, keys: readonly string[]): unknown {
  const found = keys.reduce<unknown>((each, key) => Object(each)[key], value)
  return typeof Object(found).$ref === 'string' ? found : undefined
}

/**
 * The examples of a header or a parameter: its own, else those of its media type, else those of its schema.
 * Swagger 2.0 has none for parameters, so that documents have the extension `x-example`.
 */
export function examplesAt(root: JsonObject, holder: LocatedValue | undefined): readonly unknown[] {
  if (holder === undefined) return []
  const [mediaType] = Object.keys(Object(Object(holder.value).content))
  const media = mediaType === undefined ? holder : member(root, holder, 'content', mediaType)
  const schema = media && member(root, media, 'schema')
  const beside = besideReference(media?.value, ['schema'])
  const found = [named(root, holder), named(root, media), own(beside), own(schema?.value)]
  return found.find(({ length }) => length > 0) ?? []
}

function named(root: JsonObject, holder: LocatedValue | undefined): readonly unknown[] {
  const { examples } = Object(holder?.value)
  const ownOnes = own(holder?.value)
  if (holder === undefined || ownOnes.length > 0 || !isObject(examples)) return ownOnes
  const values = Object.keys(examples).map((name) =>
    exampleValue(member(root, holder, 'examples', name)?.value, ['dataValue']),
  )
  return values.filter((each) => each !== undefined)
}

/** The value of an Example Object, from the first field that it has of `value` and these. */
export function exampleValue(example: unknown, fields: readonly string[]): unknown {
  const values = ['value', ...fields].map((field) => Object(example)[field])
  return values.find((each) => each !== undefined)
}

function own(holder: unknown): readonly unknown[] {
  const { examples, example = Object(holder)['x-example'] } = Object(holder)
  if (example !== undefined) return [example]
  return Array.isArray(examples) ? examples : []
}
