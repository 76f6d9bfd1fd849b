import { shownPath } from '../../conformance/values/path.js'
import type { Rule } from '../../conformance/values/place.js'
import { shown } from '../../conformance/values/shown.js'
import { KEYWORDS } from '../../openapi/schema/keywords.js'
import type { SchemaObject } from '../../openapi/schema/schema.js'
import type { Gap } from '../inclusion/gap.js'

/** `request`: what clients send may be refused; `response`: clients may get what they cannot read. */
export type Flow = 'request' | 'response'

/** The kinds of changes of schemas, by the keywords that say them; the others are `alternatives`. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  type: ['type'],
  values: ['enum', 'const'],
  bounds: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  length: ['minLength', 'maxLength'],
  pattern: ['pattern'],
  format: ['format'],
  required: ['required', 'dependentRequired'],
  member: ['properties'],
  'other-members': ['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'false'],
  'member-count': ['minProperties', 'maxProperties'],
  items: ['minItems', 'maxItems', 'uniqueItems', 'contains', 'unevaluatedItems'],
  size: ['size'],
}

/** The kind of a gap, as the names of rules end. */
export function kindOf({ keyword }: Gap): string {
  const [kind = 'alternatives'] = Object.keys(KINDS).filter((each) =>
    KINDS[each]?.includes(keyword),
  )
  return kind
}

/** The part that a gap is about: `owner.tags[0]`; `undefined` for the whole. */
export function pathOf({ trail }: Gap): string | undefined {
  const path = trail.map(({ key }) => key)
  return path.length === 0 ? undefined : shownPath(path, '')
}

/** A change of a schema in one line: of a keyword, `minimum none → 5`. */
export function gapText(gap: Gap, flow: Flow): string {
  const { keyword, member } = gap
  const isRequest = flow === 'request'
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return `${member} ${isRequest ? 'is required' : 'may be missing'}`
    case 'properties':
      return `${member} ${isRequest ? 'is new' : 'is no longer described'}`
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames':
      return `${otherMembers(gap)} ${isRequest ? 'are refused' : 'are possible'} (${keyword})`
    case 'false':
      return `${isRequest ? 'is refused' : 'is possible'} whatever it is`
    case 'size':
      return `the schemas are too large to be compared`
    default:
      if (KEYWORDS.get(keyword)?.schemas) return `${keyword} is not the same`
      return `${keyword} ${arrow(gap, flow)}`
  }
}

function otherMembers({ keyword, wanted }: Gap): string {
  const isClosed = (wanted.schema as SchemaObject)[keyword] === false
  return isClosed ? 'other members' : 'some other members'
}

/** The value of the keyword, before and after. */
function arrow({ keyword, givens, wanted }: Gap, flow: Flow): string {
  const given = keywordRule(givens, keyword)?.schema[keyword]
  const values = [given, (wanted.schema as SchemaObject)[keyword]].map((each) =>
    each === undefined ? 'none' : shown(each),
  )
  return (flow === 'request' ? values : values.reverse()).join(' → ')
}

/** The first of some rules that has a keyword. */
export function keywordRule(rules: readonly Rule[], keyword: string): Rule | undefined {
  return rules.find(({ schema }) => Object.hasOwn(schema, keyword))
}

/** Who breaks. */
export function gapWho({ keyword, member, trail }: Gap, flow: Flow, part: string): string {
  const path = trail.map(({ key }) => key)
  const place = shownPath(path, part)
  const inner = member === undefined ? place : shownPath([...path, member], part)
  if (flow === 'response') return `clients that read ${inner}`
  if (keyword === 'required' || keyword === 'dependentRequired')
    return `clients that leave ${inner} out`
  if (keyword === 'additionalProperties') return `clients that send members of other names`
  return `clients that send ${inner}`
}
