import { defined } from '../../../shared/defined.js'
import { memoize } from '../../../shared/memoize.js'
import { schemaContext } from '../../analysis/composition.js'
import type { Model, NamedSchema } from '../../model/model.js'
import { code, qualified, symbol, unqualified } from '../../print/code.js'
import { isLazy } from '../chunks/chunks.js'
import { membersNamed } from '../contract/parameter-contract.js'
import type { BranchSchema } from '../validators/compile.js'
import { GUARDED, patternCode } from '../validators/context.js'
import { type ConversionNode, nodeOf } from './conversion-node.js'

interface Conversion {
  readonly named: NamedSchema
  readonly node: ConversionNode
}

/** The branches of unions with conversions inside; their validators are `branch0`, `branch1`, ... */
export function branchesOf(model: Model): readonly BranchSchema[] {
  return conversionsOf(model).branches
}

/** The conversions of all schemas that have some, and the branches that they name. */
export const conversionsOf = memoize((model: Model) => {
  const branches: BranchSchema[] = []
  const refer = isLazy(model) ? unqualified : qualified
  const { uses, int64, schemas } = model
  const context = schemaContext(schemas)
  const conversions = schemas.flatMap((named): Conversion[] => {
    const isReceived = uses.convertedRequests.has(named.name)
    if (!isReceived && !uses.convertedResponses.has(named.name)) return []
    const validator = (branch: Omit<BranchSchema, 'name'>) => {
      const name = `branch${branches.length}`
      branches.push({ name, ...branch })
      return refer('validators', name)
    }
    const node = nodeOf(named, {
      converted: uses[isReceived ? 'convertedRequests' : 'convertedResponses'],
      isBigint: isReceived && int64 === 'bigint',
      schemas: context,
      // What is sent is told apart by its strings.
      ...((isReceived || uses.coded.has(named.name)) && { validator }),
    })
    return [{ named, node }]
  })
  return { conversions, branches }
})

/** Name under which `conversions.ts` exports the conversions of a schema as data. */
export function conversionsName(schema: string): string {
  return `conversionsOf${schema}`
}

/** Conversions as an object of the runtime's type `Conversions`, with code in it. */
export function tableOf(node: ConversionNode): object {
  const { int64, codec, leftOut, ref, members, patterns, rest, prefix, items, all, any } = node
  const named = [...members].map(([name, each]) => [name, tableOf(each)] as const)
  return defined({
    int64: int64 || undefined,
    codec,
    leftOut: listOf(leftOut),
    ref: ref === undefined ? undefined : code`() => ${symbol(conversionsName(ref))}`,
    members: named.length > 0 ? membersNamed(Object.fromEntries(named)) : undefined,
    patterns: listOf(
      patterns.map(([source, each]) => [patternCode(source, GUARDED), tableOf(each)]),
    ),
    rest: rest && tableOf(rest),
    prefix: listOf(prefix.map((each) => (each ? tableOf(each) : null))),
    items: items && tableOf(items),
    all: listOf(all.map(tableOf)),
    any: listOf(any.map(([validator, each]) => [validator, tableOf(each)])),
  })
}

const listOf = <T>(parts: readonly T[]) => (parts.length > 0 ? parts : undefined)
