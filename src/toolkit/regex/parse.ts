import { type AST, RegExpParser } from '@eslint-community/regexpp'
import type { Syntax } from './syntax.js'

export interface ParsedSyntax {
  readonly syntax: Syntax
  /** True if copies of groups stand for references back. */
  readonly refersBack: boolean
  /** The character classes of the syntax. */
  readonly classes: ReadonlyMap<string, ClassNode>
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
    const syntax = reader.any(alternatives)
    return { syntax, refersBack: reader.refersBack, classes: reader.classes }
  } catch {
    return undefined
  }
}

class SyntaxReader {
  refersBack = false
  readonly classes = new Map<string, ClassNode>()
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
        return this.#reference(element)
      case 'Character':
        return this.#class(character(element), element)
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#class(element.raw, element)
      /* c8 ignore next 2 -- needs the flag `v` */
      default:
        throw new TypeError(element.type)
    }
  }

  #class(source: string, node: ClassNode): string {
    this.classes.set(source, node)
    return source
  }

  /** A back reference as a copy of its group, which is optional unless the group has matched for certain. */
  #reference(reference: AST.Backreference): Syntax {
    const groups = [reference.resolved].flat()
    const others = groups.filter(({ start, end }) => reference.start < start || reference.end > end)
    const any = others.map(({ alternatives }) => this.any(alternatives))
    const isSet = others.length === 1 && others.every((each) => isAlwaysBefore(each, reference))
    this.refersBack = true
    return isSet ? { any } : { of: { any }, least: 0, most: 1 }
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

/** True if no match reaches the reference without the group. */
function isAlwaysBefore(group: AST.CapturingGroup, reference: AST.Backreference): boolean {
  for (let outer: AST.Node | null = group.parent; outer !== null; outer = outer.parent) {
    if (outer.type === 'Quantifier' || outer.type === 'Assertion') return false
    if ('alternatives' in outer && outer.alternatives.length > 1) return false
  }
  return group.end <= reference.start
}

/** A character as a class that is valid everywhere in a pattern. */
function character({ value }: AST.Character): string {
  if (/^[\w\-:;@ ~'"#&%=!,]$/.test(String.fromCodePoint(value))) return String.fromCodePoint(value)
  if (value > 0xffff) return `\\u{${value.toString(16)}}`
  return `\\u${value.toString(16).padStart(4, '0')}`
}

export type { AST } from '@eslint-community/regexpp'

const parser = new RegExpParser({ ecmaVersion: 2024 })

/** The syntax tree of a pattern that compiles; throws if Node supports more than the parser. */
export function parsePattern(pattern: string, flags: string): AST.Pattern {
  return parser.parsePattern(pattern, 0, pattern.length, { unicode: flags.includes('u') })
}
