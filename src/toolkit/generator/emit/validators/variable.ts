import { ALL_TYPES, type JsonTypes } from '../../analysis/json-values.js'
import { Code, symbol } from '../../print/code.js'
import { camelCase, identifier } from '../../shared/names.js'
import { HELPERS } from './context.js'
import type { Unit } from './unit.js'

/** A variable of generated code. */
export interface Variable {
  readonly value: Code
  /** The types that its value can have, as far as TypeScript knows after the code before. */
  readonly jsonTypes: JsonTypes
  readonly scope: Scope
  readonly unit: Unit
  /** Start of the names of local functions about it. */
  readonly hint: string
}

/** Names of variables: a nested block may not declare those around it. */
export class Scope {
  readonly #around: Scope | undefined
  readonly #names = new Set<string>()
  /** The first number to try for the next variable of a name. */
  readonly #counts = new Map<string, number>()

  constructor(around?: Scope) {
    this.#around = around
  }

  declare(wanted: string): string {
    const base = variableName(wanted)
    let count = this.#counts.get(base) ?? 1
    while (this.#knows(numbered(base, count))) count++
    this.#counts.set(base, count + 1)
    this.#names.add(numbered(base, count))
    return numbered(base, count)
  }

  inside(): Scope {
    return new Scope(this)
  }

  #knows(name: string): boolean {
    if (this.#names.has(name)) return true
    const around = this.#around
    return around === undefined ? false : around.#knows(name)
  }
}

function numbered(base: string, count: number): string {
  return count === 1 ? base : `${base}${count}`
}

const TAKEN: ReadonlySet<string> = new Set(['validation', ...HELPERS])

/** Functions start with `is`; helpers are called by their names. */
function variableName(wanted: string): string {
  const name = camelCase(wanted)
    .replaceAll('$', '_')
    .slice(0, 40)
    // `WWW-Authenticate` is `wwwAuthenticate`.
    .replace(/^\p{Ll}\p{Lu}+(?=\p{Lu}\p{Ll}|$)/u, (start) => start.toLowerCase())
  return TAKEN.has(name) || /^is|^evaluated|^_*$/.test(name) ? `its_${name}` : identifier(name)
}

export function parameter(unit: Unit, hint: string): Variable {
  const scope = new Scope()
  return { unit, value: symbol(scope.declare('value')), jsonTypes: ALL_TYPES, scope, hint }
}

/** A variable for a member or an element, in a block of its own. */
export function partOf(variable: Variable, name: string, hint = name): Variable {
  const scope = variable.scope.inside()
  const value = new Code(scope.declare(name))
  return { ...variable, value, jsonTypes: ALL_TYPES, scope, hint: `${variable.hint}_${hint}` }
}
