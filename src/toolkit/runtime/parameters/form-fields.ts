import { setOwn } from '../../openapi/json.js'
import { below } from '../../openapi/json-pointer.js'
import type { FieldsBody } from '../contract/request-media.js'
import type { Violation, ViolationSource } from '../errors/violations.js'
import type { Explain } from '../loading/explainer.js'
import { formDecode } from './decode.js'
import { faultAt, type PreparedGroup, prepareGroup, readGroup } from './group.js'
import { type OpenQuery, queryOpener } from './query.js'
import { eachPair } from './query-pairs.js'
import { type TargetType, TEXT, targetTypeOf } from './target-type.js'
import { valueFrom } from './values.js'

/** What a form becomes, and what is wrong with it. */
export interface FormFields {
  readonly values: Record<string, unknown>
  readonly findings: readonly ViolationSource[]
}

/** How the fields of a media type are read, found out once. */
interface PreparedForm {
  readonly group: PreparedGroup
  readonly open: (query: string) => OpenQuery
  /** Of fields that the schema does not name: a text, or several. */
  readonly others: TargetType
}

const plans = new WeakMap<FieldsBody, PreparedForm>()

/**
 * The fields of a form, by name, each made what its schema asks for.
 *
 * @param form - As `application/x-www-form-urlencoded`.
 * @param values - Members that are no fields, for the schema to see.
 * @param place - Where the form is.
 */
export function readFields(
  form: string,
  media: FieldsBody,
  explain: Explain,
  values: Record<string, unknown> = {},
  place: FormLocation = 'body',
): FormFields {
  const { group, open, others } = planOf(media, place)
  const findings: ViolationSource[] = []
  try {
    const { read, unknown } = open(form)
    for (const [name, texts] of textsOf(form, new Set(unknown))) {
      if (!Object.hasOwn(values, name)) {
        setOwn(values, name, valueFrom({ texts, decode: formDecode }, others))
      }
    }
    readGroup(group, read, explain, findings, values)
  } catch (error) {
    findings.push(faultAt(place, error))
  }
  const isOwn = (each: Violation) => within(place, each)
  return {
    values,
    findings: findings.map((each) =>
      typeof each === 'function' ? async () => (await each()).map(isOwn) : isOwn(each),
    ),
  }
}

type FormLocation = 'body' | 'query'

function planOf(media: FieldsBody, place: FormLocation): PreparedForm {
  const known = plans.get(media)
  if (known !== undefined) return known
  const group = prepareGroup({ ...media, parameters: media.fields }, place)
  const item = media.rest === undefined ? TEXT : targetTypeOf(media.rest)
  const others = { ...item, array: item.array ?? { items: item, prefix: [] } }
  const plan = { group, open: queryOpener(group.planned), others }
  plans.set(media, plan)
  return plan
}

function textsOf(form: string, names: ReadonlySet<string>): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  if (names.size === 0) return texts
  eachPair(form, (name, text) => {
    if (!names.has(name)) return
    const known = texts.get(name)
    if (known) known.push(text)
    else texts.set(name, [text])
  })
  return texts
}

/** A member of the form, rather than a parameter of its own. */
function within(whole: FormLocation, { place, pointer, ...rest }: Violation): Violation {
  const start = `${whole}.`
  if (!place.startsWith(start)) return { place, pointer, ...rest }
  const key = place.slice(start.length)
  return { place: whole, pointer: `${below('', key)}${pointer}`, ...rest }
}
