import { isDeepStrictEqual } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { isObject, setOwn } from '../openapi/json.js'
import { keyOf } from '../openapi/json-pointer.js'
import { errors, HttpRefusal } from '../runtime/errors/http-refusal.js'
import type { Item } from './item-shape.js'

/** What is at a pointer where nothing is. */
const NOTHING = Symbol('nothing')

/** Most bytes that all steps of a patch copy: copies of copies would fill the memory. */
const MOST_COPIED = 2 ** 20

const INDEX = /^(0|[1-9]\d*)$/

/**
 * An item after all steps of a JSON patch (RFC 6902).
 *
 * @throws {HttpRefusal} 400 where a step cannot be done: then none is (section 5).
 */
export function jsonPatched(item: Item, steps: readonly unknown[]): Item {
  const whole = { '': structuredClone(item) as unknown }
  const room = { bytes: MOST_COPIED }
  for (const [index, step] of steps.entries()) {
    if (isDone(whole, Object(step), room)) continue
    const detail = `Step ${index} of the patch cannot be done.`
    throw new HttpRefusal(errors.badRequest, { detail })
  }
  return Object(whole[''])
}

interface Room {
  bytes: number
}

function isDone(whole: Item, { op, path, from, value }: Item, room: Room): boolean {
  if (op === 'add') return put(whole, path, value)
  if (op === 'remove') return taken(whole, path) !== NOTHING
  if (op === 'replace') return taken(whole, path) !== NOTHING && put(whole, path, value)
  if (op === 'move') return put(whole, path, taken(whole, from))
  if (op === 'copy') return put(whole, path, copyOf(valueAt(whole, from), room))
  return op === 'test' && isDeepStrictEqual(valueAt(whole, path), value)
}

/** The object or the list that a pointer leads into, and the key there. */
function spotOf(whole: Item, pointer: unknown) {
  const keys = String(pointer).split('/').map(keyOf)
  const key = keys.pop() as string
  const holder = keys.reduce<unknown>((inside, each) => memberOf(inside, each), whole)
  return { holder, key }
}

function memberOf(holder: unknown, key: string): unknown {
  const isKey = Array.isArray(holder) ? INDEX.test(key) : isObject(holder)
  return isKey && Object.hasOwn(Object(holder), key) ? Object(holder)[key] : NOTHING
}

function valueAt(whole: Item, pointer: unknown): unknown {
  const { holder, key } = spotOf(whole, pointer)
  return memberOf(holder, key)
}

/** Takes a value out of its place. */
function taken(whole: Item, pointer: unknown): unknown {
  const { holder, key } = spotOf(whole, pointer)
  const value = memberOf(holder, key)
  if (value === NOTHING) return NOTHING
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else Reflect.deleteProperty(holder as object, key)
  return value
}

function copyOf(value: unknown, room: Room): unknown {
  if (value === NOTHING) return NOTHING
  const bytes = serialize(value)
  room.bytes -= bytes.length
  return room.bytes < 0 ? NOTHING : deserialize(bytes)
}

function put(whole: Item, pointer: unknown, value: unknown): boolean {
  const { holder, key } = spotOf(whole, pointer)
  if (value === NOTHING || value === undefined) return false
  if (Array.isArray(holder)) {
    const at = key === '-' ? holder.length : INDEX.test(key) ? Number(key) : Infinity
    const isThere = at <= holder.length
    if (isThere) holder.splice(at, 0, value)
    return isThere
  }
  if (isObject(holder)) setOwn(holder, key, value)
  return isObject(holder)
}
