/* c8 ignore start -- some of this is reached only when a document gets through */
import { type Token, tokenize } from './tokens.js'

/** The start of nearly every name that stands for a hostile one. */
export const NEUTRAL = 'neutral'

/** Texts in the names that come from the document. */
const DERIVED = /neutral|proto|constructor|isPrototypeOf|propertyIsEnumerable/i

/** Tokens that a difference in layout adds or leaves out. */
const isLayout = ({ text }: Token, before: Token | undefined, after: Token | undefined) =>
  text === ';' ||
  (text === ',' && /^[\])}]$/.test(after?.text ?? '')) ||
  (text === '|' && /^([=(:<,[]|=>)$/.test(before?.text ?? ''))

/** The tokens that are the same for all texts of a document: no comments, no layout. */
export function shapeOf(code: string): Token[] {
  const codeTokens = tokenize(code).filter(({ kind }) => kind !== 'comment')
  const tokens = withNames(withoutMark(withoutProto(codeTokens)))
  return tokens
    .filter((token, at) => !isLayout(token, tokens[at - 1], tokens[at + 1]))
    .map((token, at, all) => (isKey(token, all[at + 1], all[at + 2]) ? KEY : token))
}

const KEY: Token = { kind: 'string', text: '' }

/** A member's name is bare where it can be. */
function isKey({ kind }: Token, after: Token | undefined, behind: Token | undefined): boolean {
  if (kind !== 'name' && kind !== 'string') return false
  if (after?.text === ':' || (after?.text === '?' && behind?.text === ':')) return true
  return after?.text === '(' && behind?.text === 'request'
}

/** `['__proto__']` is how a member of that name is written. */
function withoutProto(tokens: readonly Token[]): Token[] {
  const isProto = (at: number) =>
    tokens[at]?.text === '[' &&
    tokens[at + 1]?.text === "'__proto__'" &&
    tokens[at - 2]?.text !== '?' &&
    /^[:?(]$/.test(tokens[at + 3]?.text ?? '')
  return tokens.filter((_, at) => !isProto(at) && !isProto(at - 2))
}

/** A member that is read into a variable of its name, `const { a }`, as `const { a: a }`, like any other. */
function withNames(tokens: readonly Token[]): Token[] {
  let isPattern = false
  return tokens.flatMap((token, at) => {
    if (token.text === '{') isPattern = tokens[at - 1]?.text === 'const'
    const [before, after] = [tokens[at - 1]?.text ?? '', tokens[at + 1]?.text ?? '']
    const isAlone =
      isPattern && token.kind === 'name' && /^[{,]$/.test(before) && /^[},]$/.test(after)
    if (token.text === '}') isPattern = false
    return isAlone ? [token, { kind: 'sign', text: ':' } as const, token] : [token]
  })
}

/** `prototypes: true` marks a body whose schema names `__proto__`, or `prototype` in `constructor`. */
function withoutMark(tokens: readonly Token[]): Token[] {
  const isMark = (at: number) =>
    tokens[at]?.text === 'prototypes' &&
    tokens[at + 1]?.text === ':' &&
    tokens[at + 2]?.text === 'true'
  return tokens.filter((_, at) => ![at + 1, at, at - 1, at - 2].some(isMark))
}

/** The first difference of two shapes, if any: only texts and the names made of them may differ. */
export function difference(
  neutral: readonly Token[],
  hostile: readonly Token[],
): string | undefined {
  const length = Math.max(neutral.length, hostile.length)
  for (let at = 0; at < length; at++) {
    if (isAlike(neutral[at], hostile[at])) continue
    const near = (tokens: readonly Token[]) =>
      tokens
        .slice(Math.max(0, at - 12), at + 8)
        .map(({ text }) => text.slice(0, 60))
        .join(' ')
    return `${near(neutral)}\n${near(hostile)}`
  }
  return undefined
}

function isAlike(neutral: Token | undefined, hostile: Token | undefined): boolean {
  if (neutral === undefined || hostile?.kind !== neutral.kind) return false
  if (neutral.kind === 'string' || neutral.text === hostile.text) return true
  if (neutral.kind !== 'name') return false
  return DERIVED.test(neutral.text) || unnumbered(hostile) === unnumbered(neutral)
}

/** Names that collide are numbered. */
function unnumbered({ text }: Token): string {
  return text.replace(/[_\d]+/g, '')
}
