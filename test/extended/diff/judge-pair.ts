import { readFileSync } from 'node:fs'
import { readings } from '#toolkit/conformance/cases/readings.js'
import { TestedContract } from '#toolkit/conformance/document/contract.js'
import type { Change } from '#toolkit/diff/change.js'
import { compareDocuments } from '#toolkit/diff/compare.js'
import { edgeValues } from '#toolkit/diff/witness/edge-values.js'
import { parse } from '#toolkit/generator/load/source.js'
import { instances, NOTHING } from '#toolkit/samples/index.js'
import type { Node } from '../../toolkit/conformance/servers/schemas/dialect.js'
import { type Judge, judgeOf } from './judge.js'
import { keyOf, type Part, partsOf, type Side } from './pair-parts.js'
import { at, wholeText } from './raw-document.js'

const [MOST, MOST_OF_PART] = [10_000, 400]

/**
 * Judges what is told of two files by messages that the one side takes by Ajv alone, with Ajv on the documents as they
 * are: what was told wrongly, of how many messages, parts and witnesses of schemas.
 */
export function judgePair(before: string, after: string) {
  const ignore = ['unresolved-reference']
  const old = sideOf(before, ignore)
  const kept = sideOf(after, ignore)
  const { changes } = compareDocuments({ document: before, ignore }, { document: after, ignore })
  const count = (severity: string) => changes.filter((each) => each.severity === severity).length
  const score = {
    ...{ breaking: count('breaking'), undecided: count('undecided'), notices: count('notice') },
    ...{ messages: 0, parts: 0, witnesses: 0, wrong: [] as unknown[] },
  }
  const judges = { old: judgesOf(old.raw), kept: judgesOf(kept.raw) }
  const parts = partsOf(old, kept)
  const changed = parts.filter((part) => {
    const [given, wanted] = part.isRequest ? [old, kept] : [kept, old]
    return wholeText(given.raw, part.givenAt) !== wholeText(wanted.raw, part.wantedAt)
  })
  score.parts = changed.length
  for (const part of changed) judgePart({ old, kept, judges, changes, score }, part, changed.length)
  judgeWitnesses({ judges, changes, score }, parts)
  for (const missing of untold(old, kept, changes)) score.wrong.push(missing)
  return score
}

function sideOf(file: string, ignore: string[]): Side {
  const contract = new TestedContract(file, { ignore })
  // As it is in its only file, whatever the toolkit makes of it.
  return { contract, raw: parse(file, readFileSync(file)).value as Node }
}

/** Ajv for what is sent, and for what is answered. */
function judgesOf(raw: Node) {
  return { request: judgeOf(raw, 'readOnly'), response: judgeOf(raw, 'writeOnly') }
}

interface JudgedPair {
  readonly old: Side
  readonly kept: Side
  readonly judges: Readonly<Record<'old' | 'kept', Readonly<Record<'request' | 'response', Judge>>>>
  readonly changes: readonly Change[]
  readonly score: { messages: number; witnesses: number; wrong: unknown[] }
}

function judgesFor({ judges }: Pick<JudgedPair, 'judges'>, { isRequest }: Part) {
  return isRequest
    ? { given: judges.old.request, wanted: judges.kept.request }
    : { given: judges.kept.response, wanted: judges.old.response }
}

function judgePart(pair: JudgedPair, part: Part, parts: number): void {
  const { changes, score } = pair
  // A change of several operations names the part of the first one.
  const told = changes.filter(
    (each) => each.operations.includes(part.operation) && isSameKind(each.part, part.name),
  )
  if (told.some(({ severity }) => severity !== 'notice')) return
  const { given, wanted } = judgesFor(pair, part)
  let left = Math.max(20, Math.min(MOST_OF_PART, Math.floor(MOST / parts)))
  for (const value of valuesOf(pair, part)) {
    if (left-- === 0) return
    if (given(part.givenAt, value) !== undefined || (part.isText && isEmpty(value))) continue
    score.messages++
    const all = part.isText ? textReadings(value) : [value]
    const why = all.map((each) => wanted(part.wantedAt, each))
    if (why.some((each) => each === undefined)) continue
    const { operation, name } = part
    score.wrong.push({ what: 'called safe', operation, name, value, why: why[0], told })
    return
  }
}

/** What a text may be read as: a list of one item is written as the item, and an empty one not at all. */
function textReadings(value: unknown): unknown[] {
  const own = readings(value)
  if (typeof value !== 'object') return own.flatMap((each) => [each, [each]])
  return Array.isArray(value) && value.length === 1 ? [...own, ...readings(value[0])] : own
}

function isSameKind(one: string, other: string): boolean {
  return one.split(' ')[0] === other.split(' ')[0]
}

function* valuesOf({ old, kept }: JudgedPair, part: Part): Generator<unknown> {
  const [from] = part.isRequest ? [old] : [kept]
  const { target, verdicts } = from.contract
  const draw = instances({ target, accepts: verdicts.accepts.bind(verdicts), seed: 11 })
  for (let turn = 0; turn < MOST_OF_PART / 2; turn++) {
    const value = draw(part.given)
    if (value === NOTHING) break
    yield value
  }
  const place = { schema: part.given, pointer: '#' }
  yield* edgeValues({
    ...{ from: from.contract, given: place, to: from.contract, wanted: place },
    readings: (value) => [value],
  })
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** Texts of changes of a whole part, whose witness is no value of its schema. */
const OF_WHOLE = /^(the |other statuses)/

function judgeWitnesses(
  pair: Pick<JudgedPair, 'judges' | 'changes' | 'score'>,
  parts: readonly Part[],
): void {
  for (const { severity, text, rule, operations, part: name, witness } of pair.changes) {
    if (severity !== 'breaking' || OF_WHOLE.test(text) || witness === undefined) continue
    const own = parts.filter((each) => each.operation === operations[0] && each.name === name)
    if (own.length === 0) continue
    pair.score.witnesses++
    const { value } = witness
    // Ajv has no exact integers.
    if (hasBigint(value)) continue
    const holds = own.some((part) => {
      const { given, wanted } = judgesFor(pair, part)
      const all = part.isText ? textReadings(value) : [value]
      return (
        given(part.givenAt, value) === undefined &&
        all.every((each) => wanted(part.wantedAt, each) !== undefined)
      )
    })
    if (!holds) pair.score.wrong.push({ what: 'witness', operations, name, rule, text, value })
  }
}

function hasBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint'
  return Object.values(value).some(hasBigint)
}

/** What breaks whoever calls an operation, as the documents themselves say it, and is not told. */
function untold(old: Side, kept: Side, changes: readonly Change[]): unknown[] {
  const after = new Map(kept.contract.operations.map((each) => [keyOf(each), each]))
  return old.contract.operations.flatMap((operation) => {
    const name = `${operation.method} ${operation.path}`
    const isTold = changes.some(
      (each) => each.severity === 'breaking' && each.operations.includes(name),
    )
    const other = after.get(keyOf(operation))
    if (isTold || (other !== undefined && !asksForMore(old, kept, operation, other))) return []
    return [{ what: 'not told', name }]
  })
}

type Operation = Side['contract']['operations'][number]

/** True for a parameter or a body that has to be sent now. */
function asksForMore(old: Side, kept: Side, before: Operation, after: Operation): boolean {
  const raw = (side: Side, { path, method }: Operation) => {
    const item = Object(at(side.raw, ['paths', path]))
    return [item.parameters ?? [], Object(item[method.toLowerCase()]).parameters ?? []].flat()
  }
  const resolve = (side: Side, each: unknown) => {
    const { $ref } = Object(each)
    return Object($ref === undefined ? each : at(side.raw, String($ref).slice(2).split('/')))
  }
  const known = raw(old, before).map((each) => resolve(old, each))
  return raw(kept, after)
    .map((each) => resolve(kept, each))
    .filter((each) => each.required === true && each.in !== 'path')
    .some((each) => {
      const same = known.find(({ in: place, name }) => place === each.in && name === each.name)
      return same?.required !== true
    })
}
