import type { Operation, Parameter } from '../../document/contract.js'
import { type HeaderLine, headerOf } from '../../exchange/request.js'
import { parametersOf } from '../../requests/parts.js'
import type { ResourceOperations } from '../../resources/resource.js'
import { documents } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import type { Thing } from '../../resources/thing.js'

function parameterNamed(operation: Operation, name: string): Parameter | undefined {
  return parametersOf(operation).find((each) => each.in === 'header' && each.name === name)
}

/** True if an operation looks at a condition, by the document. */
export function takes(
  operation: Operation | undefined,
  name: string,
  status: number,
): operation is Operation {
  if (operation === undefined) return false
  return parameterNamed(operation, name) !== undefined || documents(operation, status)
}

/** A header with a condition, if the document allows its value. */
export function condition(
  scene: Scene,
  operation: Operation,
  name: string,
  value: string,
): HeaderLine[] {
  const parameter = parameterNamed(operation, name.toLowerCase())
  const isValid =
    parameter === undefined || scene.kit.contract.verdicts.accepts(parameter.schema, value)
  return isValid ? [[name, value]] : []
}

export async function etagOf(scene: Scene, thing: Thing): Promise<string | undefined> {
  const { read } = thing.resource.operations as ResourceOperations
  const response = await scene.send(read, { thing })
  return isSuccess(response) ? headerOf(response, 'etag') : undefined
}
