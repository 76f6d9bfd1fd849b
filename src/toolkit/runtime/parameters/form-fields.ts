import { setOwn } from '../../openapi/json.js'
import { below } from '../../openapi/json-pointer.js'
import { memoize } from '../../shared/memoize.js'
import type { FieldsBody } from '../contract/media.js'
import type { Explain, Violation, ViolationSource } from '../errors/violations.js'
import { PreparedGroup, violationOf } from './parameter-group.js'
import { queryParser } from './query.js'
import { type TargetType, targetTypeOf } from './target-type.js'
import { eachPair, formDecode } from './url-encoding.js'
import { addText, valueFrom } from './values.js'

/** The values of a form, and the violations in it. */
interface FormFields {
  readonly values: Record<string, unknown>
  readonly sources: readonly ViolationSource[]
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
  place: 'body' | 'query' = 'body',
): FormFields {
  const { group, parse, others } = preparedForms[place](media)
  const sources: ViolationSource[] = []
  try {
    const { read, unknown } = parse(form)
    for (const [name, texts] of textsOf(form, new Set(unknown))) {
      if (!Object.hasOwn(values, name)) {
        setOwn(values, name, valueFrom({ texts, decode: formDecode }, others))
      }
    }
    group.read(read, explain, sources, values)
  } catch (error) {
    sources.push(violationOf(place, error))
  }
  const inside = (each: Violation) => within(place, each)
  return {
    values,
    sources: sources.map((each) =>
      typeof each === 'function' ? async () => (await each()).map(inside) : inside(each),
    ),
  }
}

const preparedForms = {
  body: memoize((media: FieldsBody) => prepareForm(media, 'body')),
  query: memoize((media: FieldsBody) => prepareForm(media, 'query')),
}

function prepareForm(media: FieldsBody, location: 'body' | 'query') {
  const group = new PreparedGroup({ ...media, parameters: media.fields }, location)
  const item = targetTypeOf(media.rest)
  // Type of fields that the schema does not name: a string, or several.
  const others: TargetType = { ...item, array: item.array ?? { items: item, prefix: [] } }
  return { group, parse: queryParser(group.parameters), others }
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
function within(whole: string, { place, pointer, ...rest }: Violation): Violation {
  const start = `${whole}.`
  if (!place.startsWith(start)) return { place, pointer, ...rest }
  const key = place.slice(start.length)
  return { place: whole, pointer: `${below('', key)}${pointer}`, ...rest }
}
