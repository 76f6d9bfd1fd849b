import type { Rule } from '../../conformance/values/place.js'
import { allBranchesOf } from './choices.js'
import { type Gap, gapOf, type Proof } from './gap.js'
import { refusing } from './rules.js'

/** The gaps of values that are all there are. */
export function listGaps(proof: Proof, list: readonly unknown[]): readonly Gap[] {
  const { wanted, givens, prover } = proof
  const refused = list.filter((value) => !prover.accepts(wanted, value))
  if (refused.length === 0) return []
  const rules = prover.rulesOf(wanted)
  const isList = ({ schema }: Rule) => 'enum' in schema || 'const' in schema
  const given = new Set(givens.map(({ pointer }) => pointer))
  const branches = allBranchesOf(rules, (each) => prover.rulesOf(each)).filter(isList)
  const own = rules.find(isList) ?? branches.find(({ pointer }) => given.has(pointer))
  const isNull = refused.every((value) => value === null)
  const isTyped = rules.some(({ schema: { type = 'null' } }) => ![type].flat().includes('null'))
  const isOwn = own !== undefined && refused.some((value) => !prover.accepts(own, value))
  const isListed = isOwn && !(isNull && isTyped)
  const listing = own !== undefined && 'enum' in own.schema ? 'enum' : 'const'
  const other = refusing(rules, (schema) =>
    refused.some((value) => !prover.accepts({ schema, pointer: wanted.pointer }, value)),
  )
  const keyword = isListed ? listing : (other?.keyword ?? 'type')
  const place = isListed ? own : (other?.rule ?? wanted)
  const forced = refused.map((value) => ({ enum: [value] }))
  return [gapOf({ ...proof, wanted: place }, keyword, forced)]
}
