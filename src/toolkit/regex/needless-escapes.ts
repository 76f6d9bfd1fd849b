import { patternFlags } from './syntax.js'

/**
 * A pattern as the flag `u` takes it (JSON Schema 2020-12, section 6.4), where it means the same: without escapes
 * that it refuses (`\-`, `\@`), and with those that it asks for (`[\w-.]`, `]`). Any other stays as it is.
 */
export function withUnicodeSyntax(pattern: string): string {
  if (patternFlags(pattern) === 'u') return pattern
  const rewritten = rewrite(pattern)
  return patternFlags(rewritten) === 'u' ? rewritten : pattern
}

/** An escape, a quantifier, or a character. */
const TOKENS = /\\[pP]\{[^}]*\}|\\u\{[\da-f]+\}|\\.|\{\d+(?:,\d*)?\}|./gisu

function rewrite(pattern: string): string {
  const tokens = pattern.match(TOKENS) ?? []
  let inClass = false
  const written = tokens.map((token, index) => {
    const text = inClass ? inside(token, tokens, index) : outside(token)
    if (inClass ? token === ']' : token === '[') inClass = !inClass
    return text
  })
  return written.join('')
}

function outside(token: string): string {
  if (/^[\]{}]$/.test(token)) return `\\${token}`
  return token === '\\-' ? '-' : unescaped(token)
}

function inside(token: string, tokens: readonly string[], index: number): string {
  if (token !== '-') return unescaped(token)
  const [before = '', after = ''] = [tokens[index - 1], tokens[index + 1]]
  const isRange = !isSet(before) && !isSet(after)
  // A class such as `\w` begins and ends no range.
  return isRange || before === '[' || after === ']' ? token : '\\-'
}

function isSet(token: string): boolean {
  return /^\\[dswp]/i.test(token)
}

/** A character without a backslash that says nothing; letters and digits may have a meaning with it. */
function unescaped(token: string): string {
  const isNeedless = token.startsWith('\\') && !/^\\[a-z\d^$\\.*+?()[\]{}|/-]/i.test(token)
  return isNeedless ? token.slice(1) : token
}
