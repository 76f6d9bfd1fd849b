import { isObject } from '../../../openapi/json.js'
import { append } from '../../../openapi/json-pointer.js'
import {
  SCHEMA_ARRAY_KEYWORDS,
  SCHEMA_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
} from '../../../openapi/schema/keywords.js'
import type { Source } from '../../load/source.js'

/** A schema resource (JSON Schema Core 2020-12, section 4.3.5), or a document as a whole. */
export interface SchemaResource {
  /** Where it starts, as a pointer into its document. */
  readonly root: string
  /** Its absolute URI; `undefined` for a document that names none. */
  readonly uri: string | undefined
  /** The places that `$anchor` and `$dynamicAnchor` name, by their names. */
  readonly anchors: ReadonlyMap<string, string>
  /** The names among them that are dynamic. */
  readonly dynamic: ReadonlySet<string>
}

const known = new WeakMap<Source, readonly SchemaResource[]>()

/** The resources of a document, the document itself first. */
export function resourcesOf(source: Source): readonly SchemaResource[] {
  const before = known.get(source)
  if (before !== undefined) return before
  const found = readResources(source)
  known.set(source, found)
  return found
}

/** The innermost resource around a place. */
export function resourceAt(source: Source, pointer: string): SchemaResource {
  const isAround = ({ root }: SchemaResource) =>
    root === '#' || pointer === root || pointer.startsWith(`${root}/`)
  // What is inside another comes after it.
  return resourcesOf(source).findLast(isAround) as SchemaResource
}

/** A reference as an absolute URI, `undefined` where the base is none. */
export function absoluteUri(base: string | undefined, reference: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined
}

interface ResourceDraft extends SchemaResource {
  readonly anchors: Map<string, string>
  readonly dynamic: Set<string>
}

/** Members whose values are data and hold no schema. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])
/** Members whose members are names, not keywords. */
const NAMES = new Set([...SCHEMA_MAP_KEYWORDS, '$defs', 'definitions', 'dependencies', 'schemas'])
/** Where schemas stand in a schema: what an unknown keyword holds is none. */
const SCHEMAS_BELOW = new Set([
  ...SCHEMA_KEYWORDS,
  ...SCHEMA_ARRAY_KEYWORDS,
  ...NAMES,
  'contentSchema',
])

function readResources(source: Source): SchemaResource[] {
  const { $self } = Object(source.value)
  const uri = typeof $self === 'string' ? absoluteUri(undefined, $self) : undefined
  const resources = [draft('#', uri)]
  const isPlain = !['$id', '$anchor', '$dynamicAnchor'].some((word) => source.mentions(word))
  if (!isPlain) visit(source.value, '#', resources[0] as ResourceDraft, resources)
  return resources
}

function draft(root: string, uri: string | undefined): ResourceDraft {
  return { root, uri, anchors: new Map(), dynamic: new Set() }
}

/** What has an `$id` is a schema; around it may be anything. */
function isData(value: object, key: string, { root }: SchemaResource): boolean {
  return DATA.has(key) || (root !== '#' && !Array.isArray(value) && !SCHEMAS_BELOW.has(key))
}

function visit(
  value: unknown,
  pointer: string,
  around: ResourceDraft,
  resources: ResourceDraft[],
): void {
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
    if (!NAMES.has(key) || !isObject(child)) visit(child, below, resource, resources)
    else
      for (const [name, schema] of Object.entries(child))
        visit(schema, append(below, name), resource, resources)
  }
}
