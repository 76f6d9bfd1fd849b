import type { ParameterStyle } from '../../../openapi/parameter.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Cursor } from '../document/cursor.js'
import type { Schemas } from '../schemas/schemas.js'
import { allowsType } from './coercion.js'

/** Styles that say how lists and objects are written, and no more. */
const OF_LISTS: readonly ParameterStyle[] = ['spaceDelimited', 'pipeDelimited', 'tabDelimited']

/** Reports a style that values of the schema do not have (3.2, section 4.12.6): what is sent is not read. */
export function reportStyle(
  parameter: Cursor,
  style: ParameterStyle,
  schema: Schema,
  schemas: Schemas,
): void {
  const at = parameter.get('style')
  const explode = style === 'deepObject' ? parameter.get('explode') : undefined
  if (explode?.value === false) {
    const message = '`explode: false` says nothing beside `deepObject`, which names each member'
    explode.warn(message, 'leave it out, or leave `style` out')
  }
  if (at === undefined || allowsType(schema, 'object', schemas)) return
  const isList = allowsType(schema, 'array', schemas)
  if (style === 'deepObject') {
    const message = '`deepObject` writes the members of an object, and this schema allows none'
    at.warn(message, isList ? 'write `style: form`, or describe an object' : 'leave `style` out')
  } else if (OF_LISTS.includes(style) && !isList) {
    at.warn(`\`${style}\` writes lists, and this schema allows none`, 'leave `style` out')
  }
}
