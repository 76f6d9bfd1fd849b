import { isObject } from '../../openapi/json.js'
import { listName } from '../../openapi/resources/names.js'
import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { type AskedPlace, answerOf, hasId } from '../document/asked-place.js'
import type { Operation, TestedContract } from '../document/contract.js'
import { isList, itemsOf, membersOf } from '../document/members.js'

/** Where a body has its item, or its list: in a member, or as a whole. */
export interface ThingPlace extends AskedPlace {
  /** What divides a list that is no JSON as a whole. */
  readonly framing?: 'json-lines' | 'json-seq'
}

/** Where the success of an operation has a list; `undefined` where it has none. */
export function listPlace(contract: TestedContract, operation: Operation): ThingPlace | undefined {
  const schema = answerOf(contract, operation)
  if (schema === undefined) return undefined
  if (isList(contract, schema)) {
    return { name: undefined, schema: itemsOf(contract, schema) ?? true }
  }
  const members = membersOf(contract, schema)
  // A thing may have a list of its own.
  if (hasId(members)) return undefined
  const lists = [...members].filter(([, each]) => isList(contract, each))
  const name = listName(lists.map(([each]) => each))
  if (name === undefined) return undefined
  return { name, schema: itemsOf(contract, members.get(name) as Schema) ?? true }
}

/** The place of a list whose items are JSON texts of their own. */
export function recordsPlace(
  contract: TestedContract,
  { responses }: Operation,
): ThingPlace | undefined {
  for (const { status, content } of responses) {
    const media = content.find(({ framing = '' }) => /^json-(lines|seq)$/.test(framing))
    if (!status.startsWith('2') || media?.schema === undefined) continue
    const framing = media.framing as 'json-lines' | 'json-seq'
    return { name: undefined, schema: contract.reference(media.schema), framing }
  }
  return undefined
}

/** Where the success of an operation has one item: in a member that has an id, or as a whole. */
export function itemPlace(
  contract: TestedContract,
  operation: Operation,
  idNames: readonly string[],
): ThingPlace | undefined {
  const schema = answerOf(contract, operation)
  if (schema === undefined || isList(contract, schema)) return undefined
  const members = membersOf(contract, schema)
  // A file of 2.0 may have the media type of its errors, too.
  if (members.size === 0 && mayBeFile(operation)) return undefined
  const hasOwn = (each: ReadonlyMap<string, Schema>) => idNames.some((name) => each.has(name))
  if (!hasOwn(members)) {
    for (const [name, each] of members) {
      if (hasOwn(membersOf(contract, each))) return { name, schema: each }
    }
  }
  return { name: undefined, schema }
}

function mayBeFile({ responses }: Operation): boolean {
  const successes = responses.filter(({ status }) => status.startsWith('2'))
  return successes.some(({ content }) => content.some(({ kind }) => kind === 'binary'))
}

export function contentOf(body: unknown, { name }: ThingPlace): unknown {
  if (name === undefined) return body
  return isObject(body) && Object.hasOwn(body, name) ? body[name] : undefined
}

/** True if the document describes a part of both in one place. */
export function haveSame(contract: TestedContract, ...both: (Schema | undefined)[]): boolean {
  const [one = [], other = []] = both.map((each = true) => conjunctsOf(each, contract.target))
  return one.some((each) => other.includes(each) && each.properties !== undefined)
}
