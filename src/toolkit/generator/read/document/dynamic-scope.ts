import { segments } from '../../../openapi/json-pointer.js'
import { Cursor } from './cursor.js'
import { resourceAt } from './schema-resources.js'
import type { Nameable } from './unique-identifiers.js'

/**
 * Targets of the dynamic anchors during a validation (JSON Schema Core 2020-12, section 7.1): of
 * each name the outermost one on the way. Schemas are read once per scope, so validators need no
 * scope.
 */
export type DynamicScope = ReadonlyMap<string, Cursor>

export const NO_SCOPE: DynamicScope = new Map()

/** Scope inside the resource of a schema. */
export function enterScope(scope: DynamicScope, { source, pointer, report }: Cursor): DynamicScope {
  const { dynamic, anchors } = resourceAt(source, pointer)
  const added = [...dynamic].filter((name) => !scope.has(name))
  if (added.length === 0) return scope
  const anchored = added.map((name): [string, Cursor] => {
    const anchor = anchors.get(name) as string
    return [name, new Cursor(source, anchor, valueAt(source.value, anchor), report)]
  })
  return new Map([...scope, ...anchored])
}

/** Owner of the name of a schema in a scope. */
export function scopedOwner(cursor: Cursor, scope: DynamicScope): Nameable {
  if (scope.size === 0) return cursor
  const { source, pointer, report } = cursor
  const added = [...scope].map(([name, anchor]) => `, ${name} at ${anchor.fullPointer}`)
  return { source, pointer, report, fullPointer: `${cursor.fullPointer}${added.join('')}` }
}

/** Target of a `$dynamicRef`, given the target that a `$ref` would have. */
export function dynamicTarget(target: Cursor, fragment: string, scope: DynamicScope): Cursor {
  const { $dynamicAnchor } = target.value as { $dynamicAnchor?: unknown }
  return ($dynamicAnchor === fragment && scope.get(fragment)) || target
}

function valueAt(value: unknown, pointer: string): unknown {
  const path = segments(pointer) as string[]
  return path.reduce((child, segment) => (child as Record<string, unknown>)[segment], value)
}
