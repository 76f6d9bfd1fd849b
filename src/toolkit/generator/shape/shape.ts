import { isObject, type JsonObject } from '../../openapi/json.js'
import { meantName } from '../../shared/spelling.js'
import type { Diagnostics } from '../diagnostics/diagnostics.js'
import { DocumentError } from '../diagnostics/problems.js'
import { load } from '../load/load.js'
import type { Source } from '../load/source.js'
import { isReference, ShapedFiles } from './files.js'
import {
  type Filtered,
  filterOperations,
  type OperationFilter,
  type OperationNames,
} from './operation-filter.js'
import { Overlay } from './overlay.js'

/** Changes of a document that is not one's own, before it is read. */
export interface ShapeOptions extends OperationFilter {
  /** Files of overlays, applied one after the other. */
  readonly overlays: readonly string[]
}

/**
 * Changes the first file of a document by overlays, and then leaves out operations, wherever they are.
 *
 * @throws {DocumentError} for an overlay that is wrong, and a name that no operation has.
 */
export function shapeDocument(
  source: Source,
  { overlays = [], only = [], without = [] }: Partial<ShapeOptions>,
  report: Diagnostics,
  opened: (file: string) => void,
): void {
  const read = overlays.map((file) => new Overlay(load(file, opened), report))
  // What is no object is reported when it is read.
  if (!isObject(source.value)) return
  const files = new ShapedFiles()
  const document = files.valueOf(source) as object
  for (const overlay of read) overlay.apply(document)
  const names = [...only, ...without]
  if (names.length > 0) {
    const filtered = filterOperations(source, { only, without }, files)
    for (const name of names) refuseUnknown(source, name, filtered)
    if (filtered.kept === 0) throw wrong(source, 'no operation is left', 'leave out less')
    removeNames(files.valueOf(source) as JsonObject, filtered.used)
    removeUnused(source, files)
  }
}

const MOST = 20

function refuseUnknown(source: Source, name: string, { all: named }: Filtered): void {
  const { tags, operationIds } = named
  if (tags.has(name) || operationIds.has(name)) return
  const near = meantName(name, new Set([...tags, ...operationIds]))
  const meant = near === undefined ? '' : `did you mean ${near}? `
  const all = [...(tags.size > 0 ? tags : operationIds)].slice(0, MOST)
  const advice = all.length > 0 ? `${meant}use ${all.join(', ')}` : 'the operations have neither'
  throw wrong(source, `no operation has the tag or operationId ${JSON.stringify(name)}`, advice)
}

function wrong(source: Source, message: string, advice: string): DocumentError {
  return new DocumentError([{ family: 'wrong', source, pointer: '#/paths', message, advice }])
}

/** Maps of components that nothing but references leads to. */
const MAPS: readonly (readonly string[])[] = [
  ...'schemas responses parameters examples requestBodies headers links callbacks pathItems mediaTypes'
    .split(' ')
    .map((name) => ['components', name]),
  ...[['definitions'], ['parameters'], ['responses']],
]

/**
 * Removes the components of the first file that no operation leads to, also through other files, in place;
 * none if there are anchors. An heir of a schema with a discriminator is used where that is.
 */
function removeUnused(source: Source, files: ShapedFiles): void {
  const document = files.valueOf(source) as JsonObject
  const components = MAPS.flatMap(([first = '', second]) => {
    const map = second === undefined ? document[first] : Object(document[first])[second]
    const path = second === undefined ? first : `${first}/${second}`
    return isObject(map)
      ? Object.keys(map).map((name) => ({ map, name, id: `${path}/${name}` }))
      : []
  })
  const values = new Map(components.map(({ map, name, id }) => [id, map[name]]))
  const used = new Set<string>()
  let isKnown = true
  const use = (id: string): void => {
    if (used.has(id) || !values.has(id)) return
    used.add(id)
    visit(values.get(id))
  }
  const elsewhere = new Set<unknown>()
  const visit = (value: unknown, from = source): void => {
    if (typeof value !== 'object' || value === null) return
    for (const reference of referencesOf(value as JsonObject)) {
      const target = files.target(from, reference)
      if (target === undefined) isKnown = false
      else if (target.source === source) {
        for (const end of [2, 3]) use(target.keys.slice(0, end).join('/'))
      } else if (!elsewhere.has(target.value)) {
        elsewhere.add(target.value)
        visit(target.value, target.source)
      }
    }
    for (const each of Object.values(value)) visit(each, from)
  }
  const maps = new Set<unknown>(components.map(({ map }) => map))
  for (const [name, value] of Object.entries(document)) {
    if (maps.has(value)) continue
    if (name !== 'components') visit(value)
    else for (const each of Object.values(Object(value))) if (!maps.has(each)) visit(each)
  }
  const heirs = heirsIn(values, (reference) => files.target(source, reference)?.keys.join('/'))
  for (const id of used) for (const heir of heirs.get(id) ?? []) use(heir)
  if (!isKnown) return
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
function heirsIn(
  values: ReadonlyMap<string, unknown>,
  idOf: (reference: string) => string | undefined,
): Map<string, string[]> {
  const heirs = new Map<string, string[]>()
  for (const [id, value] of values) {
    const parts = Object(value).allOf
    for (const part of Array.isArray(parts) ? parts : []) {
      const base = isReference(part) ? idOf(part.$ref) : undefined
      if (base === undefined || Object(values.get(base)).discriminator === undefined) continue
      heirs.set(base, [...(heirs.get(base) ?? []), id])
    }
  }
  return heirs
}

/** Removes the tags, security schemes and links that no operation names which is kept, in place. */
function removeNames(document: JsonObject, { tags, schemes, operationIds }: OperationNames): void {
  const { components, securityDefinitions } = document
  if (Array.isArray(document.tags)) {
    const kept = document.tags.filter((tag) => tags.has(Object(tag).name))
    document.tags.splice(0, Infinity, ...kept)
  }
  for (const map of [Object(components).securitySchemes, securityDefinitions]) {
    for (const name of Object.keys(Object(map))) {
      if (!schemes.has(name)) Reflect.deleteProperty(map, name)
    }
  }
  removeLinks(document, operationIds)
}

function removeLinks(value: unknown, operationIds: ReadonlySet<string>): void {
  if (typeof value !== 'object' || value === null) return
  const links = Object(Object(value).links)
  for (const [name, link] of Object.entries(links)) {
    const { operationId } = Object(link)
    if (operationId !== undefined && !operationIds.has(operationId)) {
      Reflect.deleteProperty(links, name)
    }
  }
  for (const each of Object.values(value)) removeLinks(each, operationIds)
}
