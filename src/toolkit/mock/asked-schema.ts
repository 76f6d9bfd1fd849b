import { type LocatedValue, member } from '../openapi/document.js'
import type { JsonObject } from '../openapi/json.js'
import { essenceOf, isJson } from '../openapi/media-type.js'
import type { OperationContract } from '../runtime/contract/contract.js'

/** The schema of the JSON that an operation asks for, in 2.0 that of the parameter `body`. */
export function askedOf(
  root: JsonObject,
  { path, method }: OperationContract,
): LocatedValue | undefined {
  const whole = { pointer: '#', value: root }
  const operation = member(root, whole, 'paths', path, method.toLowerCase())
  if (operation === undefined) return undefined
  const content = member(root, operation, 'requestBody', 'content')
  const type = Object.keys(Object(content?.value)).find((each) => isJson(essenceOf(each)))
  if (content && type !== undefined) return member(root, content, type, 'schema')
  const parameters = [Object(operation.value).parameters ?? []].flat()
  const bodies = parameters.flatMap(
    (_, index) => member(root, operation, 'parameters', String(index)) ?? [],
  )
  const body = bodies.find(({ value }) => Object(value).in === 'body')
  return body && member(root, body, 'schema')
}
