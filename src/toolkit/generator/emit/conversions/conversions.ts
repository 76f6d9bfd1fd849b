import type { Model, NamedSchema } from '../../model/model.js'
import { qualified, unqualified } from '../../print/code.js'
import { isLazy } from '../chunks/lazy.js'
import type { BranchSchema } from '../validators/exported-functions.js'
import { type ConversionNode, nodeOf } from './conversion-node.js'

/** The branches of unions with conversions inside; their validators are `branch0`, `branch1`, ... */
export function branchesOf(model: Model): readonly BranchSchema[] {
  return conversionsOf(model).branches
}

/** The conversions of all schemas that have some, and the branches that they name. */
export function conversionsOf(model: Model) {
  const branches: BranchSchema[] = []
  const refer = isLazy(model) ? unqualified : qualified
  const { uses, int64, schemas } = model
  const conversions = schemas.flatMap((named): { named: NamedSchema; node: ConversionNode }[] => {
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
      ...(isReceived && { validator }),
    })
    return [{ named, node }]
  })
  return { conversions, branches }
}
