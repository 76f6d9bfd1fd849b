/** Patterns that the engine needs exponential time for, and a text that shows it once repeated. */
export const EXPONENTIAL: readonly (readonly [pattern: string, pump: string, end: string])[] = [
  ['(a+)+$', 'a', '!'],
  ['^(a|aa)+$', 'a', '!'],
  ['(.*)*x', 'a', ''],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a', ''],
  ['^(\\w+\\s?)*$', 'a', '!'],
  [
    '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
    'a',
    '!',
  ],
  ['(x+x+)+y', 'x', ''],
  ['^(?:[a-z0-9]+[-_.]?)+@x$', 'a', ''],
  ['^(\\p{L}+\\s*)+$', 'é', '!'],
  ['^([01]?[0-9][0-9]?)+$', '1', '!'],
  ['(a*)*b', 'a', ''],
  ['^(?!.*\\.\\.)([a-z0-9]+\\.?)+$', 'a', '!'],
  ['^(a?){30}a{30}$', 'a', ''],
  ['^(?:(?:a?){2,9}){30,}b', 'a', ''],
  ['^(a|b|ab)*c$', 'ab', ''],
  ['^(?:a?){60,}b', 'a', ''],
]

/** Those that it needs the square of a text's length for, or more. */
export const POLYNOMIAL: readonly (readonly [pattern: string, pump: string, end: string])[] = [
  ['a+b', 'a', ''],
  ['\\s+$', ' ', 'x'],
  ['^.*a.*b.*c$', 'ab', ''],
  ['\\p{L}+\\d', 'é', ''],
  ['(?=.*[A-Z])(?=.*\\d).{8,}', 'a', ''],
  ['^(?:(?!.*foo).)*$', 'fo', ' foo'],
  ['(?<=a+)b', 'a', ''],
  ['^a{0,500}b?a{0,500}c', 'a', ''],
]

/** A pattern that takes one of many words, each of which begins with the same text. */
export function wordList(length: number, start: string): string {
  const words = Array.from({ length }, (_, n) => start + ((n * 7919) % 1_000_003).toString(36))
  return `^(${words.join('|')})$`
}
