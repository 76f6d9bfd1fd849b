import { countsAt, keywordsAt, type ValuePlace } from '../../values/place.js'
import { shown } from '../../values/shown.js'
import { accepted, answered, type Candidate, type EdgeMaker, refused } from './edge.js'
import { formatEdges } from './formats.js'
import { ODD_TEXTS } from './texts.js'

/** Strings at the limits of a place, and texts that it does not limit. */
export const stringEdges: EdgeMaker = (place) => {
  if (typeof place.value !== 'string') return []
  return [
    ...lengths(place),
    ...patterns(place, place.value),
    ...formatEdges(place),
    ...texts(place),
  ]
}

/** Longest string of an edge. */
const LONGEST = 20_000

/** JSON Schema counts code points (Validation, section 6.3): one astral character is one, not two. */
function lengths(place: ValuePlace): Candidate[] {
  const sized = (length: number) => ofLength(place, length)
  const least = countsAt(place, 'minLength').flatMap(({ count: length, pointer }) => {
    const told = `${length} is the least`
    return [
      refused(pointer, `has ${length - 1} characters, ${told}`, sized(length - 1)),
      refused(pointer, `has no characters, ${told}`, ''),
      refused(
        pointer,
        `has ${length - 1} characters of two units each, ${told}`,
        astral(length - 1),
      ),
      accepted(pointer, `has ${length} characters, the least`, sized(length)),
      accepted(pointer, `has ${length} characters of two units each, the least`, astral(length)),
    ]
  })
  const most = countsAt(place, 'maxLength').flatMap(({ count: length, pointer }) => {
    if (length > LONGEST) return []
    const mayBeTaken = length <= LONGEST_ADDRESS || !isOfHost(place)
    const told = `${length} is the most`
    return [
      refused(pointer, `has ${length + 1} characters, ${told}`, sized(length + 1)),
      refused(pointer, `has ${10 * length + 10} characters, ${told}`, sized(10 * length + 10)),
      ...(mayBeTaken
        ? [accepted(pointer, `has ${length} characters, the most`, sized(length))]
        : []),
      accepted(pointer, `has ${length} characters of two units each, the most`, astral(length)),
      refused(
        pointer,
        `has ${length + 1} characters of two units each, ${told}`,
        astral(length + 1),
      ),
    ]
  })
  return alternated(least, most)
}

/** Most characters of an address, of the part before its `@`, and of a label (RFC 5321, section 4.5.3.1). */
const [LONGEST_ADDRESS, LONGEST_LOCAL, LONGEST_LABEL] = [254, 64, 63]

/** True for a text that is, or ends with, the name of a host. */
function isOfHost(place: ValuePlace): boolean {
  return keywordsAt(place, 'format').some(({ value }) => /^(idn-)?(email|hostname)$/.test(value))
}

/** The text with more characters, or its first ones. Where it names a host, there are more labels. */
function ofLength(place: ValuePlace, length: number): string {
  const text = [...(place.value as string)]
  const more = Math.max(0, length - text.length)
  if (more === 0 || !isOfHost(place)) {
    return [...text, ...Array(more).fill('a')].slice(0, length).join('')
  }
  const at = text.indexOf('@')
  const local = at < 0 ? 0 : Math.max(0, Math.min(more, LONGEST_LOCAL - at))
  // A label has a character and a dot at least.
  const inHost = more - local === 1 && local > 0 ? 2 : more - local
  return [
    ...Array(more - inHost).fill('a'),
    ...text.slice(0, at + 1),
    ...Array.from({ length: inHost }, (_, index) =>
      index > 0 && (inHost - index) % LONGEST_LABEL === 1 ? '.' : 'a',
    ),
    ...text.slice(at + 1),
  ].join('')
}

/** The first of both, then the second of both. */
function alternated(one: readonly Candidate[], other: readonly Candidate[]): Candidate[] {
  const longest = Math.max(one.length, other.length)
  return Array.from({ length: longest }, (_, at) => [
    ...one.slice(at, at + 1),
    ...other.slice(at, at + 1),
  ]).flat()
}

const astral = (length: number) => '😀'.repeat(Math.max(length, 0))

/** Near misses of a pattern: most come of a missing anchor, a count, a flag, or a line break before `$`. */
function patterns(place: ValuePlace, value: string): Candidate[] {
  return keywordsAt(place, 'pattern').flatMap(({ value: pattern, pointer }) => {
    const [shorter, longer, ...others] = ofOtherCounts(pattern, value)
    const misses = [
      `${value}!`,
      ...[shorter, longer],
      swapCase(value),
      `${swapCase(value.slice(0, 1))}${value.slice(1)}`,
      // A dot of a pattern that is not escaped is any character.
      /\W/.test(value) ? value.replace(/\W/, (each) => (each === '.' ? ',' : '.')) : undefined,
      `!${value}`,
      `${value}\n`,
      ...others,
      `0${value}`,
      value.replace(/\d/, '٣'),
      `\n${value}`,
      `${value}\nx`,
      ` ${value}`,
      `${value} `,
      value.slice(1),
      value.slice(0, -1),
      `${value}${value}`,
      '',
      value.replace(/[a-z]/i, 'é'),
      `${value.slice(0, -1)}${swapCase(value.slice(-1))}`,
      `7${value.slice(1)}`,
      `-${value.slice(1)}`,
      `${value.slice(0, -1)}-`,
      `${value.slice(0, -1)}_`,
      'x',
      '!!!',
    ].filter((each) => each !== undefined)
    return misses.map((miss) => refused(pointer, `does not match ${pattern}: ${shown(miss)}`, miss))
  })
}

/** Most characters that are added. */
const ADDED = 70

/** The text with as few characters less, and more, in one place as the pattern does not match. */
function ofOtherCounts(pattern: string, value: string): string[] {
  let regex: RegExp
  try {
    regex = new RegExp(pattern, 'u')
  } catch {
    return []
  }
  const first = (change: (count: number) => string, most: number) =>
    Array.from({ length: most }, (_, at) => change(at + 1)).find((each) => !regex.test(each)) ?? []
  const places = [value.length - 1, 0, Math.floor(value.length / 2)]
  return places
    .flatMap((at) => [
      first((count) => value.slice(0, Math.max(0, at + 1 - count)) + value.slice(at + 1), at + 1),
      first(
        (count) => value.slice(0, at) + value.charAt(at).repeat(count) + value.slice(at),
        ADDED,
      ),
    ])
    .flat()
}

function swapCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
}

/** True for a place of any text, which a service may not change. */
export function isFree(place: ValuePlace): boolean {
  return (
    typeof place.value === 'string' &&
    ['enum', 'const', 'format', 'pattern'].every(
      (keyword) => keywordsAt(place, keyword).length === 0,
    )
  )
}

function texts(place: ValuePlace): Candidate[] {
  const pointer = place.rules.at(-1)?.pointer
  if (pointer === undefined || !isFree(place)) return []
  return [
    accepted(pointer, 'is empty', ''),
    ...ODD_TEXTS.map(([told, text]) => answered(pointer, told, text)),
  ]
}
