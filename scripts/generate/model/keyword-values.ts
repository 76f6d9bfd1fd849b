import type { Cursor } from './cursor.js'
import type { Shape } from './keywords.js'
import { isPattern } from './schema-parts.js'

/** The value of a keyword that holds no schema; `undefined` where it says nothing. */
export function readValue(
  keyword: string,
  place: Cursor,
  shape: Shape,
  types: ReadonlySet<string>,
): unknown {
  const { value, report } = place
  const isExtraType = keyword === 'type' && types.has(String(value))
  if (!shape.test(value) && !isExtraType) {
    report.wrong(place, `\`${keyword}\` is not ${shape.is}`, 'correct the schema')
  }
  return keyword === 'pattern' && !isPattern(place, value) ? undefined : value
}
