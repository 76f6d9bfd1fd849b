import type { Validator } from '../../validation/validator.js'
import { combinedSerializer } from './combined-printers.js'
import { any, type PrinterSet, type Serializer } from './serializer.js'

type SerializerBranch = readonly [accepts: Validator, serializer: Serializer]

export function anyOf(...branches: readonly SerializerBranch[]): Serializer {
  return alternatives(branches.map(second), (value) =>
    branches.flatMap(([accepts, each]) => (accepts(value) ? each : [])),
  )
}

/** The first branch applies that accepts the value. */
export function oneOf(...branches: readonly SerializerBranch[]): Serializer {
  return alternatives(branches.map(second), (value) => {
    const held = branches.find(([accepts]) => accepts(value))
    return held === undefined ? [] : [held[1]]
  })
}

/** The branch applies that a member selects. */
export function discriminated(
  name: string,
  branches: Readonly<Record<string, Serializer>>,
): Serializer {
  return alternatives(Object.values(branches), (value) => {
    const tag = Object.hasOwn(value, name) && (value as Record<string, unknown>)[name]
    const isKnown = typeof tag === 'string' && Object.hasOwn(branches, tag)
    return isKnown ? [branches[tag] as Serializer] : []
  })
}

/** The schema applies that the value of a member selects, or else `otherwise`. */
export function selected(
  name: string,
  branches: Readonly<Record<string, Serializer>>,
  otherwise: Serializer,
): Serializer {
  return combinedSerializer((value, set) => {
    const member = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    const tag = String(member)
    const isTag = member !== undefined && typeof member !== 'object'
    const isKnown = isTag && Object.hasOwn(branches, tag)
    branch(isKnown ? (branches[tag] as Serializer) : otherwise, value, set, false)
  })
}

function second([, serializer]: SerializerBranch): Serializer {
  return serializer
}

/** If no branch accepts a value that is sent all the same, all branches apply. */
function alternatives(
  all: readonly Serializer[],
  heldBy: (value: object) => readonly Serializer[],
): Serializer {
  return combinedSerializer((value, set) => {
    const held = heldBy(value)
    for (const serializer of held.length > 0 ? held : all) {
      branch(serializer, value, set, held.length > 0)
    }
  })
}

export function conditional(
  accepts: Validator,
  then: Serializer,
  otherwise: Serializer,
): Serializer {
  return combinedSerializer((value, set) => {
    branch(accepts(value) ? then : otherwise, value, set, false)
  })
}

export function ifPresent(name: string, serializer: Serializer): Serializer {
  return combinedSerializer((value, set) => {
    branch(Object.hasOwn(value, name) ? serializer : any, value, set, false)
  })
}

function branch(print: Serializer, value: object, set: PrinterSet, isAlternative: boolean): void {
  const own = set.branch()
  print.collect?.(value, own)
  set.take(own, isAlternative)
}
