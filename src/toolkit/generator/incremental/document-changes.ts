import { isObject, setOwn } from '../../openapi/json.js'

/**
 * The value after an edit with every part that is equal to its counterpart before as the same object, so
 * that caches by object identity work; changes `after` in place.
 */
export function shareUnchanged(before: unknown, after: unknown): unknown {
  return share(before, after, new Map())
}

/** Results by the parts after the edit, and their counterparts: YAML aliases repeat parts. */
type Shared = Map<object, { readonly before: unknown; readonly result: unknown }>

function share(before: unknown, after: unknown, known: Shared): unknown {
  if (!isContainer(before) || !isContainer(after)) return after
  if (Array.isArray(before) !== Array.isArray(after)) return after
  const earlier = known.get(after)
  if (earlier?.before === before) return earlier.result
  const names = Object.keys(before)
  const entries = Object.entries(after)
  let isSame = names.length === entries.length
  for (const [index, [name, child]] of entries.entries()) {
    const counterpart = Object.hasOwn(before, name) ? before[name] : undefined
    const shared = share(counterpart, child, known)
    if (shared !== child) setOwn(after, name, shared)
    isSame &&= names[index] === name && shared === counterpart
  }
  const result = isSame ? before : after
  known.set(after, { before, result })
  return result
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The path items that have changed; `undefined` if anything else has. */
export function changedPathItems(before: unknown, after: unknown): unknown[] | undefined {
  if (!isObject(before) || !isObject(after)) return undefined
  const [old, paths] = [before.paths, after.paths]
  if (!isObject(old) || !isObject(paths)) return undefined
  const names = Object.keys(before)
  const haveSame = names.every((name) => name === 'paths' || before[name] === after[name])
  const areInPlace =
    areEqual(names, Object.keys(after)) && areEqual(Object.keys(old), Object.keys(paths))
  if (!haveSame || !areInPlace) return undefined
  return Object.keys(paths).flatMap((path) => (old[path] === paths[path] ? [] : [paths[path]]))
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each, at) => each === others[at])
}
