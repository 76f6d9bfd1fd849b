import { isExplodedObject, type PreparedParameter, type TargetType } from './target-type.js'
import type { EncodedMember } from './values.js'

interface SentParts {
  readonly texts: readonly string[]
  readonly members: readonly EncodedMember[]
}

/** True if the parameter is sent as the names of its members, and never with its own (RFC 6570, section 3.2.8). */
export function isNeverNamed(parameter: PreparedParameter): boolean {
  return isExplodedObject(parameter) && isOnlyObject(parameter.targetType)
}

/** The parts of an exploded object: what has its own name is a member, unless the value can be something else. */
export function withOwnName(
  parameter: PreparedParameter,
  type: TargetType,
  sent: SentParts,
): SentParts {
  const { texts, members } = sent
  const { name } = parameter
  const isMember = isExplodedObject(parameter) && mayHold(type, name)
  if (!isMember || texts.length === 0 || (members.length === 0 && !isOnlyObject(type))) {
    return sent
  }
  const own = texts.map((text): EncodedMember => [name, text])
  return { texts: [], members: [...own, ...members] }
}

export function isOnlyObject({ scalars, array, object }: TargetType): boolean {
  return object !== undefined && array === undefined && scalars.every((each) => each === 'null')
}

export function mayHold({ object }: TargetType, name: string): boolean {
  return object?.members.has(name) === true || object?.rest !== undefined
}
