import { plainText } from '../../../openapi/json.js'
import type { Schema, SchemaObject } from '../../../openapi/schema/schema.js'
import { characterClass } from '../../../regex/alphabet.js'
import { type AST, parsePattern } from '../../../regex/parse.js'
import { flagsOf } from '../../../regex/syntax.js'
import { wordSet } from '../../shared/collections.js'
import type { Schemas } from '../schemas/schemas.js'

/** Formats that validators check and that have no comma in them. */
const FORMATS = wordSet('byte date date-time duration hostname ipv4 ipv6 time uuid')

/** True if no valid string has a comma: an encoded one in a list can only be a delimiter. */
export function isCommaFree(schema: Schema, schemas: Schemas): boolean {
  const above = new Set<Schema>()
  const visit = (each: Schema): boolean => {
    const resolved = schemas.registry.follow(each)
    if (typeof resolved === 'boolean' || above.has(resolved)) return resolved === false
    above.add(resolved)
    const { allOf = [], anyOf = [], oneOf = [], then, else: otherwise } = resolved
    const isEither = resolved.if !== undefined && then !== undefined && otherwise !== undefined
    const cases = isEither ? [then, otherwise] : []
    const isFree =
      isFreeItself(resolved) ||
      allOf.some(visit) ||
      [anyOf, oneOf, cases].some((branches) => branches.length > 0 && branches.every(visit))
    above.delete(resolved)
    return isFree
  }
  return visit(schema)
}

function isFreeItself(schema: SchemaObject): boolean {
  const { type, enum: values, format, pattern } = schema
  if (type !== undefined && ![type].flat().includes('string')) return true
  const listed = values ?? ('const' in schema ? [schema.const] : undefined)
  if (listed !== undefined) return !listed.some((each) => plainText(each).includes(','))
  if (format !== undefined && FORMATS.has(format)) return true
  return pattern !== undefined && excludesCommas(pattern)
}

/** True if a pattern matches whole strings only, and none of its characters is a comma. */
function excludesCommas(pattern: string): boolean {
  const flags = flagsOf(pattern)
  try {
    return parsePattern(pattern, flags).alternatives.every(({ elements }) => {
      const [first, ...rest] = elements
      return isEdge(first, 'start') && isEdge(rest.pop(), 'end') && rest.every(isFree(flags))
    })
    /* c8 ignore next 4 -- only a later Node supports more than the parser */
  } catch {
    return false
  }
}

function isEdge(element: AST.Element | undefined, kind: 'start' | 'end'): boolean {
  return element?.type === 'Assertion' && element.kind === kind
}

function isFree(flags: string): (element: AST.Element) => boolean {
  const visit = (element: AST.Element): boolean => {
    switch (element.type) {
      case 'Assertion':
        return true
      case 'Quantifier':
        return visit(element.element)
      case 'Group':
      case 'CapturingGroup':
        return element.alternatives.every(({ elements }) => elements.every(visit))
      case 'Backreference':
        // Its group may be in a lookahead.
        return false
      default:
        return !characterClass(element.raw, flags).test(',')
    }
  }
  return visit
}
