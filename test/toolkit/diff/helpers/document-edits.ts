import {
  type MediaType,
  type Operation,
  TestedContract,
} from '#toolkit/conformance/document/contract.js'
import type { Change } from '#toolkit/diff/change.js'
import { compareDocuments } from '#toolkit/diff/compare.js'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { isObject } from '#toolkit/openapi/json.js'
import { instances, NOTHING, type Schema } from '#toolkit/samples/index.js'
import type { Chance } from '../../runtime/json/random.js'

/** What random edits of documents have shown. */
export interface EditCounts {
  edits: number
  breaking: number
  undecided: number
  /** Bodies of operations of which nothing is told, and values that were tried there. */
  safe: number
  values: number
  /** Edits of which something wrong is told. */
  readonly wrong: unknown[]
}

/** Values that are tried where nobody is said to break. */
const TRIED = 6

type Json = Record<string, unknown>

/** Edits a schema of a document at random, and checks what is told of it. */
export function randomEdit(document: object, random: Chance, counts: EditCounts): void {
  const edited = structuredClone(document)
  const schemas = schemasIn(edited)
  if (schemas.length === 0) return
  const told = random.pick(EDITS)(random.pick(schemas), random)
  const [one, other] = told === undefined ? [] : [read(document), read(edited)]
  if (one === undefined || other === undefined) return
  counts.edits++
  const { changes } = compareDocuments({ document }, { document: edited })
  counts.breaking += changes.filter(({ severity }) => severity === 'breaking').length
  counts.undecided += changes.filter(({ severity }) => severity === 'undecided').length
  judge({ one, other, changes, counts, told: told as string })
}

/** The schemas of a document, which may be any of its objects with their keywords. */
function schemasIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn)
  if (!isObject(value)) return []
  const inside = Object.values(value).flatMap(schemasIn)
  const isSchema = typeof value.type === 'string' && TYPES.includes(value.type)
  return isSchema ? [value as Json, ...inside] : inside
}

const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean']

type Edit = (schema: Json, random: Chance) => string | undefined

const set = (keyword: string, value: (random: Chance) => unknown): Edit => {
  return (schema, random) => {
    schema[keyword] = value(random)
    return `${keyword}: ${JSON.stringify(schema[keyword])}`
  }
}

/** Random changes of a schema. */
const EDITS: readonly Edit[] = [
  set('type', ({ pick }) => pick(TYPES)),
  set('minLength', ({ below }) => below(4)),
  set('maxLength', ({ below }) => 4 + below(20)),
  set('minimum', ({ below }) => below(20) - 10),
  set('maximum', ({ below }) => 10 + below(1000)),
  set('pattern', ({ pick }) => pick(['^[a-z]+$', '^\\d', 'x'])),
  set('format', ({ pick }) => pick(['date', 'uuid', 'int32', 'int64', 'uri'])),
  set('enum', ({ pick }) =>
    pick([
      ['a', 'b'],
      [1, 2],
      ['a', 1, {}],
    ]),
  ),
  set('additionalProperties', ({ pick }) => pick<unknown>([false, true, { type: 'string' }])),
  set('minItems', ({ below }) => below(3)),
  set('maxItems', ({ below }) => below(5) + 2),
  set('uniqueItems', () => true),
  set('minProperties', ({ below }) => below(3)),
  set('multipleOf', ({ pick }) => pick([2, 5, 0.5])),
  (schema, { pick }) => {
    const names = Object.keys(Object(schema.properties))
    if (names.length === 0) return undefined
    const name = pick(names)
    schema.required = [...new Set([...((schema.required as string[]) ?? []), name])]
    return `required: ${name}`
  },
  (schema, { pick }) => {
    const names = (schema.required as string[] | undefined) ?? []
    if (names.length === 0) return undefined
    const name = pick(names)
    schema.required = names.filter((each) => each !== name)
    if ((schema.required as string[]).length === 0) delete schema.required
    return `not required: ${name}`
  },
  (schema, { pick }) => {
    const kept = Object.keys(schema).filter((each) => LIMITS.includes(each))
    if (kept.length === 0) return undefined
    const keyword = pick(kept)
    delete schema[keyword]
    return `without ${keyword}`
  },
  (schema, { pick }) => {
    const list = schema.enum as unknown[] | undefined
    if (list === undefined || list.length < 2) return undefined
    const value = pick(list)
    schema.enum = list.filter((each) => each !== value)
    return `enum without ${JSON.stringify(value)}`
  },
]

const LIMITS = [
  'enum',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'required',
]

/** `undefined` for an edit that makes a document wrong. */
function read(document: object): TestedContract | undefined {
  try {
    return new TestedContract(document)
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

interface JudgedEdit {
  readonly one: TestedContract
  readonly other: TestedContract
  readonly changes: readonly Change[]
  readonly counts: EditCounts
  readonly told: string
}

function judge(edit: JudgedEdit): void {
  for (const [at, operation] of edit.one.operations.entries()) {
    const same = edit.other.operations[at] as Operation
    const name = `${operation.method} ${operation.path}`
    const about = (part: string) =>
      edit.changes.filter((each) => each.operations.includes(name) && each.part === part)
    const pairs: [part: string, before: readonly MediaType[], after: readonly MediaType[]][] = [
      ['request body', operation.requestBody?.content ?? [], same.requestBody?.content ?? []],
      ...operation.responses.map(({ status, content }, index): (typeof pairs)[number] => {
        return [`response ${status}`, content, same.responses[index]?.content ?? []]
      }),
    ]
    for (const [part, before, after] of pairs) judgePart(edit, name, part, [before, after], about)
  }
}

function judgePart(
  { one, other, counts, told }: JudgedEdit,
  name: string,
  part: string,
  [before, after]: readonly [readonly MediaType[], readonly MediaType[]],
  about: (part: string) => readonly Change[],
): void {
  const isRequest = part === 'request body'
  const [from, to] = isRequest ? [one, other] : [other, one]
  const [given, wanted] = isRequest ? [before, after] : [after, before]
  const changes = about(part)
  const places = given.flatMap(({ schema, kind }, at) => {
    const target = wanted[at]?.schema
    if (schema === undefined || target === undefined) return []
    return [{ kind, given: from.reference(schema), wanted: to.reference(target) }]
  })
  if (changes.length === 0) {
    counts.safe++
    for (const { kind, given, wanted } of places) {
      if (kind !== 'json') continue
      for (const value of drawn(from, given)) {
        counts.values++
        if (!to.verdicts.accepts(wanted, value)) counts.wrong.push({ told, name, part, value })
      }
    }
  }
  for (const { witness, operations, text } of changes) {
    if (witness === undefined || operations[0] !== name) continue
    const { value } = witness
    const holds = places.some(
      (each) =>
        from.verdicts.verdict(each.given, value) === true &&
        to.verdicts.verdict(each.wanted, value) === false,
    )
    if (!holds) counts.wrong.push({ told, name, part, text, value })
  }
}

function drawn(contract: TestedContract, schema: Schema): unknown[] {
  const { target, verdicts } = contract
  const draw = instances({ target, accepts: verdicts.accepts.bind(verdicts), seed: 7 })
  return Array.from({ length: TRIED }, () => draw(schema)).filter((value) => value !== NOTHING)
}
