import { isObject } from '../../../openapi/json.js'
import type { Cursor } from './cursor.js'
import { resolve, targetOf } from './references.js'

/** Members beside `$ref` that only describe: a Reference Object may have the first two (3.1, section 4.8.23). */
const DESCRIPTIONS = new Set(['summary', 'description', '$ref'])

/** Members beside a `$ref` that say more than its target does. */
export function membersBeside({ value }: Cursor): string[] {
  return Object.keys(value as object).filter(
    (each) => !DESCRIPTIONS.has(each) && !each.startsWith('x-'),
  )
}

export function isReference(cursor: Cursor): boolean {
  return isObject(cursor.value) && typeof cursor.value.$ref === 'string'
}

/** Reports a `$ref` that is no string, and so refers to nothing. */
function checkReference(cursor: Cursor): void {
  if (isObject(cursor.value) && Object.hasOwn(cursor.value, '$ref')) cursor.get('$ref')?.string()
}

/** The target of a Reference Object; it ignores members beside `$ref` (3.1, section 4.8.23). */
export function referenced(cursor: Cursor): Cursor | undefined {
  checkReference(cursor)
  const target = resolve(cursor)
  for (const reference of chainOf(cursor, target)) {
    const [member] = membersBeside(reference)
    if (member === undefined) continue
    const message = `\`${member}\` beside \`$ref\` is ignored, as OpenAPI says`
    reference.warn(message, 'leave it out, or write the target here')
  }
  return target
}

/** The references that lead to a target, one to the next; none without a target. */
function chainOf(cursor: Cursor, target: Cursor | undefined): Cursor[] {
  const chain: Cursor[] = []
  let current = target && cursor
  while (current !== undefined && isReference(current)) {
    chain.push(current)
    current = targetOf(current.get('$ref') as Cursor)
  }
  return chain
}

/**
 * A value that OpenAPI allows no reference for. One that is there all the same can only mean its target;
 * members beside it would be lost.
 */
export function followed(field: Cursor): Cursor | undefined
export function followed(field: Cursor | undefined): Cursor | undefined
export function followed(field: Cursor | undefined): Cursor | undefined {
  if (field !== undefined) checkReference(field)
  if (field === undefined || !isReference(field)) return field
  const target = resolve(field)
  const losing = (target ? chainOf(field, target) : [field]).filter((each) => losesMember(each))
  if (losing.length > 0) return undefined
  field.warn('OpenAPI allows no reference here; its target is used', 'write the target here')
  return target
}

function losesMember(reference: Cursor): boolean {
  const [member] = membersBeside(reference)
  if (member === undefined) return false
  const message = `OpenAPI allows no reference here, and \`${member}\` beside it would be lost`
  reference.wrong(message, 'write the target of the reference here')
  return true
}

const MAX_DEPTH = 20

/** Elements of a list, also where the list, or a part of it, is a reference to one. */
export function elementsOf(list: Cursor | undefined, depth = 0): Cursor[] {
  if (depth > MAX_DEPTH) list?.wrong('the list contains itself', 'break the circle of `$ref`s')
  if (depth > MAX_DEPTH) return []
  return (followed(list)?.elements() ?? []).flatMap((element) => {
    const isList = isReference(element) && Array.isArray(resolve(element.quiet())?.value)
    return isList ? elementsOf(element, depth + 1) : [element]
  })
}

/** Entries of a map, also where it is a reference to one, and those of its values. */
export function entriesOf(map: Cursor | undefined): [string, Cursor][] {
  return followed(map)?.entries() ?? []
}
