import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject, setOwn } from '../openapi/json.js'
import { isMatch } from '../samples/index.js'
import { besideReference, exampleOf } from './example-places.js'

/** Most schemas on the way from a body to a value in it: schemas may contain themselves. */
const MAX_DEPTH = 8
/** Most examples that are tried in one body. */
const MAX_TRIES = 500
/** The name of a member that the schema does not name. */
const UNNAMED = 'property1'

/**
 * Puts the examples of schemas inside of a body's schema into a value that has been drawn: those of its
 * members, of elements, and of parts of compositions, each as far as the whole value stays valid.
 *
 * @param root - The document whose references stay inside it.
 */
export function withExamples(
  root: JsonObject,
  schema: LocatedValue | undefined,
  value: unknown,
  accepts: (value: unknown) => boolean,
): unknown {
  const body = new ExampledBody(root, value, accepts)
  body.visit(schema && { schema, example: exampleOf(schema.value) })
  return body.value
}

/** The example of a schema, or a value of the examples inside of it. */
export function exampleIn(root: JsonObject, schema: LocatedValue | undefined): unknown {
  return schema && composed(root, { schema, example: exampleOf(schema.value) }, 0)
}

/** A schema with its example, or with that beside the reference to it. */
interface Exampled {
  readonly schema: LocatedValue
  readonly example: unknown
}

function inside(
  root: JsonObject,
  schema: LocatedValue,
  ...keys: readonly string[]
): Exampled | undefined {
  const found = member(root, schema, ...keys)
  if (found === undefined) return undefined
  const beside = besideReference(schema.value, keys)
  return { schema: found, example: exampleOf(beside) ?? exampleOf(found.value) }
}

/** A value by the object or array that holds it. */
interface Spot {
  readonly holder: Record<string, unknown>
  readonly key: string
}

/** What an object inherits, such as `__proto__`, is no value of its own. */
function valueAt({ holder, key }: Spot): unknown {
  return Object.hasOwn(holder, key) ? holder[key] : undefined
}

/** The spot of a whole body. */
const WHOLE = 'value'

class ExampledBody {
  readonly #root: JsonObject
  readonly #accepts: (value: unknown) => boolean
  readonly #body: Record<typeof WHOLE, unknown>
  #left = MAX_TRIES

  constructor(root: JsonObject, value: unknown, accepts: (value: unknown) => boolean) {
    this.#root = root
    this.#accepts = accepts
    this.#body = { [WHOLE]: structuredClone(value) }
  }

  get value(): unknown {
    return this.#body[WHOLE]
  }

  visit(
    place: Exampled | undefined,
    spot: Spot = { holder: this.#body, key: WHOLE },
    depth = 0,
    isPart = false,
  ): void {
    if (!isObject(place?.schema.value) || depth > MAX_DEPTH) return
    const { schema } = place
    const before = valueAt(spot)
    const example = before === undefined ? composed(this.#root, place, depth) : place.example
    if (example !== undefined && this.#place(spot, example, isPart)) return
    for (const part of partsOf(this.#root, schema)) this.visit(part, spot, depth + 1, true)
    const value = valueAt(spot)
    for (const [key, each] of membersOf(this.#root, schema, value)) {
      this.visit(each, { holder: value as Spot['holder'], key }, depth + 1)
    }
  }

  /** Puts an example in: that of a part of a composition has to do with some of the members alone. */
  #place(spot: Spot, example: unknown, isPart: boolean): boolean {
    const before = valueAt(spot)
    const merged = isObject(before) && isObject(example) ? [{ ...before, ...example }] : []
    const possible = isPart ? [...merged, example] : [example, ...merged]
    return possible.some((each) => this.#try(spot, each))
  }

  #try({ holder, key }: Spot, example: unknown): boolean {
    if (this.#left-- <= 0) return false
    const before = Object.getOwnPropertyDescriptor(holder, key)
    setOwn(holder, key, structuredClone(example))
    if (this.#accepts(this.value)) return true
    if (before === undefined) Reflect.deleteProperty(holder, key)
    else Object.defineProperty(holder, key, before)
    return false
  }
}

function composed(root: JsonObject, { schema, example }: Exampled, depth: number): unknown {
  if (example !== undefined) return example
  if (!isObject(schema.value) || depth > MAX_DEPTH) return undefined
  const next = (...keys: readonly string[]) => {
    const place = inside(root, schema, ...keys)
    return place && composed(root, place, depth + 1)
  }
  const item = next('items')
  if (item !== undefined) return [item]
  const found = Object.keys(Object(schema.value.properties)).flatMap((name) => {
    const each = next('properties', name)
    return each === undefined ? [] : [[name, each] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** The schemas that a schema is composed of, and those that may hold besides. */
function partsOf(root: JsonObject, schema: LocatedValue): (Exampled | undefined)[] {
  const value = schema.value as JsonObject
  const lists = ['allOf', 'anyOf', 'oneOf', 'dependentSchemas'].flatMap((keyword) =>
    Object.keys(Object(value[keyword])).map((key) => [keyword, key]),
  )
  return [...lists, ['then'], ['else']].map((keys) => inside(root, schema, ...keys))
}

/** Members and elements of a value with their schemas, among them named members that it lacks. */
function membersOf(
  root: JsonObject,
  schema: LocatedValue,
  value: unknown,
): (readonly [key: string, place: Exampled | undefined])[] {
  const { properties, prefixItems, patternProperties, additionalProperties } =
    schema.value as JsonObject
  const at = (key: string, ...keys: readonly string[]) =>
    [key, inside(root, schema, ...keys)] as const
  if (Array.isArray(value)) {
    const first = Array.isArray(prefixItems) ? prefixItems.length : 0
    return Array.from(value, (_, index) => {
      return at(`${index}`, ...(index < first ? ['prefixItems', `${index}`] : ['items']))
    })
  }
  if (!isObject(value)) return []
  const named = Object.keys(Object(properties))
  const others = Object.keys(value).filter((name) => !named.includes(name))
  const isEmpty = isObject(additionalProperties) && others.length === 0
  return [
    ...named.map((name) => at(name, 'properties', name)),
    ...[...others, ...(isEmpty ? [UNNAMED] : [])].map((name) => {
      const pattern = Object.keys(Object(patternProperties)).find((each) => isMatch(each, name))
      return pattern === undefined
        ? at(name, 'additionalProperties')
        : at(name, 'patternProperties', pattern)
    }),
  ]
}
