/** A token of generated code. */
export interface Token {
  readonly kind: 'comment' | 'string' | 'template' | 'name' | 'number' | 'sign'
  readonly text: string
}

/**
 * Tokens of generated code. If a text is anything else (a regular expression, a control, a
 * quotation mark of another kind), it is not code that the generator has meant to write.
 */
const TOKENS: readonly (readonly [Token['kind'] | 'space', RegExp])[] = [
  ['space', /[ \n]+/y],
  ['comment', /\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/ @ts-nocheck -- [\w ,;]*(?=\n)/y],
  ['string', /'(?:[^'\\]|\\(?:[bfnrt\\'#]|u[\da-f]{4}))*'/y],
  ['template', /`[\w.+-]*\/\$\{string\}`/y],
  ['name', /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy],
  ['number', /\d+(?:\.\d+)?(?:e[+-]?\d+)?n?/y],
  ['sign', /=>|&&|\|\||[!=]==?|[<>]=?|[{}()[\],.:;?|&!=+*-]/y],
]

/** Characters that no source has unescaped: controls, ends of lines, changes of the direction of writing. */
const HIDDEN = /[\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}\ufeff]|[^\P{Cc}\t\n]/u

/** Comments that tools obey, wherever they are; the compiler looks at the last line of a comment. */
const ORDERS = [
  /\/[/*][#@]\s*source(Mapping)?URL=/,
  /(\/\*|\n)\s*[*/]*\s*@ts-(ignore|expect-error)[^\n]*\*\//,
  /^\s*\/\/(?! @ts-nocheck -- )/m,
]

/** @throws {SyntaxError} where a text is not what the generator writes. */
export function tokenize(code: string): Token[] {
  const hidden = HIDDEN.exec(code)
  if (hidden !== null)
    throw new SyntaxError(`hidden character ${hidden[0].charCodeAt(0).toString(16)}`)
  const order = ORDERS.map((each) => each.exec(code)).find((found) => found !== null)
  if (order) throw new SyntaxError(`obeyed by a tool: ${order[0]}`)
  const tokens: Token[] = []
  for (let at = 0; at < code.length; ) {
    const [kind, text] = next(code, at)
    if (kind !== 'space') tokens.push({ kind, text })
    at += text.length
  }
  return tokens
}

function next(code: string, at: number): [Token['kind'] | 'space', string] {
  for (const [kind, pattern] of TOKENS) {
    pattern.lastIndex = at
    const text = pattern.exec(code)?.[0]
    if (text !== undefined) return [kind, text]
  }
  throw new SyntaxError(`no token: ${JSON.stringify(code.slice(at, at + 60))}`)
}
