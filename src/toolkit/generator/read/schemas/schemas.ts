import { isObject, plainText, setOwn } from '../../../openapi/json.js'
import { refusesAll } from '../../../openapi/schema/conjuncts.js'
import { KEYWORDS } from '../../../openapi/schema/keywords.js'
import { refToSchema } from '../../../openapi/schema/references.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import type { Model, OpenApiVersion, SchemaExample } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { entriesOf } from '../document/referenced-fields.js'
import {
  type DynamicScope,
  dynamicTarget,
  enterScope,
  NO_SCOPE,
  scopedOwner,
} from '../document/schema-resources.js'
import { allowsNull, checkDialect, type Dialect, dialectOf, keywordsOf } from './dialect.js'
import { impliedValues, readDiscriminator, withImpliedBranches } from './discriminator.js'
import { ownerExamples, schemaExamples } from './examples.js'
import { IN_PLACE, openTarget, type Surroundings, surroundingsIn } from './format-types.js'
import { readValue } from './keyword-repairs.js'
import { checkSchema } from './keyword-versions.js'
import { isEmptyKeyword, readNonObject } from './malformed-schemas.js'
import {
  type KeywordEntry,
  readDependencies,
  readMap,
  withMisplaced,
} from './misplaced-keywords.js'
import { reconcileKeywords } from './reconcile-keywords.js'
import { lastTarget, locationName, onlyReference, schemaTargetOf } from './schema-references.js'
import { ComponentIndex, SchemaRegistry, WorkQueue } from './schema-registry.js'
import { isUnquotedNull, readType } from './type-keyword.js'
import { reportKeyword } from './unknown-keywords.js'

/**
 * Reads the schemas of a document. References are kept: a target of a `$ref` has a name and is read
 * once, so that recursive schemas end and shared ones are shared.
 */
export class Schemas {
  readonly registry = new SchemaRegistry()
  /** Examples, defaults and listed values, by what has them in the document: that may be read again and again. */
  readonly examples = new Map<unknown, readonly SchemaExample[]>()
  readonly version: OpenApiVersion
  readonly int64: Model['int64']
  readonly #dialect: Dialect
  readonly index = new ComponentIndex()
  readonly #queue = new WorkQueue()

  constructor(version: OpenApiVersion, int64: Model['int64']) {
    this.version = version
    this.int64 = int64
    this.#dialect = dialectOf(version)
  }

  /** Names all components first, so that none has to give way to a generated name. */
  components(schemas: Cursor | undefined): void {
    const members = entriesOf(schemas)
    const owners = members.map(
      ([key, cursor]) => [key, scopedOwner(cursor, enterScope(NO_SCOPE, cursor)), cursor] as const,
    )
    this.registry.reserve(owners.map(([key, owner]) => [key, owner]))
    for (const [key, owner, cursor] of owners) {
      const name = this.registry.name(owner, key)
      this.index.keys.set(name, key)
      this.index.values.set(name, impliedValues(key, cursor))
      this.index.byKey.set(key, cursor)
    }
    for (const [key, cursor] of members) this.index.adopt(cursor, key, this.registry)
    for (const [, cursor] of members) this.named(cursor, '')
  }

  /** Name of a schema: that of a component if it refers to one, or made of `wanted`. */
  named(cursor: Cursor, wanted: string, outer: DynamicScope = NO_SCOPE): string {
    const scope = enterScope(outer, cursor)
    const owner = scopedOwner(cursor, scope)
    const reference = onlyReference(cursor)
    const isAdopted = this.index.adopted.has(cursor.fullPointer)
    const isFollowed = isAdopted || this.registry.nameAt(owner.fullPointer) === undefined
    if (reference !== undefined && isFollowed && lastTarget(reference) !== undefined) {
      const name = this.#reference(reference, scope)
      if (name !== undefined) return name
    }
    const name = this.registry.name(owner, wanted)
    if (this.registry.schema(name) === undefined) {
      const draft = { name, pointer: cursor.fullPointer, origin: cursor, schema: true }
      this.registry.keep(draft)
      const read = () => this.#schema(cursor, [], { scope })
      this.#queue.add(() => this.registry.keep({ ...draft, schema: read() }))
    }
    return name
  }

  /** Names a schema that the value at `origin` implies; `pointer` is unique. */
  define(wanted: string, pointer: string, schema: Schema, origin: Cursor): string {
    const { source, report } = origin
    const owner = { source, pointer: origin.pointer, report, fullPointer: pointer }
    const name = this.registry.name(owner, wanted)
    this.registry.keep({ name, pointer, origin, schema })
    return name
  }

  /** Takes the examples of what has a schema, or one of this name. */
  takeExamples(owner: Cursor, schema: Schema | string): void {
    const read = typeof schema === 'string' ? { $ref: refToSchema(schema) } : schema
    this.#keepExamples(owner, ownerExamples(owner, read))
  }

  #keepExamples({ value }: Cursor, found: readonly SchemaExample[]): void {
    if (found.length > 0) this.examples.set(value, found)
  }

  /** The schema at `cursor`, normalised; `handled`: keywords that the caller reads. */
  read(cursor: Cursor, handled: readonly string[] = []): Schema {
    return this.#queue.finish(() => this.#schema(cursor, handled, { scope: NO_SCOPE }))
  }

  #schema(cursor: Cursor, handled: readonly string[], outer: Surroundings): Schema {
    const loose = readNonObject(cursor, this.index.byKey)
    if (loose !== undefined) return loose
    const isJsonSchema = this.#dialect.nullable === undefined
    const isNull = isJsonSchema && isUnquotedNull(cursor)
    const keywords = keywordsOf(cursor, this.#dialect, handled)
    const inner = surroundingsIn(cursor, outer)
    const schema: Record<string, unknown> = {}
    for (const [keyword, value] of withMisplaced(keywords, this.#dialect)) {
      if (isEmptyKeyword(keyword, value, isNull)) continue
      if (keyword === 'type') {
        Object.assign(schema, readType(value, cursor, this.version, this.index.byKey))
      }
      const read = keyword === 'type' ? undefined : this.#keyword(keyword, value, inner)
      if (read !== undefined) setOwn(schema, keyword, read)
    }
    checkSchema(cursor, keywords, schema, this.version, this.index.byKey)
    const targeted = this.#withTarget(schema, keywords, inner)
    const read = reconcileKeywords(cursor, targeted, inner.types, isJsonSchema)
    const whole = withImpliedBranches(read, this.index.values)
    const translated = this.#dialect.translate(whole)
    this.#keepExamples(cursor, schemaExamples(cursor, translated))
    return !refusesAll(translated) && translated
  }

  /** A schema with the target of its `$ref` in it, if formats there have their type from here. */
  #withTarget(schema: SchemaObject, keywords: readonly KeywordEntry[], outer: Surroundings) {
    const target = openTarget(keywords, outer)
    if (target === undefined) return schema
    const { $ref: _, ...rest } = schema
    const within = new Set([...(outer.within ?? []), target.fullPointer])
    return {
      ...rest,
      allOf: [...(rest.allOf ?? []), this.#schema(target, [], { ...outer, within })],
    }
  }

  #keyword(keyword: string, value: Cursor, outer: Surroundings): unknown {
    const { scope } = outer
    const inner = IN_PLACE.has(keyword) ? outer : { scope }
    const read = (cursor: Cursor) => this.#schema(cursor, [], inner)
    const { schemas, value: valueType } = KEYWORDS.get(keyword) ?? {}
    if (schemas === 'list' || (keyword === 'items' && Array.isArray(value.value))) {
      return value.elements().map(read)
    }
    if (schemas === 'one') return read(value)
    if (schemas === 'map') return readMap(value, keyword, read, this.#dialect)
    if (keyword === 'dependencies') return readDependencies(value, read)
    if (keyword === '$schema') return checkDialect(value)
    const type = allowsNull(keyword, this.#dialect) ? 'boolean' : valueType
    if (type !== undefined) return readValue(keyword, value, type)
    if (keyword === 'discriminator') {
      const nameOf = (target: Cursor) => this.named(target, locationName(target))
      return readDiscriminator(value, this.index.byKey, nameOf)
    }
    if (keyword === '$ref' || keyword === '$dynamicRef') {
      const name = value.string() === undefined ? undefined : this.#reference(value, scope, keyword)
      return name === undefined ? undefined : refToSchema(name)
    }
    reportKeyword(keyword, value, this.#dialect)
    return undefined
  }

  #reference(reference: Cursor, scope: DynamicScope, keyword = '$ref'): string | undefined {
    const uri = plainText(reference.value)
    const target = schemaTargetOf(reference)
    if (target === undefined) return undefined
    const isDynamic = keyword === '$dynamicRef' && isObject(target.value)
    const cursor = isDynamic
      ? dynamicTarget(target, uri.slice(uri.indexOf('#') + 1), scope)
      : target
    return this.named(cursor, locationName(cursor), scope)
  }
}
