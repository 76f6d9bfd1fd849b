import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { NamedSchema } from '../../generator/model/model.js'
import { INT32_MAX, INT32_MIN } from '../../openapi/json.js'
import { schemaNameIn } from '../../openapi/schema/references.js'
import { type Schema, type SchemaObject, SUBTYPES } from '../../openapi/schema/schema.js'
import { schemaAccepts, violationsOf } from '../../validation/explain/explain.js'
import type { ValidationError } from '../../validation/validator.js'
import { isWellFormed } from '../values/well-formed.js'

/** Ajv lets go of nothing that it has compiled: after so many schemas another one goes on. */
const MOST_COMPILED = 4_000

/** Most violations of one value. */
const LIMITS = { violations: 20, steps: 100_000, characters: 65_536 }

/**
 * Verdicts on values, by two implementations of JSON Schema: the toolkit's own, and Ajv. A case or a
 * response on which they differ is not judged, so that an error of one of them is no false alarm.
 */
export class Verdicts {
  readonly #schemas: ReadonlyMap<string, Schema>
  readonly #second: SecondOpinion

  /** @param mostCompiled - Most schemas that Ajv keeps compiled. */
  constructor(schemas: readonly NamedSchema[], mostCompiled = MOST_COMPILED) {
    this.#schemas = new Map(schemas.map(({ name, schema }) => [name, schema]))
    this.#second = new SecondOpinion(schemas, mostCompiled)
  }

  /** True or false if both agree; `undefined` if they differ, and for a text that nothing can send. */
  verdict(schema: Schema, value: unknown): boolean | undefined {
    if (!isWellFormed(value)) return undefined
    const first = this.accepts(schema, value)
    const second = this.#second.verdict(schema, value)
    return second === undefined || second === first ? first : undefined
  }

  /** True if no opinion accepts a value, which something could send. */
  refuses(schema: Schema, value: unknown): boolean {
    // Ajv compiles, and most values are valid.
    if (this.#second.verdict(schema, value) === true) return false
    return isWellFormed(value) && !this.accepts(schema, value)
  }

  /** The verdict of the toolkit alone. */
  accepts(schema: Schema, value: unknown): boolean {
    return schemaAccepts(this.#target, schema, value)
  }

  /** Violations of a value that both refuse; none otherwise. */
  violations(schema: Schema, value: unknown): readonly ValidationError[] {
    // Ajv compiles, and most values are valid.
    const second = this.#second.verdict(schema, value)
    if (second === true) return []
    return violationsOf(this.#target, schema, value, LIMITS)
  }

  readonly #target = ($ref: string): Schema => this.#schemas.get(schemaNameIn($ref)) as Schema
}

/** Ajv, which compiles each schema on first use. */
class SecondOpinion {
  readonly #schemas: Readonly<Record<string, AnySchema>>
  readonly #compiled = new Map<Schema, ValidateFunction | undefined>()
  readonly #most: number
  #ajv: Ajv2020

  constructor(schemas: readonly NamedSchema[], most: number) {
    this.#most = most
    const entries = schemas.map(({ name, schema }) => [idOf(name), forAjv(schema)])
    this.#schemas = Object.fromEntries(entries)
    this.#ajv = ajvOf(this.#schemas)
  }

  /** `undefined` for values that it cannot hold, and schemas that it cannot compile. */
  verdict(schema: Schema, value: unknown): boolean | undefined {
    if (!isPlain(value)) return undefined
    return this.#compile(schema)?.(value)
  }

  #compile(schema: Schema): ValidateFunction | undefined {
    if (this.#compiled.has(schema)) return this.#compiled.get(schema)
    if (this.#compiled.size >= this.#most) {
      this.#compiled.clear()
      this.#ajv = ajvOf(this.#schemas)
    }
    let compiled: ValidateFunction | undefined
    try {
      compiled = this.#ajv.compile(forAjv(schema))
    } catch {
      compiled = undefined // a pattern or a reference that Ajv does not know
    }
    this.#compiled.set(schema, compiled)
    return compiled
  }
}

/** Each schema has an id of its own, so that it is compiled once for all that refer to it. */
function ajvOf(schemas: Readonly<Record<string, AnySchema>>): Ajv2020 {
  const ajv = new Ajv2020({
    ...{ strict: false, strictNumbers: true, inlineRefs: false, logger: false },
    // The generator has read them; Ajv would compile the meta-schema, which takes longer than most documents.
    validateSchema: false,
  })
  addFormats.default(ajv)
  ajv.addFormat('int32', {
    type: 'number',
    validate: (value) => Number.isInteger(value) && value >= INT32_MIN && value <= INT32_MAX,
  })
  ajv.addFormat('int64', { type: 'number', validate: Number.isInteger })
  for (const [id, schema] of Object.entries(schemas)) ajv.addSchema(schema, id)
  return ajv
}

function idOf(name: string): string {
  return `schema:${encodeURIComponent(name)}`
}

/** The schema with references to the ids that Ajv has. */
function forAjv(schema: Schema): AnySchema {
  return rebased(rounded(schema)) as AnySchema
}

/** A discriminator refuses no value (3.1.1, section 4.8.25); many servers read it so that it does. */
function discriminated(schema: SchemaObject): SchemaObject {
  const { [SUBTYPES]: subtypes = [] } = schema
  return subtypes.length === 0 ? schema : { ...schema, anyOf: subtypes }
}

/** The schema with its subtypes, and with numbers only: Ajv takes no limit that is a `bigint`, and is asked about no such value. */
function rounded(schema: unknown): unknown {
  if (typeof schema === 'bigint') return Number(schema)
  if (Array.isArray(schema)) return schema.map(rounded)
  if (typeof schema !== 'object' || schema === null) return schema
  const all = Object.entries(discriminated(schema as SchemaObject))
  return Object.fromEntries(all.map(([key, value]) => [key, rounded(value)]))
}

function rebased(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(rebased)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const isReference = key === '$ref' && typeof value === 'string' && value.startsWith('#')
      return [key, isReference ? idOf(schemaNameIn(value)) : rebased(value)]
    }),
  )
}

/** True if a value has no number but those of JavaScript, and no member that Ajv calls of what it compares. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'bigint' || typeof value === 'function') return false
  if (typeof value !== 'object' || value === null) return true
  const isCalled = Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf')
  return !isCalled && Object.values(value).every(isPlain)
}
