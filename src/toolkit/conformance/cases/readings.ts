import { isObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { TestedContract } from '../document/contract.js'
import { typesOf } from '../document/members.js'
import { replacedAt, withoutMember } from '../values/path.js'
import type { PlacedSchema } from '../values/place.js'
import { structureOf } from '../values/structure.js'
import { looseJsonText, NumberToken, withoutTokens } from '../values/token.js'
import type { Edge } from './makers/edge.js'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** What divides items, in one style or another (3.1, section 4.8.12.6). */
const DELIMITERS = /[,|\s;]/
/** Longest text in a URL or a header. */
const LONGEST = 1_000

/** True for an edge that is not what it is once its values are texts, as in parameters and forms. */
export function isReadOtherwise(
  contract: TestedContract,
  { schema }: PlacedSchema,
  { fate, part, middle, base, path }: Edge,
): boolean {
  const { verdicts } = contract
  if (structureOf(part) !== structureOf(middle) || hasNull(part) || middle === null) return true
  if (part === '' && !isRefusedEmpty(verdicts, schema, { fate, path, base, middle })) return true
  if (isNested(part, middle)) return true
  if (fate === 'refused') {
    const [at] = path
    if (Array.isArray(base) && typeof part === 'string' && path.length === 1) {
      const items = base.toSpliced(Number(at), 1, ...part.split(DELIMITERS))
      if (verdicts.verdict(schema, items) !== false) return true
    }
    return [
      ...[...readings(part), ...booleansIn(part)].map((each) => replacedAt(base, path, each)),
      ...otherStructures(contract, schema, replacedAt(base, path, part)),
    ].some((each) => verdicts.verdict(schema, each) !== false)
  }
  return isDelimited(part, Array.isArray(base)) || lengthOf(part) > LONGEST
}

/** True for null, and for an object with it: there is no text that is null everywhere. */
function hasNull(value: unknown): boolean {
  return value === null || (isObject(value) && Object.values(value).includes(null))
}

/** True if an empty text is refused as a value, and as none: which of them it is, is not the same everywhere. */
function isRefusedEmpty(
  verdicts: TestedContract['verdicts'],
  schema: Schema,
  { fate, path, base, middle }: Pick<Edge, 'fate' | 'path' | 'base' | 'middle'>,
): boolean {
  if (fate !== 'refused' || typeof middle !== 'string') return false
  const [name] = path
  if (path.length === 0) return true
  return (
    path.length === 1 &&
    isObject(base) &&
    verdicts.verdict(schema, withoutMember(base, String(name))) === false
  )
}

/** True for an object with an object in it where there was none: its members are written as those of the outer one. */
function isNested(part: unknown, middle: unknown): boolean {
  if (structureOf(part) !== 'object') return false
  return Object.entries(part as object).some(
    ([name, each]) => structureOf(each) === 'object' && !Object.hasOwn(middle as object, name),
  )
}

/** Where a schema has lists and single values, one text may be either of them. */
function otherStructures(contract: TestedContract, schema: Schema, value: unknown): unknown[] {
  const types = typesOf(contract, schema)
  if (!types.includes('array') || types.every((type) => type === 'array')) return []
  const plain = withoutTokens(value)
  if (Array.isArray(plain)) return readings(textOf(plain))
  return isObject(plain)
    ? []
    : [String(plain).split(DELIMITERS), ...readings(plain).map((each) => [each])]
}

/** An object may have a member `toString`. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join()
  return isObject(value) ? looseJsonText(value) : String(value)
}

/** Everything that a reader of texts may take a value for. */
export function readings(value: unknown): unknown[] {
  const plain = withoutTokens(value)
  if (Array.isArray(plain)) return [plain, plain.map(textOf)]
  if (typeof plain === 'object' && plain !== null) {
    const texts = Object.entries(plain).map(([name, each]) => [name, textOf(each)])
    return [plain, Object.fromEntries(texts)]
  }
  const text = String(plain)
  const words: Readonly<Record<string, unknown>> = {
    true: true,
    false: false,
    null: null,
    '': null,
  }
  return [
    text,
    ...(NUMBER.test(text) ? [Number(text)] : []),
    ...(Object.hasOwn(words, text) ? [words[text]] : []),
  ]
}

/** The lists that a text with delimiters may stand for. */
export function listsIn(text: string): unknown[][] {
  const items = text.split(DELIMITERS)
  return [items, items.map((each) => readings(each).at(-1))]
}

/** Texts that some readers take for a boolean: how one is written is left to them (3.1.1, appendix B). */
function booleansIn(value: unknown): readonly boolean[] {
  const isBoolean = /^(?:[01tfyn]|yes|no|on|off|true|false)$/i
  return typeof value !== 'object' && isBoolean.test(String(value)) ? [true, false] : []
}

/** Texts with delimiters are split by some readers before, by others after they are decoded. */
function isDelimited(value: unknown, isItem: boolean): boolean {
  if (typeof value === 'string') return isItem && DELIMITERS.test(value)
  if (typeof value !== 'object' || value === null || value instanceof NumberToken) return false
  return Object.values(value).some((each) => isDelimited(each, true))
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : looseJsonText(value).length
}
