import { violationsOf } from '../../../validation/explain.js'
import { Cursor } from '../../read/document/cursor.js'
import type { Unmarked } from '../int64.js'
import { type Sample, samplesOf } from './examples.js'
import { judgeable } from './judgeable.js'
import { type Rules, rulesOf } from './rules.js'

/** So many are told one by one. */
const TOLD = 20

/** An example is small; one that takes longer to judge is left alone. */
const LIMITS = { violations: 1, steps: 20_000, characters: 65_536 }

/**
 * Tells examples and defaults that their schemas refuse: harmless here, and misleading for readers.
 *
 * @param endless - The names of schemas that nothing can be held against.
 */
export function checkExamples(
  root: Cursor,
  named: readonly Unmarked[],
  endless: ReadonlySet<string>,
): void {
  const rules = rulesOf(named)
  const samples = samplesOf(root).filter(judgeable(named, endless))
  const refused = samples.flatMap((sample) => refusal(sample, rules) ?? [])
  for (const { what, place, says } of refused.slice(0, TOLD)) {
    const message = `the ${what} does not match its schema: ${says}`
    root.report.warn(place, message, `correct the ${what} or the schema`)
  }
  const more = refused[TOLD]
  if (more === undefined) return
  const message = `${refused.length - TOLD} more examples and defaults do not match their schemas`
  root.report.warn(more.place, message, 'correct them, too')
}

/** What stands for the schema of an example: no name of a schema. */
const OWN = ''

interface Refusal {
  readonly what: Sample['what']
  readonly place: Cursor
  readonly says: string
}

function refusal(sample: Sample, rules: Rules): Refusal | undefined {
  const violation = judge(sample, rules)
  if (violation === undefined) return undefined
  const { instancePath, message } = violation
  const { source, pointer, report } = sample.place()
  const below = `${pointer}${instancePath.replaceAll('%', '%25')}`
  const says = instancePath === '' ? `it ${message}` : `${instancePath} ${message}`
  return { what: sample.what, place: new Cursor(source, below, sample.value, report), says }
}

type Violation = ReturnType<typeof violationsOf>[number]

type Judged = WeakMap<object, Map<unknown, Violation | undefined>>

/** What was said of values, by their schemas: after an edit most are what they were. */
const [asValues, asTexts]: [Judged, Judged] = [new WeakMap(), new WeakMap()]

function judge(sample: Sample, rules: Rules): Violation | undefined {
  const judged = sample.isText && typeof sample.value === 'string' ? asTexts : asValues
  // Of a boolean this is a new object, so that nothing is kept.
  const schema: object = Object(sample.schema)
  const known = judged.get(schema) ?? new Map<unknown, Violation | undefined>()
  judged.set(schema, known)
  if (!known.has(sample.value)) known.set(sample.value, findViolation(sample, rules))
  return known.get(sample.value)
}

function findViolation(sample: Sample, { rules, target }: Rules): Violation | undefined {
  const schema = rules(sample.schema)
  const own = ($ref: string) => ($ref === OWN ? schema : target($ref))
  const [violation, ...others] = valuesOf(sample).map(
    (value) => violationsOf(own, { value, path: '', schema: OWN }, LIMITS)[0],
  )
  return others.includes(undefined) ? undefined : violation
}

/** The value, and what it may stand for: a parameter and a body can be written as texts. */
function valuesOf({ value, isText }: Sample): unknown[] {
  if (!isText || typeof value !== 'string') return [value]
  const items = value.split(',')
  return [value, parsed(value), items, items.map(parsed)]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
