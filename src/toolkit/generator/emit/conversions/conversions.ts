import { memoize } from '../../../shared/memoize.js'
import { schemaContext } from '../../analysis/composition.js'
import type { Model, NamedSchema } from '../../model/model.js'
import { qualified, unqualified } from '../../print/code.js'
import { isLazy } from '../chunks/lazy.js'
import type { BranchSchema } from '../validators/exported-functions.js'
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
