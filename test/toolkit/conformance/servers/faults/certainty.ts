/** How sure it is that a server with the fault breaks its contract: beyond doubt, or only by prose of the document. */
export type Certainty = 'must' | 'prose'

/** Descriptions say it; no keyword does. */
const PROSE = [
  /^(retry|conflict|race|isbn-(not|race|400)|sequel-(not|refused)|forgets)/,
  /^(title-unique|names-unique|review-(retry|conflict|ids)|tenant-|forged-tenant)/,
  /^(genre-(ignored|only|all)|published-from|in-stock|max-price-)/,
  /^(title-filter|sort-(ignored|turned|price|after)|search-.*(ignored|either|included|outer))/,
  /^(order-newest|reviews-newest|export-turned|filters-either|second-filter|filter-after)/,
  /^(total|next|cursor-(ignored|missing|skips|without-end)|count-differs|offset-(ignored|off|in))/,
  /^(range-(off|whole|of-other|suffix|beyond-206|end)|cover-(too-large|largest-refused)$)/,
  /^patch-created-anew$/,
  /^(delete-(keeps-reviews|still-counted)|list-doubles|reviews-of-other)/,
]

export function certaintyOf(name: string): Certainty {
  const plain = name.replace(/^create-/, '')
  if (/-500(-|$)/.test(plain)) return 'must'
  return PROSE.some((pattern) => pattern.test(plain)) ? 'prose' : 'must'
}
