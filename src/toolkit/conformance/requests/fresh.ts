import { isObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { TestedContract } from '../document/contract.js'
import { isIdentityName } from '../values/identity-name.js'
import type { References } from './references.js'
import { startNow } from './seed.js'

/** Identities that nothing else in a run has, by numbers that go up by one: a run with the same start has the same. */
export class FreshIdentities {
  readonly #contract: TestedContract
  readonly #references: References | undefined
  #last: number
  #hasLeapt = false
  /** Names of members by which this service tells things apart, beside those that are known. */
  readonly #learnt = new Set<string>()
  /** Names of members by which it names what the document has no path to. */
  readonly #kept = new Set<string>()
  /** How many numbers there are. */
  #made = 0
  /** Before the first number, and before the first one after a leap. */
  readonly #starts: number[]

  constructor(contract: TestedContract, start: number, references?: References) {
    this.#contract = contract
    this.#references = references
    this.#last = start
    this.#starts = [start]
  }

  number(): number {
    this.#last += 1
    this.#made += 1
    return this.#last
  }

  uuid(): string {
    return uuidOf(this.number())
  }

  mark(): string {
    return markOf(this.number())
  }

  /** Another text of the same shape. */
  like(text: string): string {
    return ofShape(text, this.number())
  }

  /** True if a member of this name tells one thing from another. */
  tells(name: string): boolean {
    return !this.#kept.has(name) && (isIdentityName(name) || this.#learnt.has(name))
  }

  /** From now on a member of this name tells one thing from another. */
  learn(name: string): void {
    this.#learnt.add(name)
  }

  /** From now on a member of this name stays as it is. */
  keep(name: string): void {
    this.#kept.add(name)
  }

  forget(name: string): void {
    this.#learnt.delete(name)
  }

  /** True for a number that identities have been made of. */
  has(number: number): boolean {
    return this.#starts.some((start) => number > start && number <= start + this.#made)
  }

  /**
   * The value with another identity, so that it is no second one of what the service has, and with those of other
   * things where it names some. Texts of the kit are others, too: no two things may have one in common. Members that
   * the schema does not let change stay.
   */
  of(schema: Schema, value: unknown): unknown {
    if (!isObject(value)) return value
    let result = value
    const isOwn = (name: string) => this.tells(name) || isMark(value[name])
    for (const name of Object.keys(value).filter(isOwn)) {
      const changed = candidates(value[name], this.number())
        .map((each) => ({ ...result, [name]: each }))
        .find((each) => this.#contract.verdicts.verdict(schema, each) === true)
      if (changed !== undefined) result = changed
    }
    return this.#references?.in(schema, result) ?? result
  }

  refers(name: string, member: Schema): boolean {
    return this.#references?.has(name, member) ?? false
  }

  /**
   * Goes on somewhere else, as the clock says, since an earlier run with the same seed has left things where this one
   * is. False if it has done so: what is refused then has another reason.
   */
  leap(): boolean {
    if (this.#hasLeapt) return false
    this.#hasLeapt = true
    this.#last += startNow()
    this.#starts.push(this.#last)
    return true
  }
}

export function markOf(number: number): string {
  const digits = [...String(number)].map((digit) => 'bcdfghklmn'[Number(digit)])
  return `kit${digits.join('')}`
}

/** True for a text of letters that is that of a number. */
function isMark(value: unknown): boolean {
  return typeof value === 'string' && /^kit[b-dfghk-n]+$/.test(value)
}

/** A UUID of version 4 (RFC 9562, section 5.4) that is that of a number. */
export function uuidOf(number: number): string {
  const end = String(number % 1e6).padStart(6, '0')
  return `${number.toString(16).padStart(8, '0')}-5eed-4bad-8bad-c0ffee${end}`
}

function candidates(value: unknown, number: number): unknown[] {
  if (typeof value === 'bigint') return [BigInt(number)]
  if (typeof value === 'number') return [number, (number % 30_000) + 1, (number % 90) + 1]
  if (typeof value !== 'string') return []
  if (isMark(value)) return [markOf(number)]
  const padded = String(number).padStart(value.length, '0').slice(-value.length)
  return [
    ...(/^[\da-f-]{36}$/i.test(value) ? [uuidOf(number)] : []),
    ...(DATE.test(value) ? [value.replace(DATE, dayOf(number))] : []),
    ...(value.includes('@') ? [`user${number}@example.com`] : []),
    `${value}-${number}`,
    `${value}${number}`,
    padded,
    ...withOtherDigits(value, number),
  ]
}

/** The date that a date or a time begins with (RFC 3339, section 5.6). */
const DATE = /^\d{4}-\d\d-\d\d(?=$|T)/

/** A day of the years from 2000 to 2027 that is that of a number. */
function dayOf(number: number): string {
  const days = 10_957 + (number % 10_000)
  return new Date(days * 86_400_000).toISOString().slice(0, 10)
}

/** Fewest digits that tell an identity from all others of a run. */
const DIGITS = 6

/**
 * The text with other digits at its end: as many as it has or, if these are few, as the schema takes; then as few of
 * them as tell it apart, since the first may mean something.
 */
function withOtherDigits(value: string, number: number): string[] {
  const [digits = ''] = /\d+$/.exec(value) ?? []
  const start = value.slice(0, value.length - digits.length)
  const ending = (kept: string, length: number) =>
    `${start}${kept}${String(number).padStart(length, '0').slice(-length)}`
  const more = [9, 8, 7, 6, 5, 4].filter((length) => length > digits.length)
  const kept = [0, 1, 2, 3, 4].filter((each) => each < digits.length)
  return [
    ...(digits.length > 0 && digits.length < DIGITS ? more.map((each) => ending('', each)) : []),
    ...(digits.length < DIGITS ? [ofShape(value, number)] : []),
    ...kept.map((each) => ending(digits.slice(0, each), digits.length - each)),
  ]
}

/** The text with other letters in place of letters, and digits in place of digits, from its end on. */
function ofShape(value: string, number: number): string {
  let rest = number
  const next = (characters: string) => {
    const character = characters.charAt(rest % characters.length)
    rest = Math.floor(rest / characters.length)
    return character
  }
  const changed = [...value].reverse().map((each) => {
    const characters = CLASSES.find((all) => all.includes(each))
    return characters === undefined ? each : next(characters)
  })
  return changed.reverse().join('')
}

const CLASSES = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
