import type { Cursor } from '../document/cursor.js'
import { partsOf } from '../document/references.js'

/**
 * Reports a discriminator whose property a schema describes and does not require: a value without it selects no schema
 * (3.2, section 4.25.1, which has `defaultMapping` for that).
 */
export function reportOptional(
  discriminator: Cursor,
  alternatives: readonly Cursor[],
  around: Cursor,
  name: string,
): void {
  const { defaultMapping } = Object(discriminator.value)
  if (defaultMapping !== undefined || says(around, name).isRequired) return
  const optional = alternatives.find((each) => {
    const { isDescribed, isRequired } = says(each, name)
    return isDescribed && !isRequired
  })
  if (optional === undefined) return
  const { $ref } = Object(optional.value)
  const owner = typeof $ref === 'string' ? ` of \`${$ref.split('/').at(-1)}\`` : ''
  const message = `the discriminator's property \`${name}\`${owner} is optional: a value without it selects no schema`
  const at = discriminator.get('propertyName') ?? discriminator
  at.warn(message, 'name it in `required`')
}

/** What a schema says of a property, with those that hold with it. */
function says(schema: Cursor, name: string) {
  const all = partsOf(schema.quiet(), ['allOf']).map(({ value }) => Object(value))
  return {
    isDescribed: all.some(({ properties }) => Object.hasOwn(Object(properties), name)),
    isRequired: all.some(({ required }) =>
      Array.isArray(required) ? required.includes(name) : Object.hasOwn(Object(required), name),
    ),
  }
}
