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

/** Patterns as documents have them. */
export const ORDINARY: readonly string[] = [
  '^[a-z]+$',
  '[a-z]+',
  '.*',
  '\\S',
  '^(.|\\n)*$',
  '^(?!\\s*$).+',
  '^[^/]+$',
  '^(USD|EUR|GBP)$',
  '^#[0-9a-fA-F]{6}$',
  '^\\+?[1-9]\\d{1,14}$',
  '^\\d{1,3}(\\.\\d{1,3}){3}$',
  '^[A-Z]{2}[A-Z0-9]{9}[0-9]$',
  '^[a-zA-Z]+(-[a-zA-Z]+)*$',
  '^(\\/[a-z]+)*\\/?$',
  '^(https?://)?[a-z.]+(/.*)?$',
  '^[0-9A-Za-z_\\-.:]{1,255}$',
  '^([0-9]{4})-(1[0-2]|0[1-9])$',
  '^(?:0|[1-9]\\d*)(?:\\.\\d+)?$',
  '^arn:aws:[a-z0-9-]+:[a-z0-9-]*:\\d{12}:.+$',
  '^(?=.*[A-Z])(?=.*\\d).{8,}$',
  '^(?:(?!foo).)*$',
  '^[a-zA-Z0-9_.+-]+@[a-zA-Z0-9-]+\\.[a-zA-Z0-9-.]+$',
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  '[\\u0020-\\uD7FF\\uE000-\\uFFFD\\uD800\\uDC00-\\uDBFF\\uDFFF\\r\\n\\t]*',
  '^([a-z])\\1+$',
  '^(?<a>[a-z])(?:\\k<a>|-)+$',
]

/** Patterns as documents have them, of linear time though their parts overlap. */
export const OVERLAPPING: readonly string[] = [
  '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$',
  '^(?:foo|far)+$',
  '^([a-z]-|[a-z0-9][0-9])*$',
]

/** Patterns that show what the language of patterns has. */
export const ODD: readonly string[] = [
  '\\bfoo\\b',
  '\\Bo\\B',
  '(?<=a)b(?=c)',
  '(?<!a)b(?!c)',
  '(?=(?!ab)a.)..',
  '(?<=(?<!x)a+)b$',
  '^(?=.{2,5}$)[a-c]+',
  '(?=a){2}a',
  '^$',
  '[^a]$',
  'a{2,3}?b',
  '(?:a|b)??c',
  '💚+',
  '^[💚a]+$',
  '\\uD83D',
  '[^]',
  '[]|a',
  '\\x61+',
  '\\cA',
  '[\\d-x]',
  '^\\_$',
  '(?:)*a',
  '(?:a*)*$',
  '(?:(?=a)|b)+c',
  '(^a|b$)+',
  '(^|b)a',
  'a(?:$|b)',
  '(?:\\b|a)+-',
  '^(?!.*(.).*b)a',
  '\\S\\W\\D',
  '\\s\\w',
  '(?:a?){3}b',
  '(?:a|ab)(?:c|bcd)(?:d*)$',
  '\\P{L}\\p{Lu}?',
  '^(\\u0001+)+$',
  '(?<=^(?:a|-)+\\b)c',
  '(?<=(?=b*)a+$|b\\B)c*',
  '^(?=a*b)',
  '^(?:b*|[^](?!b+))',
  '{',
]

/** A pattern that takes one of many words, each of which begins with the same text. */
export function wordList(length: number, start: string): string {
  const words = Array.from({ length }, (_, n) => start + ((n * 7919) % 1_000_003).toString(36))
  return `^(${words.join('|')})$`
}
