import type { ParameterContract } from '../../openapi/parameter.js'
import { type TargetType, TEXT, targetTypeOf } from './target-type.js'

/** A parameter with its type taken apart. */
export interface PreparedParameter extends ParameterContract {
  readonly shape: TargetType
}

/** Gives the value of a parameter, `undefined` where none was sent. @throws {Unreadable} */
export type ReadParameter = (parameter: PreparedParameter, shape: TargetType) => unknown

export function prepareParameters(parameters: readonly ParameterContract[]): PreparedParameter[] {
  return parameters.map((parameter) => ({
    ...parameter,
    shape: parameter.type === undefined ? TEXT : targetTypeOf(parameter.type),
  }))
}

/** Whether the members of an object are written one by one, each under its own name. */
export function isSpread({ shape, style, explode }: PreparedParameter): boolean {
  return shape.object !== undefined && explode === true && style !== 'deepObject'
}
