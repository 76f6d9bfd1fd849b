import { setOwn } from '../../openapi/json.js'
import { below } from '../../openapi/json-pointer.js'
import { memoize } from '../../openapi/memoize.js'
import type { FieldsBody } from '../contract/media.js'
import type { Violation, ViolationSource } from '../errors/violations.js'
import type { Explain } from '../loading/schemas.js'
import { faultAt, type PreparedGroup, prepareGroup, readGroup } from './parameter-group.js'
import { type OpenQuery, queryOpener } from './query.js'
import { type TargetType, TEXT, targetTypeOf } from './target-type.js'
import { eachPair, formDecode } from './url-encoding.js'
import { addText, valueFrom } from './values.js'

/** The values of a form, and the violations in it. */
interface FormFields {
  readonly values: Record<string, unknown>
  readonly violationSources: readonly ViolationSource[]
}

/** Prepared form of a media type. */
interface PreparedForm {
  readonly group: PreparedGroup
  readonly open: (query: string) => OpenQuery
  /** Type of fields that the schema does not name: a string, or several. */
  readonly others: TargetType
}

/**
 * Reads the fields of a form, each as the type of its schema.
 *
 * @param form - As `application/x-www-form-urlencoded`.
 * @param values - Members that are not fields, for the schema.
 * @param place - Location of the form.
 */
export function readFields(
  form: string,
  media: FieldsBody,
  explain: Explain,
  values: Record<string, unknown> = {},
  place: FormLocation = 'body',
): FormFields {
  const { group, open, others } = preparedForms[place](media)
  const violationSources: ViolationSource[] = []
  try {
    const { read, unknown } = open(form)
    for (const [name, texts] of textsOf(form, new Set(unknown))) {
      if (!Object.hasOwn(values, name)) {
        setOwn(values, name, valueFrom({ texts, decode: formDecode }, others))
      }
    }
    readGroup(group, read, explain, violationSources, values)
  } catch (error) {
    violationSources.push(faultAt(place, error))
  }
  const isOwn = (each: Violation) => within(place, each)
  return {
    values,
    violationSources: violationSources.map((each) =>
      typeof each === 'function' ? async () => (await each()).map(isOwn) : isOwn(each),
    ),
  }
}

type FormLocation = 'body' | 'query'

const preparedForms = {
  body: memoize((media: FieldsBody) => prepareForm(media, 'body')),
  query: memoize((media: FieldsBody) => prepareForm(media, 'query')),
}

function prepareForm(media: FieldsBody, place: FormLocation): PreparedForm {
  const group = prepareGroup({ ...media, parameters: media.fields }, place)
  const item = media.rest === undefined ? TEXT : targetTypeOf(media.rest)
  const others = { ...item, array: item.array ?? { items: item, prefix: [] } }
  return { group, open: queryOpener(group.prepared), others }
}

function textsOf(form: string, names: ReadonlySet<string>): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  if (names.size === 0) return texts
  eachPair(form, (name, text) => {
    if (names.has(name)) addText(texts, name, text)
  })
  return texts
}

/** Locates a violation inside of the form. */
function within(whole: FormLocation, { place, pointer, ...rest }: Violation): Violation {
  const start = `${whole}.`
  if (!place.startsWith(start)) return { place, pointer, ...rest }
  const key = place.slice(start.length)
  return { place: whole, pointer: `${below('', key)}${pointer}`, ...rest }
}
