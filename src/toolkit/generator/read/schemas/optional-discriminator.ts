import { isObject } from '../../../openapi/json.js'
import type { Cursor } from '../document/cursor.js'
import { resolve } from '../document/references.js'

const MAX_DEPTH = 8

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

interface Said {
  readonly isDescribed: boolean
  readonly isRequired: boolean
}

/** What a schema says of a property, with those that hold with it. */
function says(schema: Cursor, name: string, depth = 0): Said {
  const target = depth < MAX_DEPTH ? resolve(schema.quiet()) : undefined
  if (target === undefined || !isObject(target.value))
    return { isDescribed: false, isRequired: false }
  const { properties, required, allOf } = target.value
  const parts = Array.isArray(allOf) ? (target.get('allOf')?.elements() ?? []) : []
  const all = parts.map((each) => says(each, name, depth + 1))
  return {
    isDescribed:
      (isObject(properties) && Object.hasOwn(properties, name)) ||
      all.some((each) => each.isDescribed),
    isRequired:
      (Array.isArray(required) ? required.includes(name) : Object.hasOwn(Object(required), name)) ||
      all.some((each) => each.isRequired),
  }
}
