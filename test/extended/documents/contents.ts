import { yamlOf } from '../../helpers/rows.js'
import { names } from './names.js'
import { type Place, share } from './place.js'

const MEDIA = [
  ...['application/json', 'application/json', 'application/problem+json', 'text/plain'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data', 'application/octet-stream'],
  ...['text/*', '*/*', 'application/json; charset=utf-8', 'application/jsonl'],
  ...['text/event-stream', 'application/json-seq', 'image/png', 'application/*'],
]

export function content(place: Place): Record<string, object> {
  const { below, pick } = place.random
  const types = [...new Set(Array.from({ length: 1 + below(2) }, () => pick(MEDIA)))]
  return Object.fromEntries(types.map((each) => [each, mediaType(place, each)]))
}

function mediaType(place: Place, type: string): object {
  const { random, schemas, version } = place
  const { below, pick } = random
  if (/form/.test(type)) return form(place, type)
  if (/^text.(plain|\*)|octet/.test(type)) return { schema: { type: 'string' } }
  if (/image/.test(type)) return pick([{}, { schema: { type: 'string', format: 'binary' } }])
  const schema = pick<() => object>([schemas.ref, schemas.inline])()
  if (version === '3.2.0' && /jsonl|seq|event/.test(type) && below(2) === 0) {
    return { itemSchema: schema }
  }
  const value = pick<unknown>([null, 'a', 1, { a: 'a' }, []])
  const examples = { one: share(place, 'examples', { summary: 'One', value }) }
  return { schema, ...pick([{}, {}, { example: value }, { examples }]) }
}

const FIELDS = yamlOf(`
  - { type: string }
  - { type: integer, default: 3 }
  - { type: array, items: { type: string } }
  - { type: object, properties: { c: { type: string } } }
  - { type: string, format: binary }
`) as readonly object[]

const ENCODINGS = yamlOf(
  '[{ contentType: application/json }, { contentType: text/plain }, { style: form, explode: false }, {}]',
) as readonly object[]

function form({ random }: Place, type: string): object {
  const { below, pick } = random
  // Bytes are no text of a form.
  const fields = /multipart/.test(type) ? FIELDS : FIELDS.slice(0, -1)
  const properties = Object.fromEntries([
    ['a', { type: 'string' }],
    ...names(random, 2).map((each) => [each, pick(fields)] as const),
  ])
  const encoded = pick(Object.keys(properties))
  const isList = 'items' in (properties[encoded] as object)
  // The versions differ on a list that is JSON: it is one text, or one for each item.
  const encoding = Object.fromEntries([[encoded, isList ? {} : pick(ENCODINGS)]])
  return {
    schema: { type: 'object', properties, ...(below(2) === 0 && { required: ['a'] }) },
    ...(below(3) === 0 && { encoding }),
  }
}
