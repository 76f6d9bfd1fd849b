import { PARAMETER_MEMBERS } from '../../../openapi/parameter.js'
import { EXAMPLES, type Schema } from '../../../openapi/schema/schema.js'
import type { Parameter, ParameterGroup } from '../../model/model.js'
import { wordSet } from '../../shared/collections.js'
import type { Cursor } from '../document/cursor.js'
import { isWrittenInto } from '../document/object-kinds.js'
import { entriesOf, isReference, referenced } from '../document/referenced-fields.js'
import type { Schemas } from '../schemas/schemas.js'

/** Fixed fields of a Parameter Object (3.1, section 4.8.12.2). */
const FIXED_FIELDS = wordSet(
  'name in description required deprecated style explode allowReserved allowEmptyValue schema ' +
    'content example examples',
)

/** Members of a parameter of Swagger 2.0 that belong to no schema. */
export const NON_SCHEMA_MEMBERS =
  'name in description required collectionFormat allowEmptyValue'.split(' ')

/** Reports what a parameter or header cannot have together: one of its schemas would be lost (3.1, section 4.8.12.2). */
export function checkContent(cursor: Cursor, what: string): void {
  const ranges = entriesOf(cursor.get('content')).map(([range]) => range)
  const advice = 'leave one of them'
  if (ranges.length > 1) {
    cursor.wrong(`a ${what} has one media type, and this has ${ranges.join(' and ')}`, advice)
  }
  if (ranges.length > 0 && cursor.get('schema') !== undefined) {
    cursor.wrong(`a ${what} has \`schema\` or \`content\`, and this has both`, advice)
  }
  const beside = ['style', 'explode', 'allowReserved'].find((each) => cursor.get(each))
  if (ranges.length > 0 && beside !== undefined) {
    const message = `\`${beside}\` beside \`content\` is ignored: the media type says how it is written`
    cursor.get(beside)?.warn(message, 'leave it out')
  }
}

/** The schema, or that of the only media type of `content` (3.1, section 4.8.12.2). */
export function readSchema(cursor: Cursor, schemas: Schemas): Schema {
  const [media] = entriesOf(cursor.get('content'))
  const owner = cursor.get('schema') ? cursor : media && referenced(media[1])
  const schema = owner?.get('schema')
  if (owner !== undefined && schema !== undefined) {
    reportRequired(cursor, schema)
    const read = schemas.read(schema)
    schemas.takeExamples(owner, read)
    return read
  }
  if (isWrittenInto(cursor)) {
    const keyword = isReference(cursor) ? '$ref' : 'type'
    const message = `it has \`${keyword}\` and no \`schema\`; taken for its schema`
    cursor.warn(message, `write \`${keyword}\` into \`schema\``)
    return schemas.read(cursor, [...NON_SCHEMA_MEMBERS, ...FIXED_FIELDS])
  }
  if (entriesOf(cursor.get('content')).length === 0) {
    cursor.warn('it has no schema: any text is accepted', 'add a schema')
  }
  return true
}

/** Reports `required: true` of draft 3 in the schema of what may be left out: it would be lost there. */
export function reportRequired(owner: Cursor, schema: Cursor): void {
  const required = schema.get('required')
  if (required?.value !== true || owner.get('required')?.value === true) return
  const message = '`required: true` in a schema is no list of names, and would be lost'
  required.wrong(message, 'write it outside of the schema')
}

/** The schema inside a parameter or header; some documents have `schema`, as in 3.0. */
export function readInlineSchema(cursor: Cursor, own: readonly string[], schemas: Schemas): Schema {
  const schema = cursor.get('type') ? undefined : cursor.get('schema')
  if (schema === undefined) {
    const isTyped = ['type', '$ref', 'enum', 'items', 'allOf'].some((each) => cursor.get(each))
    if (!isTyped) cursor.warn('it has no `type`: any text is accepted', 'add `type`')
    return schemas.read(cursor, own)
  }
  const message = '`schema` is of OpenAPI 3; taken for the schema that belongs here'
  cursor.warn(message, 'write its members beside the name')
  return schemas.read(schema)
}

export function groupParameters(
  parameters: readonly Parameter[],
  operation: Cursor,
  typeName: string,
  schemas: Schemas,
): ParameterGroup[] {
  return Object.entries(PARAMETER_MEMBERS).flatMap(([location, member]) => {
    const group = parameters.filter((parameter) => parameter.in === location)
    if (group.length === 0) return []
    const wanted = `${typeName}${member.charAt(0).toUpperCase()}${member.slice(1)}`
    const pointer = `${operation.fullPointer}/parameters (${location})`
    // A parameter with a default always has a value.
    const has = group.map((each) => ({ ...each, required: each.required || 'default' in each }))
    const rules = location === 'querystring' ? (group[0] as Parameter).schema : objectSchema(has)
    const schema = schemas.define(wanted, pointer, rules, operation)
    return { member, schema, parameters: group }
  })
}

type ObjectMember = Pick<Parameter, 'name' | 'required' | 'schema'> &
  Partial<Pick<Parameter, 'description' | 'deprecated' | 'examples'>>

export function objectSchema(members: readonly ObjectMember[]): Schema {
  const required = members.filter((each) => each.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(members.map((each) => [each.name, describe(each)])),
    ...(required.length > 0 && { required }),
  }
}

function describe({ schema, description, deprecated, examples }: ObjectMember): Schema {
  if (description === undefined && !deprecated && examples === undefined) return schema
  return {
    ...(typeof schema === 'object' && schema),
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    ...(examples && { [EXAMPLES]: examples }),
  }
}

/** True for a token (RFC 9110, section 5.1); another name is told. */
export function checkHeaderName(name: string, at: Cursor): boolean {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return true
  const meant = name.trim().replace(/:$/, '').replace(/\s+/g, '-')
  at.warn(`\`${name}\` is no name of a header: none can be sent or read`, `write \`${meant}\``)
  return false
}
