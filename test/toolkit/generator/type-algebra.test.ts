import t from 'tap'
import {
  arrayOf,
  atom,
  intersection,
  NEVER,
  UNKNOWN,
  union,
} from '#toolkit/generator/emit/types/type-algebra.js'

const [a, b, c] = [atom('A'), atom('B'), atom('C')] as const
const said = { ...union([a, b]), comment: '/** Said. */\n' }

t.test('types are put together', async (t) => {
  const table: [found: { readonly text: string }, text: string][] = [
    [union([]), 'never'],
    [union([a]), 'A'],
    [union([a, a]), 'A'],
    [union([a, b, a]), 'A | B'],
    [union([union([a, b]), union([b, c])]), 'A | B | C'],
    [union([a, NEVER]), 'A'],
    [union([a, UNKNOWN, b]), 'unknown'],
    [union([union([a, b])]), 'A | B'],
    [union([intersection([a, b]), c]), '(A & B) | C'],
    [intersection([]), 'unknown'],
    [intersection([a]), 'A'],
    [intersection([a, UNKNOWN]), 'A'],
    [intersection([a, NEVER, b]), 'never'],
    [intersection([a, intersection([b, a, c])]), 'A & B & C'],
    [intersection([union([a, b]), c]), '(A | B) & C'],
    [arrayOf(a), 'A[]'],
    [arrayOf(union([a, b])), '(A | B)[]'],
    [union([said, c]), '\n  /** Said. */\n  | A\n  | B\n  | C'],
    [union([said]), '\n  /** Said. */\n  | A\n  | B'],
    [union([{ ...a, comment: '/** A. */\n' }, a]), 'A'],
    [union([a, { ...a, comment: '/** A. */\n' }, b]), '\n  /** A. */\n  | A\n  | B'],
    [arrayOf(union([said, c])), '(\n  /** Said. */\n  | A\n  | B\n  | C\n)[]'],
  ]
  for (const [{ text }, want] of table) t.equal(text, want)
})
