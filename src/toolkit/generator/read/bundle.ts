import { isObject } from '../../openapi/json.js'
import { append } from '../../openapi/json-pointer.js'
import type { Cursor } from './document/cursor.js'
import { resolve, targetOf } from './document/references.js'
import type { Schemas } from './schemas/schemas.js'

/**
 * The document with everything that it takes from other documents inside: schemas under
 * `components/schemas`, whatever else where it is referred to. A document that stands alone stays
 * as it is.
 */
export function bundle(root: Cursor, schemas: Schemas): unknown {
  if (!refersElsewhere(root.value)) return root.value
  const bundler = new Bundler(root, schemas)
  const document = bundler.copy(root, []) as Record<string, unknown>
  return withSchemas(document, bundler.taken)
}

/** Parts of documents that are known to refer to nothing elsewhere. */
const standAlone = new WeakSet<object>()

/** How deep the parts are that are memoize: path items and components. */
const PARTS = 3

function refersElsewhere(value: unknown, depth = 0): boolean {
  if (value === null || typeof value !== 'object' || standAlone.has(value)) return false
  const { $ref } = value as { $ref?: unknown }
  if (typeof $ref === 'string' && !$ref.startsWith('#')) return true
  const found = Object.values(value).some((child) => refersElsewhere(child, depth + 1))
  if (!found && depth <= PARTS) standAlone.add(value)
  return found
}

class Bundler {
  /** The schemas of other documents, by the name that they get in this one. */
  readonly taken = new Map<string, unknown>()
  readonly #root: Cursor
  readonly #schemas: Schemas

  constructor(root: Cursor, schemas: Schemas) {
    this.#root = root
    this.#schemas = schemas
  }

  /** `inlined`: what is being copied into its place right now, so that a circle is seen. */
  copy(cursor: Cursor, inlined: readonly string[]): unknown {
    const { value } = cursor
    if (Array.isArray(value)) return cursor.elements().map((element) => this.copy(element, inlined))
    if (!isObject(value)) return value
    if (typeof value.$ref === 'string') {
      const replaced = this.#reference(cursor, inlined)
      if (replaced !== undefined) return replaced
    }
    return Object.fromEntries(
      cursor.entries().map(([key, member]) => [key, this.copy(member, inlined)]),
    )
  }

  /** What stands for a reference that leaves the first document, or that is in another one. */
  #reference(cursor: Cursor, inlined: readonly string[]): unknown {
    const reference = cursor.get('$ref') as Cursor
    const target = targetOf(reference)
    const inside = String(reference.value).startsWith('#') && cursor.source === this.#root.source
    if (inside || target === undefined) return undefined
    const siblings = this.#siblings(cursor, inlined)
    if (target.source === this.#root.source) return { $ref: target.pointer, ...siblings }
    const key = this.#schemas.componentKeyAt(target)
    if (key !== undefined) {
      const pointer = append('#', 'components', 'schemas', key)
      return cursor.place === pointer ? this.copy(target, inlined) : { $ref: pointer, ...siblings }
    }
    const schema = this.#schemas.nameAt(target)
    if (schema !== undefined)
      return { $ref: `#/components/schemas/${this.#take(schema, target)}`, ...siblings }
    const place = resolve(target)
    if (place === undefined || inlined.includes(place.place)) return undefined
    return this.copy(place, [...inlined, place.place])
  }

  #siblings(cursor: Cursor, inlined: readonly string[]): Record<string, unknown> {
    const siblings = cursor.entries().filter(([key]) => key !== '$ref')
    return Object.fromEntries(siblings.map(([key, member]) => [key, this.copy(member, inlined)]))
  }

  #take(name: string, target: Cursor): string {
    // No component has this key: the components were named first.
    if (!this.taken.has(name)) {
      this.taken.set(name, undefined)
      this.taken.set(name, this.copy(target, []))
    }
    return name
  }
}

function withSchemas(
  document: Record<string, unknown>,
  taken: ReadonlyMap<string, unknown>,
): Record<string, unknown> {
  const components = document.components as Record<string, object> | undefined
  const schemas = { ...components?.schemas, ...Object.fromEntries(taken) }
  return { ...document, components: { ...components, schemas } }
}
