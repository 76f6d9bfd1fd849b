import type { Cursor } from '../document/cursor.js'
import type { SchemaObject } from '../model.js'

const LIMITS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

/** Tells where a least is above a most: nothing keeps such a schema, which nobody means. */
export function reportLimits(place: Cursor, schema: SchemaObject): void {
  for (const [low, high] of LIMITS) {
    const [least, most] = [schema[low], schema[high]]
    if (least === undefined || most === undefined || !isAbove(least, most)) continue
    const message = `\`${low}\` ${least} is above \`${high}\` ${most}, which no value can be`
    place.report.warn(place, message, 'correct one of them')
  }
}

function isAbove(least: unknown, most: unknown): boolean {
  return (least as number) > (most as number)
}
