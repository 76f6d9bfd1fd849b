import { rowsOf } from '../../../../helpers/rows.js'
import { Failure } from '../kernel/failure.js'
import type { Answer, Call, Points } from '../kernel/points.js'
import { type Certainty, certaintyOf } from './certainty.js'
import { switched } from './switches.js'

/** A server that is correct but for one thing. */
export interface Fault<P extends Points = Points> {
  readonly name: string
  /** What the server does, in one sentence. */
  readonly says: string
  readonly breaks: string
  readonly certainty: Certainty
  /** What kind of check is expected to find it. */
  readonly check: string
  readonly patch: (points: P) => void
  /** It blocks or ends what it runs in. */
  readonly isViolent: boolean
}

export type Servers<P extends Points> = Readonly<Record<string, (points: P) => void>>

/** Servers by names of faults with `*` for a word. */
type ServersOf<P extends Points> = Readonly<Record<string, (word: string) => (points: P) => void>>

/**
 * The faults of a table that one kind of check is expected to find: names, what each server does, what it breaks, and
 * the switch that makes it do so; without a switch the part is one of `servers`. A name such as `open-(getBook putBook)`
 * is a fault for each word, which the other cells have in place of `*`.
 */
export function faultsOf<P extends Points>(
  check: string,
  table: string,
  servers: Servers<P> = {},
  each: ServersOf<P> = {},
): Fault<P>[] {
  const unused = new Set([...Object.keys(servers), ...Object.keys(each)])
  const isViolent = check === 'stays up'
  const faults = rowsOf(table).flatMap((row) => {
    const [, words = ''] = /\((.*)\)/.exec(row[0] ?? '') ?? []
    return words.split(' ').map((word): Fault<P> => {
      const [named = '', ...others] = row
      const key = named.replace(/\(.*\)/, '*')
      const cells = word === '' ? others : others.map((each) => each.replaceAll('*', word))
      const [says = '', breaks = '', cell] = cells
      const name = key.replace('*', word)
      unused.delete(key)
      const patch = cell === undefined ? (servers[key] ?? each[key]?.(word)) : switched(cell)
      if (!patch) throw new Error(`there is no server for ${name}`)
      return { name, says, breaks, check, patch, certainty: certaintyOf(name), isViolent }
    })
  })
  for (const name of unused) throw new Error(`no line says what ${name} does`)
  return faults
}

/** Puts another part in the place of one, made from it. */
export function wraps<P extends Points, Name extends keyof P>(
  name: Name,
  make: (own: P[Name], points: P) => P[Name],
) {
  return (points: P): void => {
    points[name] = make(points[name], points)
  }
}

export function instead<P extends Points, Name extends keyof P>(name: Name, part: P[Name]) {
  return wraps<P, Name>(name, () => part)
}

type FunctionOf<Part> = Extract<Part, (...args: never[]) => unknown>
type Taken<Part> = Parameters<FunctionOf<Part>>
type Given<Part> = ReturnType<FunctionOf<Part>>

export function takes<P extends Points, Name extends keyof P>(
  name: Name,
  change: (...args: Taken<P[Name]>) => [...Taken<P[Name]>],
) {
  return wraps<P, Name>(name, (own) => {
    const part = own as (...args: Taken<P[Name]>) => unknown
    return ((...args: Taken<P[Name]>) => part(...change(...args))) as P[Name]
  })
}

export function gives<P extends Points, Name extends keyof P>(
  name: Name,
  change: (given: Given<P[Name]>, ...args: Taken<P[Name]>) => Given<P[Name]>,
) {
  return wraps<P, Name>(name, (own) => {
    const part = own as (...args: Taken<P[Name]>) => Given<P[Name]>
    return ((...args: Taken<P[Name]>) => change(part(...args), ...args)) as P[Name]
  })
}

/** Lets a part fail for what it takes: with an error, or with the refusal of a status. */
export function failsAt<P extends Points, Name extends keyof P>(
  name: Name,
  isWrong: (...args: Taken<P[Name]>) => boolean,
  status?: number,
) {
  return takes<P, Name>(name, (...args) => {
    if (!isWrong(...args)) return args
    throw status === undefined ? new Error('It fails.') : new Failure(status, 'It is refused.')
  })
}

/** Does something, too, where a part fails. */
export function atFailureOf<P extends Points, Name extends keyof P>(
  name: Name,
  act: (points: P, ...args: Taken<P[Name]>) => void,
) {
  return wraps<P, Name>(name, (own, points) => {
    const part = own as (...args: Taken<P[Name]>) => unknown
    const failing = (...args: Taken<P[Name]>) => {
      try {
        return part(...args)
      } catch (error) {
        act(points, ...args)
        throw error
      }
    }
    return failing as P[Name]
  })
}

export function before<P extends Points>(id: string, change: (call: Call, points: P) => void) {
  return handles<P>(id, (handle, call, points) => {
    change(call, points)
    return handle(call)
  })
}

export function after<P extends Points>(
  id: string,
  change: (answer: Answer, call: Call, points: P) => Answer,
) {
  return handles<P>(id, async (handle, call, points) => change(await handle(call), call, points))
}

function handles<P extends Points>(
  id: string,
  other: (own: Points['handlers'][string], call: Call, points: P) => Answer | Promise<Answer>,
) {
  return (points: P): void => {
    const own = points.handlers[id]
    if (!own) throw new Error(`there is no ${id}`)
    points.handlers[id] = (call) => other(own, call, points)
  }
}
