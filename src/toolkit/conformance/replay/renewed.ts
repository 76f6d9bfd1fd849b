import { markOf, uuidOf } from '../requests/fresh.js'
import type { TextChange } from './case-file.js'

/** Fewest digits of a number that is no other one by chance. */
const DIGITS = 6

/** The numbers in texts of which identities were made, as they are, as a UUID and as letters. */
export function identitiesIn(
  texts: readonly string[],
  isIdentity: (number: number) => boolean,
): number[] {
  const found = new Set<number>()
  for (const text of texts) {
    for (const number of numbersIn(text)) if (isIdentity(number)) found.add(number)
  }
  return [...found].filter((each) => String(each).length >= DIGITS).toSorted((a, b) => a - b)
}

function* numbersIn(text: string): Generator<number> {
  for (const [digits] of text.matchAll(/\d{6,40}/g)) {
    // What stands before it may mean something: the first digits of an ISBN do.
    for (let length = DIGITS; length <= Math.min(digits.length, 15); length++) {
      yield Number(digits.slice(-length))
    }
  }
  for (const [, hex = ''] of text.matchAll(/\b([\da-f]{8,})-5eed-4bad-8bad-c0ffee\d{6}/gi)) {
    yield Number.parseInt(hex, 16)
  }
  for (const [, letters = ''] of text.matchAll(/kit([bcdfghklmn]{6,15})/g)) {
    yield Number([...letters].map((each) => 'bcdfghklmn'.indexOf(each)).join(''))
  }
}

/**
 * Puts other numbers in the place of those that identities were made of, of as many digits.
 *
 * @param start - A number that no replay before began with.
 */
export function withNewIdentities(identities: readonly number[], start: number): TextChange {
  const [first = 0] = identities
  const pairs = identities.flatMap((each) => {
    const number = numberFrom(start + each - first, String(each).length)
    const forms = (of: number) => [uuidOf(of), markOf(of), String(of)]
    const renewed = forms(number)
    return forms(each).map((form, at) => [form, renewed[at] as string] as const)
  })
  if (pairs.length === 0) return (text) => text
  const known = new Map(pairs)
  // A number ends where its digits do.
  const forms = pairs.map(([form]) => (/^\d+$/.test(form) ? `${form}(?!\\d)` : form))
  const pattern = new RegExp(forms.join('|'), 'g')
  return (text) => text.replace(pattern, (form) => known.get(form) as string)
}

function numberFrom(number: number, digits: number): number {
  const least = 10 ** (digits - 1)
  return least + (number % (9 * least))
}
