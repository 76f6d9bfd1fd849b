import type { Pattern } from '../regex/linear/matcher.js'
import type { Validator } from './validator.js'

/** Evaluated members and elements (JSON Schema 2020-12, section 11). */
export class Evaluated {
  readonly #names: ReadonlySet<string>[] = []
  readonly #patterns: Pattern[] = []
  readonly #contained: Validator[] = []
  #everyMember = false
  #first = 0

  names(names: ReadonlySet<string>): void {
    this.#names.push(names)
  }

  pattern(pattern: Pattern): void {
    this.#patterns.push(pattern)
  }

  everyMember(): void {
    this.#everyMember = true
  }

  first(count: number): void {
    this.#first = Math.max(this.#first, count)
  }

  everyElement(): void {
    this.#first = Infinity
  }

  /** Elements that `contains` accepts. */
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
