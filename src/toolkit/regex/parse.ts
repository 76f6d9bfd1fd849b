import { type AST, parsePattern } from './ast.js'
import type { Syntax } from './syntax.js'

export interface ParsedSyntax {
  readonly syntax: Syntax
  /** False if a back reference was replaced by a copy of its group. */
  readonly isExact: boolean
  readonly classes: readonly ClassNode[]
}

export type ClassNode = AST.Character | AST.CharacterSet | AST.CharacterClass

/** Most parts of a pattern, including copies of groups for back references. */
const MOST_PARTS = 200_000
const MOST_DEPTH = 100

/** Parses a pattern that compiles; `undefined` if it is too large, or unknown to the parser. */
export function parse(pattern: string, flags: string): ParsedSyntax | undefined {
  const reader = new SyntaxReader()
  try {
    const { alternatives } = parsePattern(pattern, flags)
    return { syntax: reader.any(alternatives), isExact: reader.isExact, classes: reader.classes }
  } catch {
    return undefined
  }
}

class SyntaxReader {
  isExact = true
  readonly classes: ClassNode[] = []
  #parts = 0
  #depth = 0

  any(alternatives: readonly AST.Alternative[]): Syntax {
    if (++this.#depth > MOST_DEPTH) throw new RangeError('the pattern is too deep')
    const any = alternatives.map(({ elements }): Syntax => {
      const all = elements.map((each) => this.#element(each))
      return all.length === 1 ? (all[0] as Syntax) : { all }
    })
    this.#depth--
    return any.length === 1 ? (any[0] as Syntax) : { any }
  }

  #element(element: AST.Element): Syntax {
    if (++this.#parts > MOST_PARTS) throw new RangeError('the pattern is too large')
    switch (element.type) {
      case 'Assertion':
        return this.#assertion(element)
      case 'Quantifier': {
        const { min: least, max } = element
        const of = this.#element(element.element)
        return { of, least, ...(Number.isFinite(max) && { most: max }) }
      }
      case 'Group':
      case 'CapturingGroup':
        return this.any(element.alternatives)
      case 'Backreference':
        this.isExact = false
        return this.#reference(element)
      case 'Character':
        this.classes.push(element)
        return character(element)
      case 'CharacterSet':
      case 'CharacterClass':
        this.classes.push(element)
        return element.raw
      /* c8 ignore next 2 -- needs the flag `v` */
      default:
        throw new TypeError(element.type)
    }
  }

  /** A back reference as an optional copy of its group. */
  #reference(reference: AST.Backreference): Syntax {
    const groups = [reference.resolved].flat()
    const others = groups.filter(({ start, end }) => reference.start < start || reference.end > end)
    const any = others.map(({ alternatives }) => this.any(alternatives))
    return { of: { any }, least: 0, most: 1 }
  }

  #assertion(assertion: AST.Assertion): Syntax {
    switch (assertion.kind) {
      case 'start':
      case 'end':
        return { at: assertion.kind }
      case 'word':
        return { at: assertion.negate ? 'inside' : 'edge' }
    }
    const body = this.any(assertion.alternatives)
    const not = assertion.negate && { not: true }
    return assertion.kind === 'lookahead' ? { ahead: body, ...not } : { behind: body, ...not }
  }
}

/** A character as a class that is valid everywhere in a pattern. */
function character({ value }: AST.Character): string {
  if (/^[\w\-:;@ ~'"#&%=!,]$/.test(String.fromCodePoint(value))) return String.fromCodePoint(value)
  if (value > 0xffff) return `\\u{${value.toString(16)}}`
  return `\\u${value.toString(16).padStart(4, '0')}`
}
