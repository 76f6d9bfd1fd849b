import { isObject } from '../../openapi/json.js'
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
import type { BreakingEffect } from '../change.js'
import type { Flow } from '../schemas/gap-words.js'
import type { Comparing } from './operation-effects.js'

const WRITERS = {
  path: writePath,
  query: writeQuery,
  querystring: writeWholeQuery,
  header: writeHeader,
  cookie: writeCookie,
}

/** A whole query has no name, and is a form or one text. */
function writeWholeQuery(parameter: WrittenParameter, value: unknown): string {
  const isForm = parameter.mediaType === 'application/x-www-form-urlencoded'
  const written = isForm ? ({ ...parameter, style: 'form', explode: true } as const) : parameter
  const text = writeQuery({ ...written, name: '' }, value)
  return isForm ? text : text.slice(1)
}

/** A value with a style: a parameter, a header of a response, a member of a form. */
export interface StyledValue extends WrittenParameter {
  readonly in: keyof typeof WRITERS
}

/** A value in both documents, with its style in each. */
export interface StyledPair {
  readonly flow: Flow
  readonly old: StyledValue
  readonly kept: StyledValue
  /** The schema of those who write it. */
  readonly schema: Schema
  /** The start of the rule: `parameter`. */
  readonly area: string
  /** What it is, in a sentence: `the parameter`. */
  readonly what: string
}

/** Most values that are written in both styles. */
const WRITTEN = 6

const SEVERAL = { minItems: 2, minProperties: 2 }

/** What a value breaks that is written otherwise in the style of the other document, under the same name. */
export function styleEffects(comparing: Comparing, pair: StyledPair): BreakingEffect[] {
  const { flow, old, kept, schema, area, what } = pair
  const isSame = (['style', 'explode', 'mediaType'] as const).every(
    (each) => old[each] === kept[each],
  )
  if (isSame) return []
  const isRequest = flow === 'request'
  const { target, verdicts } = comparing[isRequest ? 'old' : 'new'].contract
  const draw = instances({ target, accepts: verdicts.accepts.bind(verdicts) })
  const several = { allOf: [schema, SEVERAL] }
  for (let drawn = 0; drawn < WRITTEN; drawn++) {
    // Two items tell styles apart better than one.
    const value = draw(drawn % 2 === 0 ? several : schema)
    if (value === NOTHING) continue
    const [before, after] = [textOf(old, value), textOf({ ...kept, name: old.name }, value)]
    if ((isRequest ? before : after) === undefined || before === after) continue
    const text = `${what} is written otherwise: ${before ?? 'not at all'} → ${after ?? 'not at all'}`
    const who = `clients that ${isRequest ? 'send' : 'read'} ${kept.name}`
    return [{ rule: `${area}-style`, who, text, witness: { value } }]
  }
  return []
}

function textOf(styled: StyledValue, value: unknown): string | undefined {
  try {
    return WRITERS[styled.in](styled, styled.style === 'deepObject' ? indexed(value) : value)
  } catch (error) {
    /* c8 ignore next -- nothing else is thrown */
    if (!(error instanceof Unwritable)) throw error
    return undefined
  }
}

/**
 * OpenAPI does not say how `deepObject` writes what is not flat (3.1, section 4.8.12.3): here as it is read,
 * `a[0]=1`, without what is empty.
 */
function indexed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, each]) => [key, indexed(each)] as const)
  const isSent = (each: unknown) => !isObject(each) || Object.keys(each).length > 0
  return Object.fromEntries(members.filter(([, each]) => isSent(each)))
}
