/**
 * The features that a document can be generated without, by the name that `--ignore` takes and a
 * diagnostic tells; so can any member or schema keyword that the generator does not carry, by its
 * own name.
 */
export const FEATURES = [
  'anchor',
  'body',
  'dialect',
  'header-content',
  'media-type',
  'parameter-content',
  'parameter-place',
  'parameter-style',
  'parameter-type',
  'pattern',
  'remote-reference',
] as const
