import { type AST, RegExpParser } from '@eslint-community/regexpp'

export type { AST } from '@eslint-community/regexpp'

const parser = new RegExpParser({ ecmaVersion: 2024 })

/** The syntax tree of a pattern that compiles; throws if Node supports more than the parser. */
export function parsePattern(pattern: string, flags: string): AST.Pattern {
  return parser.parsePattern(pattern, 0, pattern.length, { unicode: flags.includes('u') })
}
