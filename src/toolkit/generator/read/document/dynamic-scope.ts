import { segments } from '../../../openapi/json-pointer.js'
import { Cursor } from './cursor.js'
import type { Nameable } from './names.js'
import { resourceAt } from './resources.js'

/**
 * What the dynamic anchors stand for while a schema is judged (JSON Schema Core 2020-12, section
 * 7.1): each names the outermost place that was passed on the way. Schemas are read once for each
 * scope that they are reached in, so that nothing is left to find out when a value is judged.
 */
export type DynamicScope = ReadonlyMap<string, Cursor>

export const NO_SCOPE: DynamicScope = new Map()

/** The scope inside the resource that a schema belongs to. */
export function enter(scope: DynamicScope, { source, pointer, report }: Cursor): DynamicScope {
  const { dynamic, anchors } = resourceAt(source, pointer)
  const added = [...dynamic].filter((name) => !scope.has(name))
  if (added.length === 0) return scope
  const places = added.map((name): [string, Cursor] => {
    const anchor = anchors.get(name) as string
    return [name, new Cursor(source, anchor, valueAt(source.value, anchor), report)]
  })
  return new Map([...scope, ...places])
}

/** A schema in a scope: what has a name of its own. */
export function inScope(cursor: Cursor, scope: DynamicScope): Nameable {
  if (scope.size === 0) return cursor
  const { source, pointer, report } = cursor
  const added = [...scope].map(([name, { place }]) => `, ${name} at ${place}`)
  return { source, pointer, report, place: `${cursor.place}${added.join('')}` }
}

/** What a `$dynamicRef` names, given what it would name as a `$ref`. */
export function dynamicTarget(target: Cursor, fragment: string, scope: DynamicScope): Cursor {
  const { $dynamicAnchor } = target.value as { $dynamicAnchor?: unknown }
  return ($dynamicAnchor === fragment && scope.get(fragment)) || target
}

function valueAt(value: unknown, pointer: string): unknown {
  const path = segments(pointer) as string[]
  return path.reduce((place, segment) => (place as Record<string, unknown>)[segment], value)
}
