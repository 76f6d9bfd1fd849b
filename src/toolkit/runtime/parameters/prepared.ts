import type { ParameterContract } from '../../openapi/parameter.js'
import { type Shape, shapeOf, TEXT } from './target-type.js'

/** A parameter with its type taken apart. */
export interface Planned extends ParameterContract {
  readonly shape: Shape
}

/** Gives the value of a parameter, `undefined` where none was sent. @throws {Unreadable} */
export type Read = (parameter: Planned, shape: Shape) => unknown

export function plan(parameters: readonly ParameterContract[]): Planned[] {
  return parameters.map((parameter) => ({
    ...parameter,
    shape: parameter.type === undefined ? TEXT : shapeOf(parameter.type),
  }))
}

/** Whether the members of an object are written one by one, each under its own name. */
export function isSpread({ shape, style, explode }: Planned): boolean {
  return shape.object !== undefined && explode === true && style !== 'deepObject'
}
