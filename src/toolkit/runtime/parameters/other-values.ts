import { below } from '../../openapi/json-pointer.js'
import type { Violation } from '../errors/violations.js'
import { readings } from './readings.js'
import type { PreparedParameter, ReadParameter, TargetType } from './target-type.js'
import { violationOf } from './url-encoding.js'

/** Values that its text may be instead of the first one. */
export function* otherValues(
  parameter: PreparedParameter,
  read: ReadParameter,
  first: unknown,
  violations: readonly Violation[],
): Generator<unknown> {
  const pointers = violations.map(({ pointer }) => pointer)
  const isNamed = (path: readonly (string | number)[]) =>
    pointers.includes(path.reduce<string>((pointer, key) => below(pointer, String(key)), ''))
  for (const targetType of readings(parameter.targetType, first, isNamed)) {
    const value = readOr(parameter, targetType, read)
    if (value !== undefined) yield value
  }
}

/** The value, or `undefined` if it cannot be read as this type: another one may be readable. */
export function readOr(
  parameter: PreparedParameter,
  type: TargetType,
  read: ReadParameter,
): unknown {
  try {
    return read(parameter, type)
  } catch (error) {
    violationOf(parameter.name, error)
    return undefined
  }
}
