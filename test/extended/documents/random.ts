import { type Chance, chance } from '../../toolkit/runtime/json/random.js'
import { name, names, prose } from './names.js'
import { type Schemas, schemasOf, VERSIONS, type Version } from './schemas.js'

/** An OpenAPI document: whatever the specification allows, under any names. */
export function randomDocument(seed: number): Record<string, unknown> {
  const random = chance(seed)
  const version = random.pick(VERSIONS)
  const isOld = version === '2.0'
  const schemas = schemasOf(random, version, isOld ? '#/definitions/' : '#/components/schemas/')
  const securitySchemes = Object.fromEntries(
    names(random, 2).map((each) => [each, { type: 'apiKey', in: 'header', name: 'X-Key' }]),
  )
  const place: Place = { random, version, schemas, schemes: Object.keys(securitySchemes) }
  return {
    ...(isOld ? { swagger: version } : { openapi: version }),
    info: { title: prose(random), version: '1', description: prose(random) },
    paths: paths(place),
    ...(isOld
      ? { definitions: schemas.all, securityDefinitions: securitySchemes }
      : { components: { schemas: schemas.all, securitySchemes } }),
  }
}

interface Place {
  readonly random: Chance
  readonly version: Version
  readonly schemas: Schemas
  readonly schemes: readonly string[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

function paths(place: Place): Record<string, unknown> {
  const { below, pick } = place.random
  const found: Record<string, unknown> = {}
  for (let count = 1 + below(4); count > 0; count--) {
    const parameters = [...new Set(Array.from({ length: below(3) }, () => pathName(place.random)))]
    const path = `/${pick(['plants', 'a b', 'ä', `p${count}`, 'x-y', 'v1/items'])}${parameters.map((each) => `/{${each}}`).join('')}`
    const methods = [...new Set(Array.from({ length: 1 + below(2) }, () => pick(METHODS)))]
    found[path] = Object.fromEntries(
      methods.map((method) => [method, operation(place, method, parameters)]),
    )
  }
  return found
}

/** What stands between braces is neither a brace nor a slash. */
function pathName(random: Chance): string {
  return name(random).replace(/[{}/?#]/g, '') || 'id'
}

function operation(place: Place, method: string, parameters: readonly string[]): object {
  const { random, version, schemes } = place
  const { below, pick } = random
  const isOld = version === '2.0'
  const hasBody = ['post', 'put', 'patch'].includes(method) && below(3) > 0
  const given = [
    ...parameters.map((each) => parameter(place, each, 'path')),
    ...names(random, 3).map((each) => parameter(place, each, pick(['query', 'header']))),
    ...(isOld && hasBody ? [{ name: 'body', in: 'body', schema: place.schemas.ref() }] : []),
  ]
  return {
    ...(below(2) === 0 && { operationId: `${name(random)} ${below(1_000_000)}` }),
    ...(below(3) === 0 && { summary: prose(random), tags: names(random, 2) }),
    ...(given.length > 0 && { parameters: given }),
    ...(!isOld &&
      hasBody && { requestBody: { required: pick([true, false]), content: content(place) } }),
    ...(schemes.length > 0 && below(3) === 0 && { security: [{ [pick(schemes)]: [] }] }),
    responses: responses(place),
  }
}

const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'form', 'deepObject', 'pipeDelimited', 'spaceDelimited'],
  header: ['simple'],
}

function parameter({ random, version, schemas }: Place, each: string, where: string): object {
  const { below, pick } = random
  const isNeeded = where === 'path' || below(2) === 0
  // What a header is called is a token (RFC 9110, section 5.6.2).
  const known = where === 'header' ? `X-${each.replace(/[^\w-]/g, '')}` : each
  const base = { name: known, in: where, ...(isNeeded && { required: true }) }
  if (version === '2.0') {
    const array = {
      type: 'array',
      items: { type: 'string' },
      collectionFormat: pick(['csv', 'pipes']),
    }
    return { ...base, ...pick<object>([{ type: 'string' }, { type: 'integer' }, array]) }
  }
  if (below(10) === 0)
    return { ...base, content: { 'application/json': { schema: schemas.ref() } } }
  const style = pick(STYLES[where] as readonly string[])
  const scalar = () => ({ type: pick(['string', 'integer', 'boolean', 'number']) })
  const list = () => ({ type: 'array', items: scalar(), minItems: 1 })
  const record = () => ({
    type: 'object',
    properties: { a: scalar(), b: scalar() },
    minProperties: 1,
  })
  const shapes: Readonly<Record<string, () => object>> = {
    deepObject: record,
    pipeDelimited: list,
    spaceDelimited: list,
  }
  const schema = (shapes[style] ?? pick<() => object>([scalar, scalar, list, record]))()
  const explode =
    style === 'deepObject' || !/Delimited/.test(style)
      ? pick([{}, { explode: true }])
      : { explode: false }
  return { ...base, style, ...explode, schema }
}

const MEDIA = [
  ...['application/json', 'application/json', 'application/problem+json', 'text/plain'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data', 'application/octet-stream'],
  ...['text/*', '*/*', 'application/json; charset=utf-8', 'application/jsonl'],
]

function content({ random, schemas }: Place): Record<string, unknown> {
  const { below, pick } = random
  const types = [...new Set(Array.from({ length: 1 + below(2) }, () => pick(MEDIA)))]
  return Object.fromEntries(
    types.map((each) => {
      const isText = /^text|octet/.test(each)
      const isForm = /form/.test(each)
      const form = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } }
      const schema = isText
        ? { type: 'string' }
        : isForm
          ? form
          : pick([schemas.ref, schemas.inline])()
      return [each, { schema }]
    }),
  )
}

function responses(place: Place): Record<string, unknown> {
  const { random, version, schemas } = place
  const { below, pick } = random
  const statuses = [...new Set(['200', pick(['201', '204', '404', '4XX', 'default'])])]
  return Object.fromEntries(
    statuses
      .filter((each) => version !== '2.0' || each !== '4XX')
      .map((each) => {
        const description = prose(random)
        if (each === '204' || below(5) === 0) return [each, { description }]
        if (version === '2.0') return [each, { description, schema: schemas.ref() }]
        return [each, { description, content: content(place) }]
      }),
  )
}
