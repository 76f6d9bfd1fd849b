import { isObject, setOwn } from '../../../openapi/json.js'
import {
  SCHEMA_ARRAY_KEYWORDS,
  SCHEMA_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
} from '../../../openapi/schema/keywords.js'
import { refToSchema } from '../../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import type { ReadSchema } from '../../model/model.js'
import { type Components, componentIndex } from '../document/component-index.js'
import type { Cursor } from '../document/cursor.js'
import {
  type DynamicScope,
  dynamicTarget,
  enter,
  inScope,
  NO_SCOPE,
} from '../document/dynamic-scope.js'
import { targetOf } from '../document/references.js'
import type { Version } from '../document/version.js'
import { checkDialect, type Dialect, dialectOf } from './dialect.js'
import { readDiscriminator, withImpliedBranches } from './discriminator.js'
import { reportFormat, reportRounded } from './formats.js'
import { readType, readValue } from './keyword-values.js'
import { BOOLEAN, shapeOf } from './keywords.js'
import { membersOf } from './members.js'
import { Queue } from './queue.js'
import { recordSchema } from './read-schemas.js'
import { sensible } from './readings.js'
import { Registry } from './registry.js'
import { readDependencies, readMap } from './schema-maps.js'
import { isEmptyWord, loosely, nameOf, onlyReference, reportKeyword } from './schema-parts.js'
import { schemaTargetOf } from './schema-target.js'

/**
 * Reads the schemas of a document. References stay references: whatever a `$ref` names gets a name
 * of its own and is read once, so that recursive schemas end and shared ones are shared.
 */
export class Schemas {
  /** The names of schemas, and what has been read of them. */
  readonly registry: Registry
  readonly #version: Version
  readonly #dialect: Dialect
  readonly #index: Components
  /** The places whose references are being followed: one that leads back is not. */
  readonly #followed = new Set<string>()
  readonly #queue = new Queue()

  constructor(version: Version, registry = new Registry(), index = componentIndex()) {
    this.registry = registry
    this.#version = version
    this.#dialect = dialectOf(version)
    this.#index = index
  }

  /** The same components, for reading more of the document apart. */
  copy(): Schemas {
    return new Schemas(this.#version, this.registry.copy(), this.#index)
  }

  /** Names every component first, so that none has to make way for a name that is made up. */
  components(schemas: Cursor | undefined): void {
    const members = schemas?.entries() ?? []
    for (const [key, cursor] of members) {
      this.#index.keys.set(this.registry.name(inScope(cursor, enter(NO_SCOPE, cursor)), key), key)
    }
    for (const [name, cursor] of members) this.#adopt(cursor, name)
    for (const [name, cursor] of members) this.#index.byKey.set(name, cursor)
    for (const [, cursor] of members) this.named(cursor, '')
  }

  /** A component that only refers to another document gives its name to what stands there. */
  #adopt(component: Cursor, key: string): void {
    const reference = onlyReference(component)
    const target = reference && targetOf(reference)
    const isOther = target && target.source !== component.source
    if (!isOther || this.registry.nameAt(target.place) !== undefined) return
    this.registry.share(target.place, this.registry.name(component, key))
    this.#index.keyOf.set(target.place, key)
    this.#index.adopted.add(component.place)
  }

  /** The name of the schema at `cursor`: the component's if it refers to one, else from `wanted`. */
  named(cursor: Cursor, wanted: string, outer: DynamicScope = NO_SCOPE): string {
    const scope = enter(outer, cursor)
    const owner = inScope(cursor, scope)
    const reference = onlyReference(cursor)
    const isAdopted = this.#index.adopted.has(cursor.place)
    const isFollowed = isAdopted || this.registry.nameAt(owner.place) === undefined
    if (reference !== undefined && isFollowed && !this.#followed.has(cursor.place)) {
      this.#followed.add(cursor.place)
      const name = this.#reference(reference, scope)
      this.#followed.delete(cursor.place)
      if (name !== undefined) return name
    }
    const name = this.registry.name(owner, wanted)
    if (this.registry.schema(name) === undefined) {
      const draft = { name, pointer: cursor.place, origin: cursor, schema: true as Schema }
      this.registry.keep(draft)
      const read = () => this.#schema(cursor, [], scope)
      this.#queue.add(() => this.registry.keep({ ...draft, schema: read() }))
    }
    return name
  }

  /** The name of the schema at a place, if it has one. */
  nameAt(cursor: Cursor): string | undefined {
    return this.registry.nameAt(cursor.place)
  }

  /** The key of the component that gave its name to the schema at a place. */
  componentKeyAt(cursor: Cursor): string | undefined {
    return this.#index.keyOf.get(cursor.place)
  }

  /** Names a schema that the document only implies; `pointer` is where it comes from. */
  define(wanted: string, pointer: string, schema: Schema, origin: Cursor): string {
    const { source, report } = origin
    const owner = { source, pointer: origin.pointer, report, place: pointer }
    const name = this.registry.name(owner, wanted)
    this.registry.keep({ name, pointer, origin, schema })
    return name
  }

  /** The schema at `cursor`, normalised; `handled`: keywords that the caller takes care of. */
  read(cursor: Cursor, handled: readonly string[] = []): Schema {
    return this.#queue.finish(() => this.#schema(cursor, handled, NO_SCOPE))
  }

  #schema(cursor: Cursor, handled: readonly string[], outer: DynamicScope): Schema {
    const loose = loosely(cursor)
    if (loose !== undefined) return loose
    const scope = isObject(cursor.value) && '$id' in cursor.value ? enter(outer, cursor) : outer
    const schema: Record<string, unknown> = {}
    for (const [keyword, value] of membersOf(cursor, this.#dialect)) {
      if (handled.includes(keyword)) continue
      if (isEmptyWord(keyword, value)) continue
      if (keyword === 'type') Object.assign(schema, readType(value, cursor, this.#dialect.types))
      const read = keyword === 'type' ? undefined : this.#keyword(keyword, value, scope)
      if (read !== undefined) setOwn(schema, keyword, read)
    }
    reportRounded(cursor, schema as SchemaObject)
    const read = sensible(cursor, schema as SchemaObject)
    const whole = withImpliedBranches(read, this.#index.keys)
    return recordSchema(cursor, this.#dialect.translate(whole))
  }

  /** Every named schema, components first. */
  all(): ReadSchema[] {
    return this.registry.all()
  }

  /** The key of the component that a schema is. */
  componentKeyOf(name: string): string | undefined {
    return this.#index.keys.get(name)
  }

  /** Follows a schema that is nothing but a reference. */
  dereference(schema: Schema): Schema {
    return this.registry.follow(schema)
  }

  #keyword(keyword: string, value: Cursor, scope: DynamicScope): unknown {
    if (SCHEMA_ARRAY_KEYWORDS.has(keyword) || (keyword === 'items' && Array.isArray(value.value))) {
      return value.elements().map((element) => this.#schema(element, [], scope))
    }
    if (SCHEMA_KEYWORDS.has(keyword)) return this.#schema(value, [], scope)
    if (SCHEMA_MAP_KEYWORDS.has(keyword))
      return readMap(value, keyword, (each) => this.#schema(each, [], scope))
    if (keyword === 'dependencies') {
      return readDependencies(value, (each) => this.#schema(each, [], scope))
    }
    if (keyword === '$schema') return checkDialect(value)
    if (keyword === 'format') reportFormat(value)
    const shape = this.#dialect.flags.has(keyword) ? BOOLEAN : shapeOf(keyword)
    if (shape !== undefined) return readValue(keyword, value, shape)
    if (keyword === 'discriminator') {
      return readDiscriminator(value, this.#index.byKey, (target) =>
        this.named(target, nameOf(target)),
      )
    }
    if (keyword === '$ref' || keyword === '$dynamicRef') {
      const name = value.string() === undefined ? undefined : this.#reference(value, scope, keyword)
      return name === undefined ? undefined : refToSchema(name)
    }
    reportKeyword(keyword, value)
    return undefined
  }

  #reference(reference: Cursor, scope: DynamicScope, keyword = '$ref'): string | undefined {
    const uri = String(reference.value)
    const target = schemaTargetOf(reference)
    if (target === undefined) return undefined
    const isDynamic = keyword === '$dynamicRef' && isObject(target.value)
    const place = isDynamic ? dynamicTarget(target, uri.slice(uri.indexOf('#') + 1), scope) : target
    return this.named(place, nameOf(place), scope)
  }
}
