import type { Pattern } from '../regex/linear/pattern.js'
import type { Validator } from './validator.js'

/**
 * What the schemas that hold for an object or an array say about its members or elements; the rest is
 * what `unevaluatedProperties` and `unevaluatedItems` are about (JSON Schema 2020-12, section 11).
 */
export class Evaluated {
  readonly #names: ReadonlySet<string>[] = []
  readonly #patterns: Pattern[] = []
  readonly #contained: Validator[] = []
  #everyMember = false
  #first = 0

  /** Members of these names. */
  names(names: ReadonlySet<string>): void {
    this.#names.push(names)
  }

  /** Members whose name matches. */
  pattern(pattern: Pattern): void {
    this.#patterns.push(pattern)
  }

  everyMember(): void {
    this.#everyMember = true
  }

  /** The first elements. */
  first(count: number): void {
    this.#first = Math.max(this.#first, count)
  }

  everyElement(): void {
    this.#first = Infinity
  }

  /** The elements that `contains` is about. */
  contained(check: Validator): void {
    this.#contained.push(check)
  }

  includesMember(name: string): boolean {
    return (
      this.#everyMember ||
      this.#names.some((names) => names.has(name)) ||
      this.#patterns.some((pattern) => pattern.test(name))
    )
  }

  includesElement(index: number, element: unknown): boolean {
    return index < this.#first || this.#contained.some((check) => check(element))
  }
}

export function evaluatedParts(): Evaluated {
  return new Evaluated()
}
