import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject, setOwn } from '../openapi/json.js'

/** Most schemas on the way from a body to a value in it: schemas may contain themselves. */
const MAX_DEPTH = 8
/** Most examples that are tried in one body. */
const MAX_TRIES = 500

/**
 * Puts the examples of schemas inside of a body's schema into a value that has been drawn: those of its
 * members, of elements, and of parts of compositions, each as far as the whole value stays valid.
 *
 * @param root - The document whose references stay inside it.
 * @param isForced - True if an example counts that its schema refuses.
 */
export function withExamples(
  root: JsonObject,
  schema: LocatedValue | undefined,
  value: unknown,
  accepts: (value: unknown) => boolean,
  isForced = false,
): unknown {
  const body = new ExampledBody(root, value, accepts, isForced)
  body.visit(schema)
  return body.value
}

/** A value by the object or array that holds it. */
interface Spot {
  readonly holder: Record<string, unknown>
  readonly key: string
  /** True if the schema is one of alternatives. */
  readonly isChoice: boolean
}

/** The spot of a whole body. */
const WHOLE = 'value'

class ExampledBody {
  readonly #root: JsonObject
  readonly #accepts: (value: unknown) => boolean
  readonly #body: Record<typeof WHOLE, unknown>
  readonly #isForced: boolean
  #left = MAX_TRIES

  constructor(
    root: JsonObject,
    value: unknown,
    accepts: (value: unknown) => boolean,
    isForced: boolean,
  ) {
    this.#root = root
    this.#isForced = isForced
    this.#accepts = accepts
    this.#body = { [WHOLE]: structuredClone(value) }
  }

  get value(): unknown {
    return this.#body[WHOLE]
  }

  visit(
    schema: LocatedValue | undefined,
    { holder, key, isChoice }: Spot = { holder: this.#body, key: WHOLE, isChoice: false },
    depth = 0,
  ): void {
    if (!isObject(schema?.value) || depth > MAX_DEPTH) return
    const isMissing = holder[key] === undefined
    const example = isMissing ? this.#exampleIn(schema, depth) : exampleOf(schema.value)
    if (example !== undefined && this.#try({ holder, key, isChoice }, example)) return
    const at = (...keys: readonly string[]) => member(this.#root, schema, ...keys)
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const parts = schema.value[keyword]
      for (const index of Array.isArray(parts) ? parts.keys() : []) {
        const isOne = isChoice || keyword !== 'allOf'
        this.visit(at(keyword, String(index)), { holder, key, isChoice: isOne }, depth + 1)
      }
    }
    const inside = holder[key] as Record<string, unknown>
    const below = (name: string) => ({ holder: inside, key: name, isChoice })
    if (Array.isArray(inside)) {
      for (const index of inside.keys()) this.visit(at('items'), below(String(index)), depth + 1)
    } else if (isObject(inside)) {
      for (const name of Object.keys(Object(schema.value.properties))) {
        this.visit(at('properties', name), below(name), depth + 1)
      }
    }
  }

  /** The example of a schema, or a value of the examples inside of it. */
  #exampleIn(schema: LocatedValue | undefined, depth: number): unknown {
    if (!isObject(schema?.value) || depth > MAX_DEPTH) return undefined
    const example = exampleOf(schema.value)
    if (example !== undefined) return example
    const at = (...keys: readonly string[]) => member(this.#root, schema, ...keys)
    const item = this.#exampleIn(at('items'), depth + 1)
    if (item !== undefined) return [item]
    const found = Object.keys(Object(schema.value.properties)).flatMap((name) => {
      const each = this.#exampleIn(at('properties', name), depth + 1)
      return each === undefined ? [] : [[name, each] as const]
    })
    return found.length === 0 ? undefined : Object.fromEntries(found)
  }

  /** Puts an example in, unless the value is invalid then, and an example has to be valid. */
  #try({ holder, key, isChoice }: Spot, example: unknown): boolean {
    if (this.#left-- <= 0) return false
    const before = Object.getOwnPropertyDescriptor(holder, key)
    setOwn(holder, key, structuredClone(example))
    if (this.#accepts(this.value) || (this.#isForced && !isChoice)) return true
    if (before === undefined) Reflect.deleteProperty(holder, key)
    else Object.defineProperty(holder, key, before)
    return false
  }
}

/** The first example of a schema, a header or a parameter. */
export function exampleOf(holder: JsonObject): unknown {
  return examplesOf(holder)[0]
}

/**
 * The examples of a schema, a header or a parameter: `example`, or all of `examples`. Swagger 2.0 has none for
 * parameters, so that documents have the extension `x-example`.
 */
export function examplesOf(holder: JsonObject): readonly unknown[] {
  const { examples, example = holder['x-example'] } = holder
  if (example !== undefined) return [example]
  if (Array.isArray(examples)) return examples
  const values = Object.values(isObject(examples) ? examples : {}).map((each) => {
    const { dataValue, value = dataValue } = Object(each)
    return value
  })
  return values.filter((each) => each !== undefined)
}
