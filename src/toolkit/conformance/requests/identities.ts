import type { Operation, Parameter } from '../document/contract.js'
import { meantBy, UnknownName } from '../document/named-operations.js'
import { type RequestParts, withParameter } from './parts.js'

/** What the kit knows of things that the service has: values of path parameters that lead to them. */
export class Identities {
  /** By path up to the parameter, then by the name of the parameter. */
  readonly #known = new Map<string, unknown>()
  readonly #given = new Map<string, unknown>()
  /** Second things, by the same keys, for what names two of a kind. */
  readonly #seconds = new Map<string, unknown>()
  /** Values that led to what is gone, by the same keys. */
  readonly #former = new Map<string, Set<unknown>>()

  /** The value that leads to a thing; `undefined` where none is known. */
  valueOf({ path }: Operation, parameter: Parameter): unknown {
    if (parameter.in !== 'path') return undefined
    return this.at(keyOf(path, parameter.name), parameter.name)
  }

  /** The identity of a thing with a key, or what the user says of the name of its parameter. */
  at(key: string, name: string, isSecond = false): unknown {
    const second = isSecond ? this.#seconds.get(key) : undefined
    return second ?? this.#known.get(key) ?? this.#given.get(key) ?? this.#given.get(name)
  }

  hasSecond(key: string): boolean {
    return this.#seconds.has(key)
  }

  learnSecond(key: string, value: unknown): void {
    this.#seconds.set(key, value)
  }

  /** Remembers what the user says, by a path `/pets/{petId}` or the name of a parameter. */
  give(given: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(given)) {
      const parameter = /\{([^{}]*)\}\/?$/.exec(name)?.[1]
      this.#given.set(parameter === undefined ? name : keyOf(name, parameter), value)
    }
  }

  /** Remembers a thing at `path`, whose parameter has this value. */
  learn(path: string, parameter: string, value: unknown): void {
    const key = keyOf(path, parameter)
    const former = this.#former.get(key) ?? new Set()
    this.#former.set(key, former.add(this.#known.get(key)))
    former.delete(value)
    this.#known.set(key, value)
  }

  /** A request that was made before a thing was removed, led to what has taken its place. */
  current(parts: RequestParts): RequestParts {
    const { operation, parameters } = parts
    let now = parts
    for (const [parameter, held] of parameters) {
      if (parameter.in !== 'path' || !('value' in held)) continue
      const isFormer = this.#former.get(keyOf(operation.path, parameter.name))?.has(held.value)
      if (!isFormer) continue
      now = withParameter(now, parameter, { value: this.valueOf(operation, parameter) })
    }
    return now
  }
}

/** A thing is told by the path up to its parameter, whatever parameters are called: `/pets/{}` for `/pets/{id}/photos`. */
export function keyOf(path: string, parameter: string): string {
  const end = path.lastIndexOf(`{${parameter}}`)
  return `${path.slice(0, end).replace(/\{[^{}]*\}/g, '{}')}{}`
}

/** @throws {UnknownName} for an identity of nothing: no path has this parameter, or begins so. */
export function checkIdentities(operations: readonly Operation[], names: readonly string[]): void {
  const places = operations.flatMap(({ path }) =>
    [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => ({ name, key: keyOf(path, name) })),
  )
  for (const name of names) {
    const parameter = /\{([^{}]*)\}\/?$/.exec(name)?.[1]
    const key = parameter === undefined ? undefined : keyOf(name, parameter)
    if (places.some((each) => each.name === name || each.key === key)) continue
    const parameters = [...new Set(places.map((each) => each.name))]
    throw new UnknownName(
      `identities: no path leads to ${JSON.stringify(name)}; ${meantBy(name, parameters)}its parameters are ${parameters.join(', ') || 'none'}`,
    )
  }
}
