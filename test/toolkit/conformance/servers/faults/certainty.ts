/** How sure it is that a server with the fault breaks its contract: beyond doubt, or only by prose of the document. */
export type Certainty = 'must' | 'prose'

/** Descriptions say it; no keyword does. */
const PROSE = [
  /^(retry|conflict|race|isbn-not|sequel-not|review-|reviews-|tenant-|order-newest)/,
  /^(genre-ignored|max-price-|title-filter|sort-ignored|search-.*ignored)/,
  /^(total|next|cursor-ignored|offset-ignored|range-(off|whole|suffix|beyond-206|end))/,
]

export function certaintyOf(name: string): Certainty {
  const plain = name.replace(/^create-/, '')
  if (/-500(-|$)/.test(plain)) return 'must'
  return PROSE.some((pattern) => pattern.test(plain)) ? 'prose' : 'must'
}
