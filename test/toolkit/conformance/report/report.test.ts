import t from 'tap'
import type { RawRequest, SentRequest } from '#toolkit/conformance/exchange/request.js'
import { knownKeys } from '#toolkit/conformance/report/baseline.js'
import { CommandWriter } from '#toolkit/conformance/report/command-writer.js'
import { exitCodeOf, type Report } from '#toolkit/conformance/report/report.js'
import { reportedViolations } from '#toolkit/conformance/report/reported-violation.js'
import { responseText } from '#toolkit/conformance/report/response-text.js'
import { type FoundViolation, ViolationLog } from '#toolkit/conformance/run/violation-log.js'
import { Masks } from '#toolkit/conformance/secrets/masks.js'
import { tableOf } from '../../../helpers/rows.js'
import { contractOf } from '../helpers/documents.js'
import { LEAK, SAMPLE } from './sample-report.js'

const contract = contractOf('GET /a a | {200: null}')

const masks = new Masks({})
const writer = new CommandWriter({ baseUrl: 'http://a', host: 'a:1' }, masks)

const get = (target: string, body?: string): SentRequest => ({
  method: 'GET',
  target,
  headers: [],
  ...(body && { body: Buffer.from(body) }),
})

function violation(
  what: string,
  request: SentRequest | RawRequest,
  status?: number,
  isFlaky = false,
): FoundViolation {
  const [operation] = contract.operations
  const outcome =
    status === undefined
      ? { failure: 'closed' as const, detail: 'no' }
      : { status, headers: [], body: Buffer.alloc(0), ms: 0 }
  return {
    ...{ check: 'leak', pointer: '#/paths/~1a/get', expected: 'e', received: 'r', what },
    ...(operation && { operation }),
    ...{ steps: [{ request, outcome }], isFlaky },
  }
}

function reportOf(...found: FoundViolation[]) {
  const violations = new ViolationLog()
  for (const each of found) violations.add(each)
  return reportedViolations(contract, violations.all, { masks, ownMasks: masks, writer })
}

/** A case: what it does, its path or as many bytes, its body, the status, and whether it does not come again. */
type Case = [what: string, sent: string | number, body?: string, status?: number, isFlaky?: boolean]

/** Two cases that show the same or not, and what is shown with how often. */
const CASES = tableOf<[why: string, one: Case, other: Case | null, ...shown: string[]]>(`
  the shorter path | [long, /abc, '', 400] | [short, /a, '', 400] | short 2
  a body is more than a path | [first, /ab, '', 400] | [second, /a, x, 400] | first 2
  the shorter body | [long, /a, xyz, 400] | [short, /a, xy, 400] | short 2
  bytes that are shorter | [sent, /a] | [raw, 51] | raw 2
  bytes that are longer | [raw, 53] | [sent, /a] | sent 2
  another status shows something else | [one, /a, '', 400] | [other, /a, '', 401] | one 1 | other 1
  one that came again is none by chance | [a, /a, '', 400, true] | [b, /a, '', 400] | a 2
  one that did not | [a, /a, '', 400, true] | null | a 1 flaky
`)

t.test('of the cases that show the same, the shortest one is shown', async (t) => {
  const of = ([what, sent, body, status, isFlaky]: Case) => {
    const request = typeof sent === 'number' ? { bytes: Buffer.alloc(sent) } : get(sent, body)
    return violation(what, request, status, isFlaky)
  }
  for (const [why, one, other, ...shown] of CASES) {
    const all = reportOf(...[one, other].flatMap((each) => (each === null ? [] : of(each))))
    const told = all.map((each) => `${each.what} ${each.count}${each.isFlaky ? ' flaky' : ''}`)
    t.same(told, shown, why)
  }
})

t.test('several rules at one place are several violations', async (t) => {
  const of = (aspect: string) => ({ ...violation('w', get('/a'), 200), aspect })
  const keys = reportOf(of('two Hosts'), of('no Host'), of('no Host')).map(({ key }) => key)
  t.same(
    keys,
    ['two Hosts', 'no Host'].map(
      (each) => `leak ${contract.operations[0]?.operationId} #/paths/~1a/get ${each}`,
    ),
  )
})

t.test('a read that is answered the same again is told once', async (t) => {
  const [seen, later] = [violation('w', get('/a'), 200), violation('w', get('/a'), 404)]
  const write = violation('w', { ...get('/a'), method: 'POST' }, 200)
  const toldOf = (...all: FoundViolation[]) =>
    reportOf({ ...seen, steps: all.flatMap(({ steps }) => steps) })[0]?.steps.length
  t.equal(toldOf(seen, seen, seen), 1)
  t.equal(toldOf(seen, later, seen), 3)
  t.equal(toldOf(write, write), 2)
})

t.test('the exit code', async (t) => {
  const code = (
    seen: Record<string, number>,
    violations = SAMPLE.violations,
    untested: Report['untested'] = [],
  ) => {
    const [first] = SAMPLE.coverage
    const coverage = first === undefined ? [] : [{ ...first, seen }]
    return exitCodeOf({ violations, untested, coverage })
  }
  t.equal(code({ 200: 1 }), 1)
  t.equal(code({ 399: 1 }, []), 0)
  t.equal(code({ 200: 1 }, [], SAMPLE.untested), 2, 'another operation was not tested')
  t.equal(code({ 200: 1 }, [LEAK], SAMPLE.untested), 1)
  t.equal(code({ 400: 1 }, []), 2)
  t.equal(code({ 400: 1 }), 1)
  t.equal(code({ 401: 1, 403: 1 }, [LEAK]), 2, 'the credentials are wrong')
  t.equal(code({ 401: 1, 404: 1 }, [LEAK]), 1)
  t.equal(code({}, [LEAK]), 2)
})

t.test('a response in a report', async (t) => {
  const text = (body: string) =>
    responseText({
      status: 200,
      headers: [
        ['Date', 'x'],
        ['Content-Type', 'text/plain'],
        ['Keep-Alive', 'x'],
      ],
      body: Buffer.from(body),
      ms: 0,
    })
  t.equal(text(''), 'status 200\nContent-Type: text/plain')
  t.equal(text('a'.repeat(500)), `status 200\nContent-Type: text/plain\n${'a'.repeat(500)}`)
  t.equal(
    text('é'.repeat(501)),
    `status 200\nContent-Type: text/plain\n${'é'.repeat(500)}… (1002 bytes)`,
  )
  t.equal(responseText({ failure: 'time', detail: 'late' }), 'no response: late')
})

t.test('a violation is known until the end of its day', async (t) => {
  const baseline = ['a', { key: 'b', until: '2026-12-31' }]
  const known = (day: string) => [...knownKeys(baseline, new Date(day))]
  t.same(known('2026-12-31T23:59:59Z'), ['a', 'b'])
  t.same(known('2027-01-01T00:00:00Z'), ['a'])
})
