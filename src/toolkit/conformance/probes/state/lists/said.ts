import type { Operation } from '../../../document/contract.js'

/** What the description of a filter says beside its name. */
export interface SaidOfFilter {
  /** True if a border belongs to what it limits, false if it does not; `undefined` if that is open. */
  readonly border: boolean | undefined
  /** How an item has a text; `undefined` if that is open. */
  readonly text: 'equal' | 'contains' | 'begins' | undefined
  /** How an item has several values; `undefined` if that is open. */
  readonly several: 'all' | 'any' | undefined
  /** True if some characters may stand for others. */
  readonly hasWildcards: boolean
  /** True if only what fits is asked for. */
  readonly isStrict: boolean
  /** True if texts are the same in capitals. */
  readonly isInAnyCase: boolean
}

/** Meanings by the words for them. */
type Words<Meaning> = readonly (readonly [words: RegExp, meaning: Meaning])[]

const MORE = 'more|less|fewer|greater|higher|lower|larger|smaller|later|earlier|newer|older'

const BORDERS: Words<boolean> = [
  [
    new RegExp(
      `\\b(inclusive(ly)?|at (least|most)|or (${MORE}|above|below|equal|after|before)|equal to or|(no|not) (${MORE}|before|after))\\b|[<>]=|[≥≤]`,
      'i',
    ),
    true,
  ],
  [
    new RegExp(
      `(?<!\\b(no|not) )\\b((${MORE}) than (this|the (given|value))|strictly)\\b|(?<!\\b(or|and|no|not) )\\b(before|after) (this|the given) (day|date)\\b|(?<!mutually )\\bexclusive(ly)?\\b`,
      'i',
    ),
    false,
  ],
]

// Words are found where a search finds words, not parts of them.
const TEXTS: Words<SaidOfFilter['text']> = [
  [/(?<!\bnot (necessarily )?(an )?)\b(exact(ly)?|equals?|identical)\b/i, 'equal'],
  [/\b(have|has|having|with) (this|the given) (label|tag|category|genre|keyword|role)\b/i, 'equal'],
  [
    /\bcontain(s|ing)? (this|the given|the) (text|string|value)\b|\bsubstring\b|\bparts? of (a|the|its|their)\b/i,
    'contains',
  ],
  [/\b(starts?|begins?|starting|beginning) with\b|\bprefix\b/i, 'begins'],
]

const SEVERAL: Words<SaidOfFilter['several']> = [
  [/\b(have|has|having|with|match(es|ing)?) (all|each|every)\b/i, 'all'],
  [/\b(of|have|has|having|with|match(es|ing)?|in) (any|one|some|either|at least one) of\b/i, 'any'],
]

export function saidBy(description = ''): SaidOfFilter {
  return {
    border: meantBy(BORDERS, description),
    text: meantBy(TEXTS, description),
    several: meantBy(SEVERAL, description),
    isStrict: /\bonly\b/i.test(description),
    isInAnyCase:
      /\bin (any|upper or lower|lower or upper) ?case\b|\b(case[- ]?insensitive(ly)?|(ignor(es?|ing)|regardless of) (the )?case)\b/i.test(
        description,
      ),
    hasWildcards: /wild ?card|pattern|\blike\b|glob|regular|regex|[%*?_]/i.test(description),
  }
}

function meantBy<Meaning>(all: Words<Meaning>, description: string): Meaning | undefined {
  const found = all.filter(([words]) => words.test(description))
  return found.length === 1 ? found[0]?.[1] : undefined
}

/** What is said of a list that begins with the newest, or with the oldest. */
const AGES: Words<1 | -1> = [
  [
    /\b(newest|most recent)( ones?)?( is|,| [a-z]+ (are|come))? first\b|\breverse chronological\b/i,
    -1,
  ],
  [/\boldest( ones?)?( is|,| [a-z]+ (are|come))? first\b|(?<!reverse )\bchronological order\b/i, 1],
]

const SORTED =
  /(?<!\bbe )\b(?:sorted|ordered) by `?([-\w]+)`?,? (?:in )?((?:a|de)sc(?:ending)?)\b(?! or\b)/i

/**
 * The order that is said of a list: upwards or downwards by age, and in words by a member with its direction, since what
 * is sorted by rating may begin with the best.
 */
export function orderSaidBy({ summary = '', description = '' }: Operation) {
  const text = `${summary}\n${description}`
  const [told = '', name = '', direction = ''] = SORTED.exec(text) ?? []
  return { age: meantBy(AGES, text), told, key: `${name} ${direction}` }
}

/** The description of a value: that of its schema, where it has none of its own. */
export function describing({
  description,
  schema,
}: {
  readonly description?: string
  readonly schema: unknown
}): string | undefined {
  return description ?? Object(schema).description
}
