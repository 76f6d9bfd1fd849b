import type { StoreCall } from '../common/store-call.js'

/**
 * The calls of a batch on their way to the thread, which takes a third of the time for one flat list as for
 * objects.
 */
export interface PackedCalls {
  readonly shapes: readonly CallShape[]
  /** For each call the index of its shape, then the values of its argument. */
  readonly values: readonly unknown[]
}

/** What calls have in common. */
interface CallShape {
  readonly method: StoreCall['method']
  /** The members of the argument; `undefined` if it is one value. */
  readonly members: readonly string[] | undefined
}

export function packCalls(calls: readonly StoreCall[]): PackedCalls {
  const shapes: CallShape[] = []
  const values: unknown[] = []
  for (const { method, argument } of calls) {
    const shape = { method, members: isObject(argument) ? Object.keys(argument) : undefined }
    const known = shapes.findIndex((other) => isSame(other, shape))
    values.push(known < 0 ? shapes.push(shape) - 1 : known)
    if (isObject(argument)) values.push(...Object.values(argument))
    else values.push(argument)
  }
  return { shapes, values }
}

export function unpackCalls({ shapes, values }: PackedCalls): StoreCall[] {
  const calls: StoreCall[] = []
  let at = 0
  while (at < values.length) {
    const { method, members } = shapes[values[at++] as number] as CallShape
    if (!members) {
      calls.push({ method, argument: values[at++] })
      continue
    }
    const argument: Record<string, unknown> = {}
    for (const member of members) argument[member] = values[at++]
    calls.push({ method, argument })
  }
  return calls
}

function isSame(a: CallShape, b: CallShape): boolean {
  if (a.method !== b.method || a.members?.length !== b.members?.length) return false
  return a.members === undefined || a.members.every((name, index) => name === b.members?.[index])
}

/** True for an object whose members are all of it. */
function isObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return Object.getPrototypeOf(value) === Object.prototype
}
