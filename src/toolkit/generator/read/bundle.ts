import { isObject, type JsonObject, plainText } from '../../openapi/json.js'
import { append } from '../../openapi/json-pointer.js'
import { onceFor } from '../shared/collections.js'
import type { Cursor } from './document/cursor.js'
import { targetOf } from './document/references.js'
import { enterScope, NO_SCOPE, resourceAt, scopedOwner } from './document/schema-resources.js'
import { lastTarget } from './schemas/schema-references.js'
import type { Schemas } from './schemas/schemas.js'

/**
 * The document with everything that it uses of other documents: schemas under `components/schemas`,
 * all other parts inline. A document without references to others is returned unchanged.
 */
export function bundle(root: Cursor, schemas: Schemas): unknown {
  if (!refersElsewhere(root.value)) return root.value
  const bundler = new Bundler(root, schemas)
  const document = bundler.copy(root, []) as Record<string, unknown>
  const components = document.components as Record<string, object> | undefined
  const taken = { ...components?.schemas, ...Object.fromEntries(bundler.taken) }
  return { ...document, components: { ...components, schemas: taken } }
}

function refersElsewhere(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false
  const { $ref } = value as { $ref?: unknown }
  if (typeof $ref === 'string' && !$ref.startsWith('#')) return true
  return Object.values(value).some(refersElsewhere)
}

/** True for a reference that means the same in the bundle: in the document itself, or to a schema by its `$id`. */
function isKept({ value, source, pointer }: Cursor, target: Cursor, root: Cursor): boolean {
  if (source !== root.source) return false
  const isById = target.source === source && resourceAt(source, pointer).root !== '#'
  return plainText(value).startsWith('#') || isById
}

/** Pointers of the schemas that a discriminator selects. */
const MAPPED = /\/discriminator\/(mapping\/[^/]+|defaultMapping)$/

/** Members of schemas that no other part of a document has. */
const SCHEMA_WORDS = ['$id', '$dynamicAnchor', '$defs', 'type', 'properties', 'items', 'allOf']

class Bundler {
  /** Schemas of other documents, by their names in the bundle. */
  readonly taken = new Map<string, unknown>()
  readonly #root: Cursor
  readonly #schemas: Schemas

  constructor(root: Cursor, schemas: Schemas) {
    this.#root = root
    this.#schemas = schemas
  }

  /** `inlined`: pointers of the parts that are being copied, to detect circles. */
  copy(cursor: Cursor, inlined: readonly string[]): unknown {
    const { value } = cursor
    if (Array.isArray(value)) return cursor.elements().map((element) => this.copy(element, inlined))
    if (!isObject(value)) return MAPPED.test(cursor.pointer) ? this.#mapped(cursor) : value
    if (typeof value.$ref === 'string') {
      const replaced = this.#reference(cursor, inlined)
      if (replaced !== undefined) return replaced
    }
    return this.#members(this.#unnamed(cursor), inlined)
  }

  /** Replacement of a reference to another document, or inside of one. */
  #reference(cursor: Cursor, inlined: readonly string[]): unknown {
    const reference = cursor.get('$ref') as Cursor
    const target = lastTarget(reference, this.#root.source) ?? targetOf(reference)
    if (target === undefined || isKept(reference, target, this.#root)) return undefined
    const others = this.#unnamed(cursor).filter(([key]) => key !== '$ref')
    const siblings = this.#members(others, inlined)
    const $ref = this.#pointerTo(target)
    if ($ref !== undefined) {
      return cursor.fullPointer === $ref ? this.copy(target, inlined) : { $ref, ...siblings }
    }
    if (inlined.includes(target.fullPointer)) return undefined
    const inline = this.copy(target, [...inlined, target.fullPointer])
    return others.length > 0 && isObject(inline) ? this.#combined(inline, siblings) : inline
  }

  /** What a discriminator maps a value to: a component's name, or a reference. */
  #mapped(reference: Cursor): unknown {
    if (this.#schemas.index.byKey.has(plainText(reference.value))) return reference.value
    const target = targetOf(reference.quiet())
    if (target === undefined || isKept(reference, target, this.#root)) return reference.value
    return this.#pointerTo(target) ?? reference.value
  }

  /** The place in the bundle of what is a component there, or a part of the document itself. */
  #pointerTo(target: Cursor): string | undefined {
    if (target.source === this.#root.source) return target.pointer
    const key = this.#schemas.index.keyOf.get(target.fullPointer)
    const schema = key === undefined ? this.#nameOf(target) : undefined
    const name = schema === undefined ? key : this.#take(schema, target)
    return name === undefined ? undefined : append('#', 'components', 'schemas', name)
  }

  /** The name of a schema, which with dynamic anchors is that of its scope. */
  #nameOf(target: Cursor): string | undefined {
    const { registry } = this.#schemas
    const scoped = scopedOwner(target, enterScope(NO_SCOPE, target))
    return registry.nameAt(target.fullPointer) ?? registry.nameAt(scoped.fullPointer)
  }

  /** What a reference leads to, with the members beside it. */
  #combined(target: JsonObject, siblings: JsonObject): JsonObject {
    if (!SCHEMA_WORDS.some((word) => Object.hasOwn(target, word))) return { ...target, ...siblings }
    if (this.#schemas.version < '3.1') return target
    const { allOf = [], ...rest } = siblings
    return { ...rest, allOf: [target, ...(allOf as unknown[])] }
  }

  /**
   * The members without the names that a schema of another document has there: in the bundle references are to
   * components, which below an `$id` are none, and an `$anchor` may be there twice. Dynamic references stay.
   */
  #unnamed(cursor: Cursor): readonly (readonly [string, Cursor])[] {
    const { source, pointer } = cursor
    const { root, anchors, dynamic } = resourceAt(source, pointer)
    if (source === this.#root.source || dynamic.size > 0) return cursor.entries()
    const isName = (key: string, value: unknown) =>
      (key === '$id' && root === pointer) ||
      (key === '$anchor' && anchors.get(plainText(value)) === pointer)
    return cursor.entries().filter(([key, { value }]) => !isName(key, value))
  }

  #members(
    members: readonly (readonly [string, Cursor])[],
    inlined: readonly string[],
  ): Record<string, unknown> {
    return Object.fromEntries(members.map(([key, member]) => [key, this.copy(member, inlined)]))
  }

  #take(name: string, target: Cursor): string {
    // No component has this key: the components were named first.
    onceFor(this.taken, name, undefined, () => this.copy(target, []))
    return name
  }
}
