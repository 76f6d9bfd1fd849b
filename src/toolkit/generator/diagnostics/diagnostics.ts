import { grouped } from '../shared/collections.js'
import { type Diagnostic, DocumentError, type Location } from './problems.js'

/** Collects the problems of a document, so that one run reports all of them. */
export class Diagnostics {
  readonly list: Diagnostic[] = []
  readonly #ignored: ReadonlySet<string>
  readonly #all: boolean
  /** Locations, locations with messages, and messages of `once`. */
  readonly #reported = new Set<string>()

  /**
   * @param ignored - Features that are left out, with a warning, where they are not supported.
   * @param all - True if many similar problems are printed one by one.
   */
  constructor(ignored: Iterable<string> = [], all = false) {
    this.#ignored = new Set(ignored)
    this.#all = all
  }

  /** With a `feature`, the value of `--ignore` that goes on without what is wrong. */
  wrong(location: Location, message: string, advice: string, feature?: string): void {
    this.#stop('wrong', location, [message, advice, feature])
  }

  /** The same for what is valid; some features cannot be left out. */
  unsupported(location: Location, message: string, advice: string, feature?: string): void {
    this.#stop('unsupported', location, [message, advice, feature])
  }

  /** `once` reports the message at its first location only. */
  warn(location: Location, message: string, advice: string, { once = false } = {}): void {
    if (once && this.#reported.has(message)) return
    this.#add('warning', location, message, advice, once)
  }

  has({ source, pointer }: Location): boolean {
    return this.#reported.has(`${source.prefix}${pointer}`)
  }

  get warnings(): readonly Diagnostic[] {
    return this.#summary(this.list.filter(({ family }) => family === 'warning'))
  }

  /** @throws {DocumentError} with all diagnostics if one of them is not a warning. */
  stopIfAny(): void {
    const errors = this.list.filter(({ family }) => family !== 'warning')
    if (errors.length > 0) throw new DocumentError([...this.#summary(errors), ...this.warnings])
  }

  #stop(
    family: 'wrong' | 'unsupported',
    location: Location,
    [message, advice, feature]: readonly [string, string, string | undefined],
  ): void {
    if (feature === undefined) this.#add(family, location, message, advice)
    else if (this.#ignored.has(feature)) {
      this.#add('warning', location, `left out: ${message}`, advice)
    } else this.#add(family, location, message, `${advice}, or pass --ignore ${feature}`)
  }

  #summary(list: readonly Diagnostic[]): readonly Diagnostic[] {
    return this.#all ? list : summarizeRepeats(list)
  }

  #add(
    family: Diagnostic['family'],
    { source, pointer }: Location,
    message: string,
    advice: string,
    once = false,
  ): void {
    const location = `${source.prefix}${pointer}`
    const key = `${location}\n${message}`
    if (this.#reported.has(key)) return
    this.#reported.add(location).add(key)
    if (once) this.#reported.add(message)
    this.list.push({ family, source, pointer, message, advice })
  }
}

const LIMIT = 10

/** Replaces similar problems beyond the limit by one that counts them. */
function summarizeRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = grouped(diagnostics.map((each) => [templateOf(each), each]))
  return [...groups.values()].flatMap((group) => {
    const [next, ...others] = group.slice(LIMIT)
    if (next === undefined || others.length === 0) return group
    const { length: more } = others
    const message = `${next.message}; and ${more} more like this`
    return [...group.slice(0, LIMIT), { ...next, message, more }]
  })
}

/** The words that similar problems share: without names, locations and numbers. */
function templateOf({ message, advice }: Diagnostic): string {
  const words = message.replace(/`[^`]*`|"[^"]*"/g, '*').split(' ')
  return [advice, ...words.map((word) => (/^[a-z]+$/.test(word) ? word : '*'))].join(' ')
}

/** Names that `ignore` may have: features without which a document is generated all the same. */
export const FEATURES: readonly string[] = [
  'dialect',
  'misspelt-keyword',
  'part-header',
  'pattern',
  'remote-reference',
  'repeated-parameter',
  'unresolved-reference',
]
