import { isObject } from '../openapi/json.js'
import { append } from '../openapi/json-pointer.js'

/** Says which examples a mock does not have since they are elsewhere; `undefined` if there are none. */
export function unreadExamples(document: unknown): string | undefined {
  const [first, ...others] = externalValues(document, '#')
  if (first === undefined) return undefined
  const which = others.length === 0 ? first : `${first} and ${others.length} more`
  return `\`externalValue\` of an example is not read: ${which}; write it as \`value\`, or values are made up`
}

/** Pointers of examples with `externalValue` and no value. */
function externalValues(holder: unknown, pointer: string): string[] {
  if (typeof holder !== 'object' || holder === null) return []
  return Object.entries(holder).flatMap(([key, each]) => {
    const below = append(pointer, key)
    if (key !== 'examples' || !isObject(each)) return externalValues(each, below)
    return Object.entries(each).flatMap(([name, example]) =>
      isExternal(example) ? append(below, name) : [],
    )
  })
}

/** True for an Example Object (OpenAPI 3.1, section 4.8.19) whose value is elsewhere. */
export function isExternal(example: unknown): boolean {
  const { externalValue, value, dataValue = value } = Object(example)
  return typeof externalValue === 'string' && dataValue === undefined
}
