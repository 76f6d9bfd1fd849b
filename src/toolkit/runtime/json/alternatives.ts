import type { Validator } from '../../validation/validator.js'
import { combinedSerializer } from './combined-printers.js'
import { any, type PrinterSet, type Serializer } from './serializer.js'

type SerializerBranch = readonly [accepts: Validator, serializer: Serializer]
type Branches = Readonly<Record<string, Serializer>>

export function anyOf(...branches: readonly SerializerBranch[]): Serializer {
  return alternatives(serializersOf(branches), (value) =>
    serializersOf(branches.filter(([accepts]) => accepts(value))),
  )
}

/** The first branch applies that accepts the value. */
export function oneOf(...branches: readonly SerializerBranch[]): Serializer {
  return alternatives(serializersOf(branches), (value) => {
    const held = branches.find(([accepts]) => accepts(value))
    return held === undefined ? [] : [held[1]]
  })
}

function serializersOf(branches: readonly SerializerBranch[]): Serializer[] {
  return branches.map(([, serializer]) => serializer)
}

/** The branch applies that a member selects. */
export function discriminated(name: string, branches: Branches): Serializer {
  return alternatives(Object.values(branches), (value) => {
    const branch = branchOf(value, name, branches)
    return branch === undefined ? [] : [branch]
  })
}

/** The schema applies that the value of a member selects, or else `otherwise`. */
export function selected(name: string, branches: Branches, otherwise: Serializer): Serializer {
  return combinedSerializer((value, set) => {
    branch(branchOf(value, name, branches) ?? otherwise, value, set, false)
  })
}

function branchOf(value: object, name: string, branches: Branches): Serializer | undefined {
  const tag = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
  const isTag = tag !== undefined && typeof tag !== 'object'
  return isTag && Object.hasOwn(branches, String(tag)) ? branches[String(tag)] : undefined
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
  accepts: (value: object) => boolean,
  then: Serializer,
  otherwise: Serializer,
): Serializer {
  return combinedSerializer((value, set) => {
    branch(accepts(value) ? then : otherwise, value, set, false)
  })
}

export function ifPresent(name: string, serializer: Serializer): Serializer {
  return conditional((value) => Object.hasOwn(value, name), serializer, any)
}

function branch(print: Serializer, value: object, set: PrinterSet, isAlternative: boolean): void {
  const own = set.branch()
  print.collect?.(value, own)
  set.take(own, isAlternative)
}
