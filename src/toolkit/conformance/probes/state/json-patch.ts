import type { JsonObject } from '../../../openapi/json.js'
import { below } from '../../../openapi/json-pointer.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { questionOf } from '../../document/asked-place.js'
import type { MediaType, Operation } from '../../document/contract.js'
import { membersOf, readOnlyOf, requiredOf } from '../../document/members.js'
import { writable } from '../../requests/writable.js'
import type { TestedResource } from '../../resources/resource.js'
import type { Scene } from '../../resources/scene.js'

export const JSON_PATCH = 'application/json-patch+json'

/** One step of a JSON patch (RFC 6902, section 4). */
export interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace' | 'test' | 'move'
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

export function jsonPatchOf(change: Operation | undefined): MediaType | undefined {
  return change && writable(change).find(({ mediaType }) => mediaType === JSON_PATCH)
}

/** A member that clients set, with another value than it has. */
export interface PatchedMember {
  readonly name: string
  readonly path: string
  readonly other: unknown
  readonly isOptional: boolean
  isValid(value: unknown): boolean
}

/** Members that a client may set, with values that it may set instead. */
export function patchedMembers(
  scene: Scene,
  { operations: { create, replace } }: TestedResource,
  item: JsonObject,
): PatchedMember[] {
  const { contract, things } = scene.kit
  const schema = questionOf(contract, (replace ?? create) as Operation)
  if (schema === undefined) return []
  const [readOnly, required] = [readOnlyOf(contract, schema), requiredOf(contract, schema)]
  return [...membersOf(contract, schema)].flatMap(([name, member]): PatchedMember[] => {
    if (readOnly.has(name) || things.maker.contents.isFixed(name, member)) return []
    const other = otherValue(scene, member, item[name])
    // What is removed may have its default then.
    const isOptional = !required.has(name) && Object(member).default === undefined
    const isValid = (value: unknown) => contract.verdicts.verdict(member, value) !== false
    return other === undefined ? [] : [{ name, path: below('', name), other, isOptional, isValid }]
  })
}

function otherValue({ kit }: Scene, member: Schema, value: unknown): unknown {
  const { contents } = kit.things.maker
  const others = contents.others(member, value ?? kit.source.value(member))
  return [...others].find((each) => contents.isValid(member, each))
}

/** A patch that changes a member, and the members that it leaves. */
export function changing(
  { path, name, other }: PatchedMember,
  before: JsonObject,
): { patch: PatchStep[]; wanted: JsonObject } {
  const isThere = Object.hasOwn(before, name)
  const steps: PatchStep[] = isThere
    ? [
        { op: 'test', path, value: before[name] },
        { op: 'replace', path, value: other },
      ]
    : [{ op: 'add', path, value: other }]
  return { patch: steps, wanted: { ...before, [name]: other } }
}

/** Patches that have to fail as a whole: by a test, or since they are about what is not there. */
export function failing(
  { kit }: Scene,
  { path, name, other, isValid }: PatchedMember,
  before: JsonObject,
): readonly (readonly [why: string, patch: readonly PatchStep[]])[] {
  const op = Object.hasOwn(before, name) ? 'replace' : 'add'
  const change: PatchStep = { op, path, value: other }
  const { fresh } = kit.source
  const nowhere = below('', fresh.mark())
  const wrong = [{ kit: true }, [[]], 'kit', -1].find((each) => !isValid(each))
  return [
    ...(wrong === undefined ? [] : [['no thing may be so', [{ op, path, value: wrong }]] as const]),
    ['a test fails', [change, { op: 'test', path, value: fresh.mark() }]],
    ['there is nothing to remove', [change, { op: 'remove', path: nowhere }]],
    ['there is nothing to replace', [change, { op: 'replace', path: nowhere, value: 'kit' }]],
  ]
}
