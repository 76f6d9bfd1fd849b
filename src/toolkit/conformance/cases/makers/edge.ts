import type { TestedContract } from '../../document/contract.js'
import type { ValuePath } from '../../values/path.js'
import type { ValuePlace } from '../../values/place.js'

/** What must come of a value: `answered` where the document leaves a choice. */
export type Fate = 'accepted' | 'refused' | 'answered'

/** Another value for a place, at the edge of one keyword. */
export interface Candidate {
  readonly fate: Fate
  /** JSON pointer of the keyword in the document. */
  readonly pointer: string
  /** What the place is then, as a person says it: `is below its minimum: 0`. */
  readonly told: string
  /** It may hold number tokens. */
  readonly value: unknown
  /** The member that it is about, where a keyword is about several. */
  readonly about?: string
}

/** A whole value with one part at an edge. */
export interface Edge extends Candidate {
  readonly path: ValuePath
  readonly part: unknown
  /** The part in a value without an edge, and that value. */
  readonly middle: unknown
  readonly base: unknown
}

/** What makers of candidates draw from. */
export interface EdgeContext {
  readonly contract: TestedContract
  /** Values of a schema, as many different ones as are found up to a number. */
  draw(schemas: ValuePlace['rules'][number]['schema'][], count: number): unknown[]
}

export type EdgeMaker = (place: ValuePlace, context: EdgeContext) => Candidate[]

export const accepted = (pointer: string, told: string, value: unknown): Candidate => ({
  fate: 'accepted',
  ...{ pointer, told, value },
})

export const refused = (pointer: string, told: string, value: unknown): Candidate => ({
  fate: 'refused',
  ...{ pointer, told, value },
})

export const answered = (pointer: string, told: string, value: unknown): Candidate => ({
  fate: 'answered',
  ...{ pointer, told, value },
})
