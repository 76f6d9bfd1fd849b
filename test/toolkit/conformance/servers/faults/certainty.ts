/**
 * How sure it is that a server with the fault breaks its contract: beyond doubt; by prose of the
 * document that no keyword repeats; or not beyond doubt, since people disagree, an RFC lets the
 * recipient choose, or the schema is open. Of the last two a tester may keep silent, or note what it
 * saw.
 */
export type Certainty = 'must' | 'prose' | 'disputed'

/** Names without what stands before those of `shared`, each with its reason. */
export const disputed: ReadonlySet<string> = new Set([
  // What comes of members that an open schema does not name is reported, not judged.
  'other-members-refused',
  // A 404 is what `default` says, and some services answer a page that is not there so.
  'offset-beyond-404',
  // Without a default the document lets the server choose what it keeps of what was not sent.
  'discount-made-up',
  // A list whose items differ is a set, and a set has no order.
  'genres-sorted',
  // Whether a scope or a body is looked at first, no document says.
  'scope-after-body',
  // A server may have paths that the document does not name.
  'path-with-suffix',
])

/** Descriptions say it; no keyword does. */
const PROSE = [
  /^(retry|conflict|race|isbn-(not|over|first|race|400)|sequel-(not|refused)|forgets)/,
  /^(title-unique|names-unique|review-(retry|conflict|ids)|tenant-|forged-tenant)/,
  /^(genre-(ignored|only|all|of)|currencies-(ignored|only)|published-from|in-stock|max-price-)/,
  /^(title-filter|sort-(ignored|minus|turned|price|after)|search-.*(ignored|either|included|outer))/,
  /^(order-newest|reviews-newest|export-turned|filters-either|second-filter|filter-after)/,
  /^(total|next|cursor-(ignored|missing|skips|repeats|at-end|without-end)|count-differs|offset-(ignored|off|in))/,
  /^(range-(off|whole|of-other|suffix|beyond-206|end)|cover-(too-large|largest-refused)$)/,
  /^patch-created-anew$/,
  /^(delete-(keeps-reviews|still-counted)|list-doubles|list-cached|reviews-(limit|of-other))/,
]

export function certaintyOf(name: string): Certainty {
  const plain = name.replace(/^create-/, '')
  if (disputed.has(plain)) return 'disputed'
  if (/-500(-|$)/.test(plain)) return 'must'
  return PROSE.some((pattern) => pattern.test(plain)) ? 'prose' : 'must'
}
