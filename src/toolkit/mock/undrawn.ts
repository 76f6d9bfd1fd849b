import { isObject } from '../openapi/json.js'
import { nameIn, refTo, type Schema } from '../openapi/schema/schema.js'
import { undrawableIn } from '../samples/index.js'

/** Most characters of a schema in a message. */
const LONGEST = 200

/** Says which part of a schema no value is found for: `nothing was found for #/components/schemas/Id, {"not":{}}`. */
export function undrawnPart(
  name: string,
  source: Parameters<typeof undrawableIn>[1],
  document: unknown,
): string | undefined {
  const found = undrawableIn(refTo(name), source)
  if (found === undefined) return undefined
  const [named = '', path = ''] = found.$ref.split(/(?<=#)/)
  const text = rulesOf(found.schema, document)
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text
  return `nothing was found for ${placeOf(nameIn(named), document)}${path}, ${short}`
}

/** The pointer of a schema that the document names; any other has the name of its place. */
function placeOf(name: string, document: unknown): string {
  const { components, definitions } = Object(document)
  const isIn = (schemas: unknown) => isObject(schemas) && Object.hasOwn(schemas, name)
  if (isIn(Object(components).schemas)) return `#/components/schemas/${name}`
  return isIn(definitions) ? `#/definitions/${name}` : name
}

const UNTOLD = new Set(['$id', 'description', 'title'])

function rulesOf(schema: Schema, document: unknown): string {
  return JSON.stringify(schema, (key, value) => {
    if (UNTOLD.has(key)) return undefined
    if (key === '$ref' && typeof value === 'string') return placeOf(nameIn(value), document)
    return typeof value === 'bigint' ? String(value) : value
  })
}
