import t from 'tap'
import { saidBy } from '#toolkit/conformance/probes/state/lists/said.js'

const BORDERS: readonly [description: string, border: boolean | undefined][] = [
  ['Only books that cost this much or less.', true],
  ['The minimum price (inclusive).', true],
  ['Created on or after this day.', true],
  ['Prices >= this one.', true],
  ['No more than this.', true],
  ['More than this.', false],
  ['The start, exclusive.', false],
  ['Greater than or equal to the given value.', true],
  ['From the first (inclusive) to the last (exclusive).', undefined],
  ['Mutually exclusive with maxPrice.', undefined],
  ['The lowest price. Must be greater than 0.', undefined],
  ['Created after this time.', undefined],
  ['Due before this day.', false],
]

const TEXTS: readonly [description: string, text: string | undefined][] = [
  ['Only tickets with exactly this title.', 'equal'],
  ['Only books whose title contains this text.', 'contains'],
  ['A substring of the name.', 'contains'],
  ['Part of the name.', 'contains'],
  ['Names that begin with this.', 'begins'],
  ['Only projects that contain this user.', undefined],
  ['Only cards that have this label.', 'equal'],
  ['Books whose title contains this word.', undefined],
  ['Not an exact match.', undefined],
  ['An exact match, or a prefix with *.', undefined],
]

const SEVERAL: readonly [description: string, several: string | undefined][] = [
  ['Only tickets that have all of these labels.', 'all'],
  ['Only books of one of these genres.', 'any'],
  ['Returns all the tickets with the labels.', undefined],
  ['Labels.', undefined],
]

t.test('what a description says of a filter is known, and else nothing', async (t) => {
  for (const [description, border] of BORDERS)
    t.equal(saidBy(description).border, border, description)
  for (const [description, text] of TEXTS) t.equal(saidBy(description).text, text, description)
  for (const [description, several] of SEVERAL)
    t.equal(saidBy(description).several, several, description)
  const no = { hasWildcards: false, isStrict: false, isInAnyCase: false }
  t.same(saidBy(), { border: undefined, text: undefined, several: undefined, ...no })
  t.ok(saidBy('Names that contain this text, in any case.').isInAnyCase)
  t.ok(saidBy('Names that contain this text, in upper or lower case.').isInAnyCase)
  t.ok(saidBy('A name, * stands for any text.').hasWildcards)
})
