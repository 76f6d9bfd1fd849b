import { hasInside, subschemas } from '../../../openapi/schema/map.js'
import { referencesOf } from '../../../openapi/schema/references.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { riskOf } from '../../../regex/risk/risk.js'
import { flagsOf } from '../../../regex/syntax.js'
import { validation } from '../../../validation/helpers.js'
import { cyclesOf } from '../../analysis/graph.js'
import type { NamedSchema } from '../../model/model.js'
import { type Code, code, joined, symbol } from '../../print/code.js'
import type { Output } from '../../print/imports.js'
import { literal, quote } from '../../print/print.js'

/** Keywords that apply several schemas to one value. */
const SEVERAL = [
  ...['allOf', 'anyOf', 'dependentSchemas', 'if', 'not', 'oneOf'],
  ...['contains', 'patternProperties', 'unevaluatedItems', 'unevaluatedProperties'],
]

/**
 * Names of schemas that contain themselves where several schemas apply to one value: each could ask
 * for the same verdict again, and again below it.
 */
export function repeatedSchemas(
  schemas: readonly Pick<NamedSchema, 'name' | 'schema'>[],
): ReadonlySet<string> {
  const references = new Map(schemas.map(({ name, schema }) => [name, referencesOf(schema)]))
  const cycles = cyclesOf(references)
  const repeated = schemas.filter(({ name, schema }) => cycles.has(name) && hasSeveral(schema))
  return new Set(repeated.map(({ name }) => name))
}

function hasSeveral(schema: Schema): boolean {
  return hasInside(schema, (each) => {
    const isBeside = each.$ref !== undefined && subschemas(each).length > 0
    return isBeside || SEVERAL.some((keyword) => keyword in each)
  })
}

/** Number of keywords of a schema, with those inside: a schema with few is compiled where it is used. */
export function weight(schema: Schema): number {
  if (typeof schema === 'boolean') return 1
  return subschemas(schema).reduce((sum, each) => sum + weight(each), Object.keys(schema).length)
}

/** The named schemas, as far as units need them. */
export interface Context extends Pick<Output, 'language'> {
  /** The schema that a `$ref` names. */
  readonly target: ($ref: string) => Schema
  /** Names of schemas that validate an object once, however often they are called for it. */
  readonly repeated: ReadonlySet<string>
}

export type Helper = keyof typeof validation

/** Functions of the runtime's `validation`, which generated code calls by these names. */
export const HELPERS = (Object.keys(validation) as Helper[]).sort((a, b) =>
  a.localeCompare(b, 'en'),
)

export function runtime(helper: Helper): Code {
  return symbol(helper)
}

/** `validation.guarded`, the replacement of patterns that could take too long. */
export const GUARDED = code`${symbol('validation')}.guarded`

/**
 * A pattern as an expression: a regular expression, or its replacement if it could take too long.
 *
 * @param guarded - The runtime's function for that, in the generated module.
 * @param length - Largest length of a string, in UTF-16 code units, if known.
 */
export function patternCode(source: string, guarded: Code, length = Infinity): Code {
  const [text, flags] = [quote(source), quote(flagsOf(source))]
  if (!isRisky(source, length)) return code`new RegExp(${text}, ${flags})`
  const { short, syntax } = riskOf(source) as NonNullable<ReturnType<typeof riskOf>>
  const rest = syntax === undefined ? [] : [literal(syntax)]
  return code`${guarded}(${joined([text, flags, String(short), ...rest], ', ')})`
}

/** True if a string of at most `length` code units could take too long for a pattern. */
export function isRisky(source: string, length = Infinity): boolean {
  const risk = riskOf(source)
  return risk !== undefined && risk.short < length
}
