import { isObject, type JsonObject } from '../../openapi/json.js'
import { segments } from '../../openapi/json-pointer.js'

/** Maps of components that nothing but references leads to. */
const MAPS: readonly (readonly string[])[] = [
  ...'schemas responses parameters examples requestBodies headers links callbacks pathItems mediaTypes'
    .split(' ')
    .map((name) => ['components', name]),
  ...[['definitions'], ['parameters'], ['responses']],
]

/**
 * Removes the components that no operation leads to, in place; none if references lead through other
 * files or anchors. An heir of a schema with a discriminator is used where that is.
 */
export function removeUnused(document: JsonObject): void {
  const components = MAPS.flatMap(([first = '', second]) => {
    const map = second === undefined ? document[first] : Object(document[first])[second]
    const path = second === undefined ? first : `${first}/${second}`
    return isObject(map)
      ? Object.keys(map).map((name) => ({ map, name, id: `${path}/${name}` }))
      : []
  })
  const values = new Map(components.map(({ map, name, id }) => [id, map[name]]))
  const used = new Set<string>()
  let isLocal = true
  const use = (id: string): void => {
    if (used.has(id) || !values.has(id)) return
    used.add(id)
    visit(values.get(id))
  }
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const reference of referencesOf(value as JsonObject)) {
      const keys = segments(reference)
      if (keys === undefined) isLocal = false
      else for (const id of [keys.slice(0, 2), keys.slice(0, 3)]) use(id.join('/'))
    }
    for (const each of Object.values(value)) visit(each)
  }
  const maps = new Set<unknown>(components.map(({ map }) => map))
  for (const [name, value] of Object.entries(document)) {
    if (maps.has(value)) continue
    if (name !== 'components') visit(value)
    else for (const each of Object.values(Object(value))) if (!maps.has(each)) visit(each)
  }
  const heirs = heirsIn(values)
  for (const id of used) for (const heir of heirs.get(id) ?? []) use(heir)
  if (!isLocal) return
  for (const { map, name, id } of components) if (!used.has(id)) Reflect.deleteProperty(map, name)
}

/** References of an object itself, and of its discriminator, whose mapping may have bare names. */
function referencesOf({ $ref, $dynamicRef, discriminator }: JsonObject): string[] {
  const mapping = isObject(discriminator) ? Object.values(Object(discriminator.mapping)) : []
  const fallback = isObject(discriminator) ? [discriminator.defaultMapping] : []
  const names = [...mapping, ...fallback].filter((each) => typeof each === 'string')
  const mapped = names.map((each) => (/[#/.]/.test(each) ? each : `#/components/schemas/${each}`))
  return [$ref, $dynamicRef, ...mapped].filter((each) => typeof each === 'string')
}

/** Schemas by the schemas with a discriminator that they inherit from. */
function heirsIn(values: ReadonlyMap<string, unknown>): Map<string, string[]> {
  const heirs = new Map<string, string[]>()
  for (const [id, value] of values) {
    const parts = Object(value).allOf
    for (const part of Array.isArray(parts) ? parts : []) {
      const base = segments(String(Object(part).$ref))?.join('/')
      if (base === undefined || Object(values.get(base)).discriminator === undefined) continue
      heirs.set(base, [...(heirs.get(base) ?? []), id])
    }
  }
  return heirs
}
