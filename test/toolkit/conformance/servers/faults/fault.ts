import { rowsOf, yamlOf } from '../../../../helpers/rows.js'
import { resolve } from '../kernel/document.js'
import type { Answer, Call, Points } from '../kernel/points.js'
import { type Certainty, certaintyOf } from './certainty.js'

/** A server that is correct but for one thing. */
export interface Fault<P extends Points = Points> {
  readonly name: string
  /** What the server does, in one sentence. */
  readonly says: string
  /** The keyword or the rule that it breaks. */
  readonly breaks: string
  readonly certainty: Certainty
  /** What kind of check is expected to find it. */
  readonly check: string
  readonly patch: (points: P) => void
  /** It blocks or ends what it runs in. */
  readonly isViolent?: boolean
}

export type FaultRow<P extends Points> = readonly [
  name: string,
  says: string,
  breaks: string,
  patch: (points: P) => void,
]

/** The rows of a table of names, what each server does, and what it breaks. */
export function faultRows<P extends Points>(
  table: string,
  servers: Readonly<Record<string, (points: P) => void>>,
): FaultRow<P>[] {
  const rows = rowsOf(table)
  const bare = Object.keys(servers).find((name) => !rows.some(([first]) => first === name))
  if (bare) throw new Error(`no line says what ${bare} does`)
  return rows.map(([name = '', says = '', breaks = '']) => {
    const patch = servers[name]
    if (!patch) throw new Error(`there is no server for ${name}`)
    return [name, says, breaks, patch]
  })
}

/**
 * The rows of servers that validate by a changed schema. Their table says in YAML, too, which keywords of which schema
 * are changed, where null takes one away.
 */
export function changedRows(table: string): FaultRow<Points>[] {
  return rowsOf(table).map(([name = '', says = '', breaks = '', changed = '']) => {
    const [[schema, keywords] = []] = Object.entries(yamlOf(changed) as Record<string, object>)
    const given = Object.entries(keywords ?? {}).map(([name, value]) => [name, value ?? undefined])
    return [name, says, breaks, changes(`schemas/${schema}`, Object.fromEntries(given))]
  })
}

/** Faults that one kind of check is expected to find. */
export function faultsOf<P extends Points>(
  check: string,
  rows: readonly FaultRow<P>[],
  isViolent = false,
): Fault<P>[] {
  return rows.map(([name, says, breaks, patch]) => ({
    ...{ name, says, breaks, check, patch, certainty: certaintyOf(name) },
    ...(isViolent && { isViolent }),
  }))
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

/** Changes keywords of a schema that the server validates by; undefined takes one away. */
export function changes(pointer: string, keywords: Record<string, unknown>) {
  return ({ document }: Points): void => {
    const schema = resolve(document, `#/components/${pointer}`)
    for (const [keyword, value] of Object.entries(keywords)) {
      if (!(keyword in schema) && value === undefined)
        throw new Error(`${pointer} has no ${keyword}`)
      if (value === undefined) delete schema[keyword]
      else schema[keyword] = value
    }
  }
}

/** Changes the calls of an operation before they are handled. */
export function before<P extends Points>(id: string, change: (call: Call, points: P) => void) {
  return (points: P): void => {
    const handler = handlerOf(points, id)
    points.handlers[id] = (call) => {
      change(call, points)
      return handler(call)
    }
  }
}

/** Changes the answers of an operation. */
export function after<P extends Points>(
  id: string,
  change: (answer: Answer, call: Call, points: P) => Answer,
) {
  return (points: P): void => {
    const handler = handlerOf(points, id)
    points.handlers[id] = async (call) => change(await handler(call), call, points)
  }
}

function handlerOf({ handlers }: Points, id: string) {
  const handler = handlers[id]
  if (!handler) throw new Error(`there is no ${id}`)
  return handler
}

/** Changes what is refused: all failures of one status. */
export function onError(
  status: number,
  change: (answer: Answer, call: Call | undefined) => Answer,
) {
  return (p: Points): void => {
    const { errorAnswer } = p
    p.errorAnswer = (failure, call) => {
      const answer = errorAnswer(failure, call)
      return failure.status === status ? change(answer, call) : answer
    }
  }
}
