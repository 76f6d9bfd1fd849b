import { isObject } from '../../../openapi/json.js'
import { append } from '../../../openapi/json-pointer.js'
import {
  SCHEMA_ARRAY_KEYWORDS,
  SCHEMA_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
} from '../../../openapi/schema/keywords.js'
import type { Source } from '../../load/source.js'

/** A schema resource (JSON Schema Core 2020-12, section 4.3.5), or a document as a whole. */
export interface Resource {
  /** Where it starts, as a pointer into its document. */
  readonly root: string
  /** Its absolute URI; `undefined` for a document that names none. */
  readonly uri: string | undefined
  /** The places that `$anchor` and `$dynamicAnchor` name, by their names. */
  readonly anchors: ReadonlyMap<string, string>
  /** The names among them that are dynamic. */
  readonly dynamic: ReadonlySet<string>
}

const known = new WeakMap<Source, readonly Resource[]>()

/** The resources of a document, the document itself first. */
export function resourcesOf(source: Source): readonly Resource[] {
  const before = known.get(source)
  if (before !== undefined) return before
  const found = readResources(source)
  known.set(source, found)
  return found
}

/** The innermost resource around a place. */
export function resourceAt(source: Source, pointer: string): Resource {
  const isAround = ({ root }: Resource) =>
    root === '#' || pointer === root || pointer.startsWith(`${root}/`)
  // What is inside another comes after it.
  return resourcesOf(source).findLast(isAround) as Resource
}

/** A reference as an absolute URI, `undefined` where the base is none. */
export function against(base: string | undefined, reference: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined
}

interface Draft extends Resource {
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

function readResources(source: Source): Resource[] {
  const { $self } = Object(source.value)
  const uri = typeof $self === 'string' ? against(undefined, $self) : undefined
  const resources = [draft('#', uri)]
  const isPlain = !['$id', '$anchor', '$dynamicAnchor'].some((word) => source.mentions(word))
  if (!isPlain) visit(source.value, '#', resources[0] as Draft, resources)
  return resources
}

function draft(root: string, uri: string | undefined): Draft {
  return { root, uri, anchors: new Map(), dynamic: new Set() }
}

/** What has an `$id` is a schema; around it may be anything. */
function isData(value: object, key: string, { root }: Resource): boolean {
  return DATA.has(key) || (root !== '#' && !Array.isArray(value) && !SCHEMAS_BELOW.has(key))
}

function visit(value: unknown, pointer: string, around: Draft, resources: Draft[]): void {
  if (value === null || typeof value !== 'object') return
  const { $id, $anchor, $dynamicAnchor } = value as Record<string, unknown>
  let resource = around
  if (typeof $id === 'string' && !$id.startsWith('#')) {
    resource = draft(pointer, against(around.uri, $id))
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
