import type { Schema } from '../../openapi/schema/schema.js'
import type { MediaType, Operation, TestedContract } from './contract.js'
import { isList, membersOf, typesOf } from './members.js'

/** Where a body has what is sent of a thing: in a member, or as a whole. */
export interface AskedPlace {
  readonly name: string | undefined
  /** The schema of what is there: of a list, that of its items. */
  readonly schema: Schema
}

export function answerOf(contract: TestedContract, operation: Operation): Schema | undefined {
  const successes = operation.responses.filter(({ status }) => /^2/.test(status))
  const media = jsonIn(successes.flatMap(({ content }) => content))
  return media && contract.reference(media.schema as string)
}

/** The schema of what an operation is sent of a thing: without its envelope, where it has one. */
export function questionOf(contract: TestedContract, operation: Operation): Schema | undefined {
  const media = jsonIn(operation.requestBody?.content ?? [])
  return media && askedPlace(contract, operation, media).schema
}

/** Where a body has what is sent of a thing: in its only member, where an answer has the same thing there, too. */
export function askedPlace(
  contract: TestedContract,
  operation: Operation,
  { kind, schema: named }: MediaType,
): AskedPlace {
  const schema = contract.reference(named as string)
  const [[name, inner] = [], ...others] = membersOf(contract, schema)
  const isAlone = kind === 'json' && others.length === 0
  if (!isAlone || inner === undefined || typesOf(contract, inner).join() !== 'object')
    return { name: undefined, schema }
  const isAnswered = contract.operations.some((each) => {
    const isOwn = each === operation || (each.method === 'GET' && each.path === operation.path)
    const members = membersOf(contract, isOwn ? answerOf(contract, each) : undefined)
    const own = members.get(name as string)
    return own !== undefined && !hasId(members) && !isList(contract, own)
  })
  return isAnswered ? { name, schema: inner } : { name: undefined, schema }
}

/** True for members of a thing with an identity. */
export function hasId(members: ReadonlyMap<string, Schema>): boolean {
  return ['id', '_id', 'uuid'].some((name) => members.has(name))
}

function jsonIn(content: readonly MediaType[]): MediaType | undefined {
  return content.find(({ kind, schema }) => kind === 'json' && schema !== undefined)
}
