import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject } from '../openapi/json.js'
import { exampleIn } from './documented-values.js'
import { examplesAt } from './example-places.js'

/** A parameter of an operation in a document. */
export interface DocumentedParameter {
  readonly name: string
  /** Its location: `path`, `query`. */
  readonly in: string
  readonly isRequired: boolean
  /** None: that of its location. `content`: a text of a media type. */
  readonly style: string | undefined
  /** That of its values; the parameter itself in Swagger 2.0. */
  readonly schema: LocatedValue
  /** Its own, or else those of its media type or schema. */
  readonly examples: readonly unknown[]
}

/** The parameters of an operation; its own come before those of its path item with the same name and location. */
export function parametersOf(
  root: JsonObject,
  holders: readonly (LocatedValue | undefined)[],
): DocumentedParameter[] {
  const found = new Map<string, DocumentedParameter>()
  for (const holder of holders) {
    const all = holder && member(root, holder, 'parameters')
    for (const index of Array.isArray(all?.value) ? all.value.keys() : []) {
      const parameter = read(root, all && member(root, all, String(index)))
      if (parameter === undefined) continue
      const key = `${parameter.in} ${parameter.name}`
      if (!found.has(key)) found.set(key, parameter)
    }
  }
  return [...found.values()]
}

function read(
  root: JsonObject,
  parameter: LocatedValue | undefined,
): DocumentedParameter | undefined {
  if (!isObject(parameter?.value)) return undefined
  const { name, in: place, required, content, style } = parameter.value
  const [mediaType] = Object.keys(Object(content))
  const own = examplesAt(root, parameter)
  const schema = member(root, parameter, 'schema')
  const inner = exampleIn(root, schema)
  return {
    name: String(name),
    in: String(place),
    isRequired: required === true,
    style: mediaType === undefined ? (style as string | undefined) : 'content',
    schema: schema ?? parameter,
    examples: own.length > 0 || inner === undefined ? own : [inner],
  }
}
