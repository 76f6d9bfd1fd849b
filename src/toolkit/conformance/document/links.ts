import { type LocatedValue, member } from '../../openapi/document.js'
import { isObject, type JsonObject } from '../../openapi/json.js'
import { segments } from '../../openapi/json-pointer.js'
import type { Operation, Parameter, TestedContract } from './contract.js'
import { operationObject } from './operation-object.js'

/** A link of a response to another operation (3.1, section 4.8.20). */
export interface ResponseLink {
  /** JSON pointer of the link in the document. */
  readonly pointer: string
  /** The status, or the range, of the responses that have it. */
  readonly status: string
  readonly target: Operation
  /** Constants and runtime expressions for parameters of the target. */
  readonly parameters: ReadonlyMap<Parameter, unknown>
  readonly requestBody?: unknown
}

/** The links of the responses of an operation whose targets are operations of the document. */
export function linksOf(contract: TestedContract, operation: Operation): readonly ResponseLink[] {
  const document = contract.document as JsonObject
  const described = operationObject(document, operation)?.operation
  const responses = described && member(document, described, 'responses')
  return Object.keys(Object(responses?.value)).flatMap((status) => {
    const links = responses && member(document, responses, status, 'links')
    return Object.keys(Object(links?.value)).flatMap((name) => {
      const link = links && member(document, links, name)
      return link === undefined ? [] : linkAt(contract, status, link)
    })
  })
}

function linkAt(
  contract: TestedContract,
  status: string,
  { pointer, value }: LocatedValue,
): ResponseLink[] {
  if (!isObject(value)) return []
  const target = targetOf(contract, value)
  if (target === undefined) return []
  const given = Object.entries(Object(value.parameters))
  const parameters = given.flatMap(([name, each]): [Parameter, unknown][] => {
    const parameter = parameterOf(target, name)
    return parameter === undefined ? [] : [[parameter, each]]
  })
  // A link that names other parameters than its target has leads nowhere.
  if (parameters.length < given.length) return []
  const { requestBody } = value
  const body = requestBody !== undefined && { requestBody }
  return [{ pointer, status, target, parameters: new Map(parameters), ...body }]
}

function targetOf(
  { operations, document: root }: TestedContract,
  { operationId, operationRef }: JsonObject,
): Operation | undefined {
  if (operationId !== undefined) return operations.find((each) => each.operationId === operationId)
  const keys = typeof operationRef === 'string' ? segments(operationRef) : undefined
  const document = root as JsonObject
  const named = keys && member(document, { pointer: '#', value: document }, ...keys)
  if (named === undefined) return undefined
  return operations.find((each) => operationObject(document, each)?.operation.value === named.value)
}

/** The parameter that a link names: `id`, or `path.id` where that is not enough. */
function parameterOf({ parameterGroups }: Operation, name: string): Parameter | undefined {
  const all = parameterGroups.flatMap(({ parameters }) => parameters)
  return all.find((each) => each.name === name || `${each.in}.${each.name}` === name)
}
