import { isObject } from '../../../openapi/json.js'
import { KEYWORDS, RESTRICTING_KEYWORDS } from '../../../openapi/schema/keywords.js'
import { meantName } from '../../../shared/spelling.js'
import type { Cursor } from '../document/cursor.js'
import type { Dialect } from './dialect.js'
import { DROPPED, REPLACED } from './keyword-types.js'

const NAMES = [...KEYWORDS.keys(), ...DROPPED, '$ref', '$dynamicRef', 'discriminator', 'nullable']
const RESTRICTING = new Set([...RESTRICTING_KEYWORDS, '$ref', '$dynamicRef'])

/** Fewest letters of a misspelt keyword: `tpye` is `type`. */
const MIN_LETTERS = 4

/**
 * Reports a keyword that the generator does not know. A misspelt one checks nothing: JSON Schema has it for an
 * annotation (Core 2020-12, section 6.5), while a Schema Object of versions up to 3.0 cannot have it.
 */
export function reportKeyword(keyword: string, value: Cursor, { nullable }: Dialect): void {
  if (DROPPED.has(keyword)) return
  const isKnown = NAMES.includes(keyword)
  const meant =
    keyword === 'ref' ? '$ref' : isKnown ? undefined : meantName(keyword, NAMES, MIN_LETTERS)
  const what = `schema keyword \`${keyword}\` is unknown`
  const [ignored, unchecked] = [`${what} and ignored`, `${what}, and nothing is checked by it`]
  if (meant === undefined) {
    // It can only be a schema: the indentation of `properties` is lost.
    const isSchema = ['type', '$ref', 'properties'].some((each) =>
      Object.hasOwn(Object(value.value), each),
    )
    const isMember = !isKnown && isObject(value.value) && isSchema
    if (isMember) value.warn(unchecked, 'write it into `properties`: it looks like a property')
    else value.warn(ignored, adviceFor(keyword), { once: true })
    return
  }
  const advice = `write \`${meant}\`, leave it out, or start it with x-`
  if (!RESTRICTING.has(meant)) value.warn(ignored, advice)
  else if (nullable === undefined && keyword !== 'ref') value.warn(unchecked, advice)
  else {
    const message = `${what}, and what \`${meant}\` says would be lost`
    value.wrong(message, advice, 'misspelt-keyword')
  }
}

function adviceFor(keyword: string): string {
  const replaced = REPLACED.get(keyword)
  if (replaced !== undefined) return `write \`${replaced}\`, as draft 2020-12 has it`
  if (keyword === 'nullable') return 'add "null" to `type`, as OpenAPI 3.1 has it'
  return 'correct it, leave it out, or start it with x-'
}
