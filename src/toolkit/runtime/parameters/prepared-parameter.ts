import type { ParameterContract } from '../../openapi/parameter.js'
import { type TargetType, TEXT, targetTypeOf } from './target-type.js'

export interface PreparedParameter extends ParameterContract {
  readonly targetType: TargetType
}

/** Reads the value of a parameter; `undefined` if it was not sent. @throws {Unreadable} */
export type ReadParameter = (parameter: PreparedParameter, targetType: TargetType) => unknown

export function prepareParameters(parameters: readonly ParameterContract[]): PreparedParameter[] {
  return parameters.map((parameter) => ({
    ...parameter,
    targetType: parameter.type === undefined ? TEXT : targetTypeOf(parameter.type),
  }))
}

/** True if the members of an object are sent as separate parameters. */
export function isSpread({ targetType, style, explode }: PreparedParameter): boolean {
  return targetType.object !== undefined && explode === true && style !== 'deepObject'
}
