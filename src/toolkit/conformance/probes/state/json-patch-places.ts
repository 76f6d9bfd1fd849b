import { isObject, type JsonObject } from '../../../openapi/json.js'
import { below } from '../../../openapi/json-pointer.js'
import { conjunctsOf } from '../../../openapi/schema/conjuncts.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { NOTHING } from '../../../samples/index.js'
import { isList, itemsOf, membersOf } from '../../document/members.js'
import type { Scene } from '../../resources/scene.js'
import { replacedAt, type ValuePath, withMember, withoutMember } from '../../values/path.js'
import type { PatchStep } from './json-patch.js'

/** A patch of one step, and the members that it leaves. */
export interface PlacePatch {
  readonly step: PatchStep
  readonly wanted: JsonObject
}

/** A list or an object in a thing. */
interface PatchedPlace {
  readonly path: ValuePath
  readonly schema: Schema
  readonly value: unknown
}

/** Patches of lists and maps in a thing, and of one member by another, each of the thing as it is then. */
export const PLACE_PATCHES: readonly ((
  scene: Scene,
  schema: Schema,
  item: JsonObject,
) => PlacePatch | undefined)[] = [
  (...given) => inList(...given, '0', (list, item) => [item, ...list]),
  (...given) => inList(...given, '-', (list, item) => [...list, item]),
  withoutFirst,
  withEscapedKey,
  moved,
]

function placesIn({ kit: { contract } }: Scene, schema: Schema, item: JsonObject): PatchedPlace[] {
  const inside = ({ path, schema: own, value }: PatchedPlace): PatchedPlace[] =>
    [...membersOf(contract, own)]
      .filter(([name]) => isObject(value) && Object.hasOwn(value, name))
      .map(([name, member]) => ({
        path: [...path, name],
        schema: member,
        value: (value as JsonObject)[name],
      }))
  const top = inside({ path: [], schema, value: item })
  return [...top, ...top.flatMap(inside)]
}

function pointerTo(path: ValuePath): string {
  return path.reduce<string>((pointer, key) => below(pointer, String(key)), '')
}

function inList(
  scene: Scene,
  schema: Schema,
  item: JsonObject,
  at: string,
  changed: (list: readonly unknown[], item: unknown) => unknown[],
): PlacePatch | undefined {
  const { contract, source } = scene.kit
  for (const { path, schema: own, value: list } of listsIn(scene, schema, item)) {
    const items = itemsOf(contract, own) ?? true
    for (const value of [source.fresh.mark().slice(-6), source.value(items)]) {
      if (value === NOTHING || list.includes(value)) continue
      const wanted = replacedAt(item, path, changed(list, value)) as JsonObject
      const step = { op: 'add' as const, path: below(pointerTo(path), at), value }
      if (scene.kit.things.maker.contents.isValid(schema, wanted)) return { step, wanted }
    }
  }
  return undefined
}

function listsIn(scene: Scene, schema: Schema, item: JsonObject) {
  return placesIn(scene, schema, item).flatMap((place) => {
    const { value } = place
    const isFull = Array.isArray(value) && value.length > 0
    return isFull && isList(scene.kit.contract, place.schema) ? [{ ...place, value }] : []
  })
}

function withoutFirst(scene: Scene, schema: Schema, item: JsonObject): PlacePatch | undefined {
  const [place] = listsIn(scene, schema, item).filter(({ value }) => value.length > 1)
  if (place === undefined) return undefined
  const wanted = replacedAt(item, place.path, place.value.slice(1)) as JsonObject
  const step = { op: 'remove' as const, path: below(pointerTo(place.path), '0') }
  return scene.kit.things.maker.contents.isValid(schema, wanted) ? { step, wanted } : undefined
}

/** A member whose name a pointer has to escape (RFC 6901, section 3). */
function withEscapedKey(scene: Scene, schema: Schema, item: JsonObject): PlacePatch | undefined {
  const { contract } = scene.kit
  for (const { path, schema: own, value } of placesIn(scene, schema, item)) {
    if (!isObject(value) || membersOf(contract, own).size > 0) continue
    const [more = false] = conjunctsOf(own, contract.target).flatMap<Schema>(
      (each) => each.additionalProperties ?? [],
    )
    const added = more === false ? NOTHING : scene.kit.source.value(more)
    if (added === NOTHING) continue
    const wanted = replacedAt(item, path, withMember(value, 'kit/a~b', added)) as JsonObject
    const step = { op: 'add' as const, path: below(pointerTo(path), 'kit/a~b'), value: added }
    if (scene.kit.things.maker.contents.isValid(schema, wanted)) return { step, wanted }
  }
  return undefined
}

/** A member that becomes another one, which it may be. */
function moved(scene: Scene, schema: Schema, item: JsonObject): PlacePatch | undefined {
  const { contract, things } = scene.kit
  const texts = [...membersOf(contract, schema)].filter(
    ([name, member]) =>
      things.maker.contents.isText(member) && !things.maker.contents.isFixed(name, member),
  )
  for (const [from] of texts) {
    if (typeof item[from] !== 'string') continue
    for (const [to] of texts) {
      if (to === from || item[to] === item[from]) continue
      const wanted = withMember(withoutMember(item, from), to, item[from])
      if (!things.maker.contents.isValid(schema, wanted)) continue
      return { step: { op: 'move', from: below('', from), path: below('', to) }, wanted }
    }
  }
  return undefined
}
