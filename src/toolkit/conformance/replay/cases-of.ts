import { isDeepStrictEqual } from 'node:util'
import type { Operation } from '../document/contract.js'
import { isRaw, type RawRequest, type SentRequest } from '../exchange/request.js'
import { isResponse, type ReceivedResponse } from '../exchange/response.js'
import { CHECKS } from '../judge/checks.js'
import { violationsOf } from '../report/consequences.js'
import { operationText } from '../report/report.js'
import { namedSecrets } from '../requests/given-credentials.js'
import { pathsMadeBy } from '../resources/creations.js'
import type { Kit } from '../run/kit.js'
import type { ContractViolation, Step } from '../run/violation.js'
import { keyOf } from '../run/violation-log.js'
import { Masks } from '../secrets/masks.js'
import { type CaseFile, storedAnswer, storedRequest } from './case-file.js'
import { foundByDocument } from './found-by-document.js'
import { identitiesIn } from './renewed.js'

/** The cases of a run that a baseline does not know, as files that replay. */
export function casesOf(kit: Kit, known: ReadonlySet<string>): CaseFile[] {
  const masks = new Masks(namedSecrets(kit))
  return violationsOf(kit)
    .filter((each) => each.steps.length > 0 && !known.has(keyOf(each)))
    .map((each) => caseOf(kit, each, masks))
}

function caseOf(kit: Kit, violation: ContractViolation, masks: Masks): CaseFile {
  const { check, operation, pointer, isFlaky } = violation
  const masked = (text: string) => masks.masked(text)
  const texts: string[] = []
  const change = (text: string) => {
    texts.push(text)
    return masked(text)
  }
  const steps = [...stepsBefore(kit, violation.steps), ...lookedOnce(violation.steps)].map(
    ({ request, outcome }) => ({
      request: storedRequest(request, change),
      answer: storedAnswer(outcome, masked),
    }),
  )
  return {
    ...{ check, title: CHECKS[check].title },
    operation: operation === undefined ? '' : operationText(operation),
    ...{ operationId: operation?.operationId ?? '', pointer },
    what: masks.shown(violation.what),
    expected: masks.shown(violation.expected),
    received: masks.shown(violation.received),
    ...{ key: keyOf(violation), isFlaky },
    ...proofOf(kit, violation),
    ...{ seed: kit.seed, target: kit.target.baseUrl },
    identities: identitiesIn(texts, (number) => kit.source.fresh.has(number)),
    steps,
  }
}

/** The last one of several requests in a row that ask for the same: a run looks again whether it lasts. */
function lookedOnce(steps: readonly Step[]): Step[] {
  return steps.filter(({ request }, at) => {
    const next = steps[at + 1]?.request
    if (next === undefined || isRaw(request) || isRaw(next) || request.method !== 'GET') return true
    return !isDeepStrictEqual(request, next)
  })
}

/** The requests that made what a case leads to, where it has not made that itself. */
function stepsBefore(kit: Kit, steps: readonly Step[]): Step[] {
  const made = new Set<string>()
  const before = new Map<string, Step>()
  for (const { request, outcome } of steps) {
    const sent = isRaw(request) ? request.judgedAs : request
    if (sent === undefined) continue
    for (const [path, step] of kit.things.creations.before(sent.target)) {
      if (!made.has(path)) before.set(path, step)
    }
    if (!isResponse(outcome) || outcome.status >= 300) continue
    for (const path of pathsMadeBy(sent, outcome)) made.add(path)
  }
  return [...new Set(before.values())]
}

/** True for a rule about the items of a list, or their number, which are those that were there. */
function isOfItem({ resources }: Kit, pointer: string, operation: Operation | undefined): boolean {
  if (operation === undefined) return false
  const isOfAnswer =
    pointer.startsWith(operation.pointer) && !/\/(max|min|unique)?items\b/i.test(pointer)
  return !isOfAnswer && resources.some(({ operations }) => operations.list === operation)
}

type ProofOfCase = Pick<CaseFile, 'proof' | 'accepted'>

/** Checks of requests that are sent at once, and of times. */
const OF_RUN: ReadonlySet<string> = new Set(['race', 'requests-apart', 'response-time'])

/** How the case is judged without the code that has made it. */
function proofOf(
  kit: Kit,
  { check, pointer, steps, expect, operation, expected, received }: ContractViolation,
): ProofOfCase {
  const { request, outcome } = steps.at(-1) as Step
  if (OF_RUN.has(check)) return { proof: 'run' }
  if (isFoundByDocument(kit, request, outcome, { check, pointer })) {
    return { proof: isOfItem(kit, pointer, operation) ? 'state' : 'document' }
  }
  if (!isResponse(outcome)) return { proof: 'answer' }
  const accepted = expect
    ? statusesThat((status) => expect.isMet({ ...outcome, status }, operation))
    : statusesTold(expected, received)
  return accepted.length === 0 ? { proof: 'answer' } : { proof: 'status', accepted }
}

function isFoundByDocument(
  { contract, credentials }: Kit,
  request: SentRequest | RawRequest,
  outcome: Step['outcome'],
  { check, pointer }: Pick<ContractViolation, 'check' | 'pointer'>,
): boolean {
  const secrets = Object.values(credentials)
  const found = foundByDocument({ contract, secrets }, request, outcome)
  return found.some((each) => each.check === check && each.pointer === pointer)
}

/** The statuses that an expectation in words begins with, of a case whose status is another: `status 403 or 404`. */
function statusesTold(expected: string, received: string): string[] {
  if (!/^status \d{3}\b/.test(received)) return []
  const [, statuses = ''] = /^status (\d{3}(?:(?:, | or )\d{3})*)/.exec(expected) ?? []
  return statuses.match(/\d{3}/g) ?? []
}

/** Statuses with a property; `4XX` where all of a class have it. */
function statusesThat(has: (status: ReceivedResponse['status']) => boolean): string[] {
  return [1, 2, 3, 4, 5].flatMap((first) => {
    const all = Array.from({ length: 100 }, (_, at) => first * 100 + at)
    const some = all.filter(has)
    return some.length === all.length ? [`${first}XX`] : some.map(String)
  })
}
