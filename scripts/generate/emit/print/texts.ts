/** What is made of parts of a model, by the part, for as long as these stay as they are. */
export interface Texts {
  /** Makes something of a part, or gives what was made of it before. */
  of<T>(kind: string, part: object, make: () => T): T
  /** Whether anything is kept: then it is worth making in small parts. */
  readonly isKept: boolean
}

/** Of one run nothing is kept. */
export const NO_TEXTS: Texts = { of: (_kind, _part, make) => make(), isKept: false }
