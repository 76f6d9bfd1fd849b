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
