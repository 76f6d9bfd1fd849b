import type { TestedContract } from '../../conformance/document/contract.js'
import type { Schema } from '../../openapi/schema/schema.js'
import {
  Unwritable,
  type WrittenParameter,
  writeCookie,
  writeHeader,
  writePath,
  writeQuery,
} from '../../requests/write-parameters.js'
import { instances, NOTHING } from '../../samples/index.js'

const WRITERS = {
  path: writePath,
  query: writeQuery,
  querystring: writeQuery,
  header: writeHeader,
  cookie: writeCookie,
}

/** A value with a style: a parameter, a header of a response, a member of a form. */
export interface StyledValue extends WrittenParameter {
  readonly in: keyof typeof WRITERS
}

/** A value and its texts in two styles. */
export interface WrittenOtherwise {
  readonly value: unknown
  readonly before: string
  /** None if it cannot be written. */
  readonly after: string | undefined
}

/** Most values that are written in both styles. */
const WRITTEN = 6

const SEVERAL = { minItems: 2, minProperties: 2 }

/** A value of a schema that is written otherwise in another style, under the same name. */
export function writtenOtherwise(
  { target, verdicts }: TestedContract,
  schema: Schema,
  old: StyledValue,
  kept: StyledValue,
): WrittenOtherwise | undefined {
  if (old.style === kept.style && old.explode === kept.explode) return undefined
  const draw = instances({ target, accepts: verdicts.accepts.bind(verdicts) })
  const several = { allOf: [schema, SEVERAL] }
  for (let drawn = 0; drawn < WRITTEN; drawn++) {
    // Two items tell styles apart better than one.
    const value = draw(drawn % 2 === 0 ? several : schema)
    if (value === NOTHING) continue
    const [before, after] = [textOf(old, value), textOf({ ...kept, name: old.name }, value)]
    if (before !== undefined && before !== after) return { value, before, after }
  }
  return undefined
}

function textOf(styled: StyledValue, value: unknown): string | undefined {
  try {
    return WRITERS[styled.in](styled, value)
  } catch (error) {
    /* c8 ignore next -- nothing else is thrown */
    if (!(error instanceof Unwritable)) throw error
    return undefined
  }
}
