/**
 * The features that a document can be generated without, by the name that `--ignore` takes and a
 * diagnostic tells; so can a schema keyword that the generator does not carry, by its own name.
 */
export const FEATURES = ['dialect', 'remote-reference'] as const
