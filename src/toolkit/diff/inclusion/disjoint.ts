import { memberSchemas, type PlacedSchema, type Rule } from '../../conformance/values/place.js'
import { kindsOf, listedBy } from './kinds.js'
import { requiredBy } from './members.js'
import { casesOf, conjunctionOf, type SchemaSource } from './rules.js'

/** The two documents. */
interface Documents {
  readonly from: SchemaSource
  readonly to: SchemaSource
}

/** Deepest members that are looked at. */
const DEEPEST = 4

/** True if no value satisfies schemas of the one document, and of the other one. */
export function areDisjoint(
  documents: Documents,
  ours: readonly PlacedSchema[],
  theirs: readonly PlacedSchema[],
  depth = 0,
): boolean {
  const mine = conjunctionOf(documents.from, ours).rules
  const yours = conjunctionOf(documents.to, theirs).rules
  if (mine === undefined || yours === undefined) return true
  const kinds = kindsOf([...mine, ...yours])
  if (kinds.size === 0) return true
  if (depth > DEEPEST) return false
  if (haveNoneInCommon(documents.from, documents.to, mine, yours)) return true
  if (haveNoneInCommon(documents.to, documents.from, yours, mine)) return true
  if (kinds.size === 1 && kinds.has('object')) {
    const names = new Set([...requiredBy(mine), ...requiredBy(yours)])
    const parts = (rules: readonly Rule[], name: string) => memberSchemas(rules, name)
    for (const name of names) {
      if (areDisjoint(documents, parts(mine, name), parts(yours, name), depth + 1)) return true
    }
  }
  const cases = casesOf(mine)
  if (cases?.every((each) => areDisjoint(documents, each, yours, depth + 1))) return true
  return casesOf(yours)?.every((each) => areDisjoint(documents, mine, each, depth + 1)) ?? false
}

/** True if the values that some rules list are refused by the others. */
function haveNoneInCommon(
  listing: SchemaSource,
  other: SchemaSource,
  rules: readonly Rule[],
  others: readonly Rule[],
): boolean {
  const list = listedBy(rules, ({ schema }, value) => listing.verdicts.accepts(schema, value))
  const isRefused = (value: unknown) =>
    others.some(({ schema }) => !other.verdicts.accepts(schema, value))
  return list?.every(isRefused) ?? false
}
