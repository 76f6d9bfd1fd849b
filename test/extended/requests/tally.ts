import type { Verdict, Wire } from './oracle/verdict.js'

export interface Answer {
  readonly status: number
  readonly body: string
}

/**
 * The outcome of the requests to a document: on how many there was a second opinion, also of those with a JSON body,
 * how many valid ones the type of a format does not hold, and the reasons for no opinion.
 */
export type Tally = ReturnType<typeof newTally>

export function newTally(id: string, operations: number) {
  return {
    ...{ id, operations, requests: 0, decided: 0, accepted: 0, unheld: 0 },
    ...{ bodies: 0, decidedBodies: 0, ms: 0 },
    undecided: new Map<string, number>(),
    problems: [] as string[],
  }
}

/** Counts a request; `number` is by what it can be sent again. */
export function count(
  tally: Tally,
  wire: Wire,
  { status, undecided }: Verdict,
  answer: Answer,
  number: number,
): void {
  const isJson = /json/i.test(wire.headers['content-type'] ?? '') && wire.payload !== undefined
  tally.requests++
  if (isJson) tally.bodies++
  if (status !== undefined) tally.decided++
  if (isJson && status !== undefined) tally.decidedBodies++
  if (undecided) tally.undecided.set(undecided, (tally.undecided.get(undecided) ?? 0) + 1)
  if (answer.status < 300) tally.accepted++
  const isUnheld = status === 200 && answer.status === 400 && UNHELD.test(answer.body)
  if (isUnheld) tally.unheld++
  const problem = isUnheld ? undefined : problemOf(status, answer)
  if (problem) tally.problems.push(`${tally.id} request ${number}: ${problem} by ${shown(wire)}`)
}

/** Values that the compiled validators refuse and in which the explanation finds nothing wrong. */
const UNEXPLAINED = /: \S+ is not valid\.|; \S+ is not valid[;.]/

/** Refusals of what the documents allow, by the codecs of typed formats: their types do not hold it exactly. */
const UNHELD =
  / must be (a date-time (without a leap second|of whole milliseconds|from year 0 to 9999 in UTC)|base64 without bits behind its last byte)[.;]/

function problemOf(status: Verdict['status'], answer: Answer): string | undefined {
  const { status: given, body } = answer
  if (given >= 500) return `answered ${given} ${body.slice(0, 300)}`
  if (status !== undefined && status !== given)
    return `answered ${given}, not ${status}: ${body.slice(0, 300)}`
  return UNEXPLAINED.test(body) ? `refused without a reason: ${body.slice(0, 300)}` : undefined
}

function shown({ method, url, headers, payload }: Wire): string {
  const body = payload === undefined ? '' : ` ${JSON.stringify(payload.toString().slice(0, 2_000))}`
  return `${method} ${url} ${JSON.stringify(headers)}${body}`
}
