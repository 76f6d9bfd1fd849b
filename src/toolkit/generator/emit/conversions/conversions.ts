import { memoize } from '../../../shared/memoize.js'
import { schemaContext } from '../../analysis/composition.js'
import type { Model } from '../../model/model.js'
import { qualified, unqualified } from '../../print/code.js'
import { isLazy } from '../chunks/chunks.js'
import type { BranchSchema } from '../validators/compile.js'
import { MARKER } from '../validators/unit.js'
import { tableOf } from './conversion-table.js'

/** The conversions of all schemas that have some, and the branches that they name: `branch0`, `branch1`, ... */
export const conversionsOf = memoize((model: Model) => {
  const branches: BranchSchema[] = []
  const refer = isLazy(model) ? unqualified : qualified
  const { uses, int64, schemas } = model
  const context = schemaContext(schemas)
  const branch = (schema: Omit<BranchSchema, 'name'>) => {
    const name = `${schema.marks ? MARKER : 'branch'}${branches.length}`
    branches.push({ name, ...schema })
    return refer('validators', name)
  }
  const conversions = schemas.flatMap((named) => {
    const isReceived = uses.convertedRequests.has(named.name)
    if (!isReceived && !uses.convertedResponses.has(named.name)) return []
    const table = tableOf(named, {
      converted: uses[isReceived ? 'convertedRequests' : 'convertedResponses'],
      isBigint: isReceived && int64 === 'bigint',
      schemas: context,
      // What is sent is told apart by its strings.
      ...((isReceived || uses.coded.has(named.name)) && { branch }),
    })
    return [{ named, table }]
  })
  return { conversions, branches }
})
