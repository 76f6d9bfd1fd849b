import { isObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { questionOf } from '../document/asked-place.js'
import type { Operation, TestedContract } from '../document/contract.js'
import { isList, itemsOf, membersOf } from '../document/members.js'

/** An operation that makes several things of one kind. */
export interface BulkCreation {
  readonly operation: Operation
  /** The member of the body that has the list; none where the body is one. */
  readonly name: string | undefined
}

/** The operation below a collection whose list has the bodies by which single things are made. */
export function bulkCreationOf(
  contract: TestedContract,
  create: Operation,
): BulkCreation | undefined {
  const names = namesIn(contract, questionOf(contract, create))
  if (names === '') return undefined
  for (const operation of contract.operations) {
    const { method, path } = operation
    if (method !== 'POST' || !path.startsWith(`${create.path}/`) || path.endsWith('}')) continue
    const schema = questionOf(contract, operation)
    if (schema === undefined) continue
    const members = [...membersOf(contract, schema)]
    const lists = isList(contract, schema) ? [[undefined, schema] as const] : members
    const found = lists.find(
      ([, each]) => isList(contract, each) && namesIn(contract, itemsOf(contract, each)) === names,
    )
    if (found !== undefined) return { operation, name: found[0] }
  }
  return undefined
}

function namesIn(contract: TestedContract, schema: Schema | undefined): string {
  return [...membersOf(contract, schema).keys()].toSorted().join()
}

export function resultsIn(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer
  const lists = isObject(answer) ? Object.values(answer).filter((each) => Array.isArray(each)) : []
  return lists.length === 1 ? lists[0] : undefined
}

/** The thing of which a result tells: the result, or the member of it that has some of what was sent. */
export function thingIn(result: unknown, sent: object): object | undefined {
  if (!isObject(result)) return undefined
  const names = Object.keys(sent)
  return [result, ...Object.values(result)].find(
    (each) => isObject(each) && 2 * names.filter((name) => name in each).length > names.length,
  ) as object | undefined
}
