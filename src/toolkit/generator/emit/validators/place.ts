import { camelCase } from '../../print/identifiers.js'
import { HELPERS } from './helpers.js'

/** What a value can be, as far as the code before has looked; the compiler of TypeScript knows it too. */
export type Facts = ReadonlySet<Category>
export type Category = 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string'

export const ANYTHING: Facts = new Set([
  'array',
  'boolean',
  'null',
  'number',
  'object',
  'string',
] as const)

/** A value that code is written for. */
export interface Place {
  /** The variable that holds it. */
  readonly value: string
  readonly facts: Facts
  readonly scope: Scope
  /** What local functions about it are called after. */
  readonly hint: string
}

/** The names of variables: a nested block may not use those around it. */
export class Scope {
  readonly #around: Scope | undefined
  readonly #names = new Set<string>()
  /** The number that the next of these names is tried with. */
  readonly #counts = new Map<string, number>()

  constructor(around?: Scope) {
    this.#around = around
  }

  /** A variable's name, close to `wanted`. */
  declare(wanted: string): string {
    const base = variable(wanted)
    let count = this.#counts.get(base) ?? 1
    while (this.#knows(numbered(base, count))) count++
    this.#counts.set(base, count + 1)
    this.#names.add(numbered(base, count))
    return numbered(base, count)
  }

  /** The scope of a block within this one. */
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

/** Members of many schemas have the same names. */
const variables = new Map<string, string>()

function variable(wanted: string): string {
  const known = variables.get(wanted)
  if (known !== undefined) return known
  const name = newVariable(wanted)
  variables.set(wanted, name)
  return name
}

/** No name of a function, which starts with `is`, and none of what generated code calls. */
function newVariable(wanted: string): string {
  const name = camelCase(wanted).replaceAll('$', '_').slice(0, 40)
  return TAKEN.has(name) || /^is|^evaluated|^_*$/.test(name) ? `its_${name}` : name
}

/** A place in a function of its own. */
export function parameter(hint: string): Place {
  const scope = new Scope()
  return { value: scope.declare('value'), facts: ANYTHING, scope, hint }
}
