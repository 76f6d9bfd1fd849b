import { isObject } from '../../../openapi/json.js'
import { append, segments } from '../../../openapi/json-pointer.js'
import { keywordsWith } from '../../../openapi/schema/keywords.js'
import { memoize } from '../../../shared/memoize.js'
import type { Source } from '../../load/source.js'
import type { Nameable } from '../schemas/schema-registry.js'
import { Cursor } from './cursor.js'

/** A schema resource (JSON Schema Core 2020-12, section 4.3.5), or a whole document. */
export interface SchemaResource {
  /** Pointer to its root. */
  readonly root: string
  /** Absolute URI; `undefined` for a document that names none. */
  readonly uri: string | undefined
  /** Pointers of `$anchor` and `$dynamicAnchor`, by name. */
  readonly anchors: ReadonlyMap<string, string>
  readonly dynamic: ReadonlySet<string>
}

/** The resources of a document, the document itself first. */
export const resourcesOf = memoize(readResources)

export function resourceAt(source: Source, pointer: string): SchemaResource {
  const isAround = ({ root }: SchemaResource) =>
    root === '#' || pointer === root || pointer.startsWith(`${root}/`)
  // An inner resource follows its outer one.
  return resourcesOf(source).findLast(isAround) as SchemaResource
}

/** Absolute URI of a reference, below its file where no base is named; `undefined` if it is none. */
export function absoluteUri(base = 'file:///', reference: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined
}

interface ResourceDraft extends SchemaResource {
  readonly anchors: Map<string, string>
  readonly dynamic: Set<string>
}

/** Members whose values are data and contain no schema. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])
/** Members whose keys are names, not keywords. */
const NAMES = new Set([
  ...keywordsWith(({ schemas }) => schemas === 'map'),
  ...['$defs', 'definitions', 'dependencies', 'schemas'],
])

/** Keywords that contain schemas; unknown keywords contain none. */
const SCHEMAS_BELOW = new Set([
  ...keywordsWith(({ schemas }) => schemas),
  ...NAMES,
  'contentSchema',
])

function readResources(source: Source): readonly SchemaResource[] {
  const { $self } = Object(source.value)
  const uri = typeof $self === 'string' ? absoluteUri(undefined, $self) : undefined
  const document = draft('#', uri)
  const resources = [document]
  const visit = (value: unknown, pointer: string, around: ResourceDraft): void => {
    if (value === null || typeof value !== 'object') return
    const { $id, $anchor, $dynamicAnchor } = value as Record<string, unknown>
    let resource = around
    if (typeof $id === 'string' && !$id.startsWith('#')) {
      resource = draft(pointer, absoluteUri(around.uri, $id))
      resources.push(resource)
    }
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === 'string') resource.anchors.set(anchor, pointer)
    }
    if (typeof $dynamicAnchor === 'string') resource.dynamic.add($dynamicAnchor)
    for (const [key, child] of Object.entries(value)) {
      if (isData(value, key, resource)) continue
      const below = append(pointer, key)
      if (!NAMES.has(key) || !isObject(child)) visit(child, below, resource)
      else
        for (const [name, schema] of Object.entries(child))
          visit(schema, append(below, name), resource)
    }
  }
  const isPlain = !['$id', '$anchor', '$dynamicAnchor'].some((word) => source.text.includes(word))
  if (!isPlain) visit(source.value, '#', document)
  return resources
}

function draft(root: string, uri: string | undefined): ResourceDraft {
  return { root, uri, anchors: new Map(), dynamic: new Set() }
}

/** Inside a schema with an `$id` only known keywords contain schemas; outside, any member may. */
function isData(value: object, key: string, { root }: SchemaResource): boolean {
  return DATA.has(key) || (root !== '#' && !Array.isArray(value) && !SCHEMAS_BELOW.has(key))
}

/**
 * Targets of the dynamic anchors during a validation (JSON Schema Core 2020-12, section 7.1): of
 * each name the outermost one on the way. Schemas are read once per scope, so validators need no
 * scope.
 */
export type DynamicScope = ReadonlyMap<string, Cursor>

export const NO_SCOPE: DynamicScope = new Map()

export function enterScope(scope: DynamicScope, { source, pointer, report }: Cursor): DynamicScope {
  const { dynamic, anchors } = resourceAt(source, pointer)
  const added = [...dynamic].filter((name) => !scope.has(name))
  if (added.length === 0) return scope
  const anchored = added.map((name): [string, Cursor] => {
    const anchor = anchors.get(name) as string
    const value = (segments(anchor) as string[]).reduce((at, key) => Object(at)[key], source.value)
    return [name, new Cursor(source, anchor, value, report)]
  })
  return new Map([...scope, ...anchored])
}

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
