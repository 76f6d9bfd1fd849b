import { conjunctsOf } from '../openapi/schema/conjuncts.js'
import { KEYWORDS } from '../openapi/schema/keywords.js'
import { EXAMPLES, type Schema, type SchemaObject } from '../openapi/schema/schema.js'
import { drawArray } from './arrays.js'
import { resolveChoices } from './choices.js'
import { type Draw, type Drawn, isSendable, keywordValues, NOTHING, randomFrom } from './draw.js'
import { drawObject, SHALLOW } from './objects.js'
import { drawNumber, drawString } from './scalars.js'

/** Options of `instances`. */
export interface InstanceOptions {
  /** The schema that a `$ref` names. */
  target($ref: string): Schema
  /** True if a schema accepts a value. */
  accepts(schema: Schema, value: unknown): boolean
  /**
   * The same seed draws the same values.
   *
   * @defaultValue 1
   */
  readonly seed?: number
}

/** Most attempts to draw a value that its schema accepts. */
const ATTEMPTS = 60

/** Which values are the examples of their schemas, where these have some: the whole or else its parts, or these alone. */
export type WithExamples = 'whole' | 'parts'

/** From which depth on that is so. */
const DEPTHS = { whole: 0, parts: 1, none: Number.POSITIVE_INFINITY }

/** Later attempts draw fewer members, since a member may have no valid value. */
function depthOf(attempt: number): number {
  if (attempt < ATTEMPTS / 2) return 0
  return attempt < (ATTEMPTS * 3) / 4 ? 2 : SHALLOW
}

/** Deepest nesting of values: schemas may contain themselves. */
const DEEPEST = 24

/**
 * Draws values that satisfy schemas: small, readable, and complete near the root. A drawn value is
 * validated against the whole schema, and can be sent.
 *
 * @returns A function that gives a value, or {@link NOTHING} if none is found.
 */
export function instances(
  options: InstanceOptions,
): (schema: Schema, exampled?: WithExamples) => Drawn {
  const { target, accepts, seed = 1 } = options
  const random = randomFrom(seed)
  const draw: Draw = { random, target, accepts, value }
  let exampledFrom = DEPTHS.none
  return (schema, exampled) => {
    exampledFrom = DEPTHS[exampled ?? 'none']
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const drawn = value([schema], depthOf(attempt))
      if (drawn !== NOTHING && isSendable(drawn) && accepts(schema, drawn)) return drawn
    }
    return NOTHING
  }

  function value(all: readonly Schema[], depth: number): Drawn {
    if (depth > DEEPEST) return NOTHING
    const certain = conjunctsOf({ allOf: all }, target)
    // What lists values accepts them by any branch of its choices.
    const isListed = listedIn(certain).length > 0
    const conjuncts = isListed ? certain : resolveChoices(all, draw, depth > 4)
    if (conjuncts === undefined) return NOTHING
    const examples = depth < exampledFrom ? [] : keywordValues(conjuncts, EXAMPLES).flat()
    const example = examples.find((each) => isAccepted(conjuncts, each))
    if (example !== undefined) return example
    const [listed] = listedIn(conjuncts)
    if (listed !== undefined) return fromList(listed, conjuncts)
    const values = keywordValues(conjuncts, 'default')
    const defaults = values.filter((each) => isAccepted(conjuncts, each))
    if (defaults.length > 0) return defaults[0]
    for (const type of typesOf(conjuncts, draw)) {
      const drawn = ofType(type, conjuncts, depth)
      if (drawn !== NOTHING) return drawn
    }
    return NOTHING
  }

  function fromList(listed: readonly unknown[], conjuncts: readonly SchemaObject[]): Drawn {
    const accepted = listed.filter((each) => isAccepted(conjuncts, each))
    return accepted.length === 0 ? NOTHING : random.pick(accepted)
  }

  function isAccepted(conjuncts: readonly SchemaObject[], given: unknown): boolean {
    return isSendable(given) && conjuncts.every((schema) => accepts(schema, given))
  }

  function ofType(type: string, conjuncts: readonly SchemaObject[], depth: number): Drawn {
    if (type === 'object') return drawObject(conjuncts, draw, depth)
    if (type === 'array') return drawArray(conjuncts, draw, depth)
    if (type === 'string') return drawString(conjuncts, draw)
    if (type === 'boolean') return random.next() < 0.5
    if (type === 'null') return null
    return drawNumber(conjuncts, draw, type === 'integer')
  }
}

function listedIn(conjuncts: readonly SchemaObject[]): (readonly unknown[])[] {
  const constants = keywordValues(conjuncts, 'const').map((value) => [value])
  const nulls = keywordValues(conjuncts, 'type').flatMap((type) =>
    type === 'null' ? [[null]] : [],
  )
  return [...constants, ...keywordValues(conjuncts, 'enum'), ...nulls]
}

const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']

/** The types that all schemas allow, likely ones first and null last. */
function typesOf(conjuncts: readonly SchemaObject[], { random }: Draw): string[] {
  const named = keywordValues(conjuncts, 'type').map((type) => [type].flat())
  const allows = (types: readonly string[], type: string) =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  const possible = TYPES.filter((type) => named.every((types) => allows(types, type)))
  // Keywords imply a type if the schema does not name one.
  const keywords = conjuncts.flatMap((schema) => Object.keys(schema))
  const implied = new Set(keywords.map((keyword) => KEYWORDS.get(keyword)?.about as string))
  const likely = possible.filter((type) => implied.has(type))
  if (likely.length > 0) return [...new Set([...likely, ...possible])]
  const others = possible.filter((type) => type !== 'null')
  const first = named.length === 0 ? ['string'] : others.slice(0, 1)
  const rest = random.next() < 0.5 ? others : others.toReversed()
  return [...new Set([...first, ...rest, ...possible])]
}
