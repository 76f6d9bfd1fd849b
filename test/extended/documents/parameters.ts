import { type Place, share } from './place.js'

const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'form', 'deepObject', 'pipeDelimited', 'spaceDelimited'],
  header: ['simple'],
  cookie: ['form'],
}

/** A parameter of one name and place, now and then by reference. */
export function parameter(place: Place, each: string, where: string): object {
  const { random, version, schemas } = place
  const { below, pick } = random
  const isNeeded = where === 'path' || below(2) === 0
  // Names of headers and cookies are tokens (RFC 9110, section 5.6.2).
  const isToken = where === 'header' || where === 'cookie'
  const known = isToken ? `X-${each.replace(/[^\w-]/g, '')}` : each
  const base = { name: known, in: where, ...(isNeeded && { required: true }) }
  if (version === '2.0') return share(place, 'parameters', { ...base, ...swagger(place) })
  if (below(10) === 0) {
    const content = { 'application/json': { schema: schemas.ref() } }
    return share(place, 'parameters', { ...base, content })
  }
  const style = pick(STYLES[where] as readonly string[])
  const schema = schemaOf(place, style, where)
  const explode = /Delimited/.test(style)
    ? { explode: false }
    : pick([{}, { explode: where !== 'cookie' }])
  return share(place, 'parameters', { ...base, style, ...explode, schema })
}

function swagger({ random }: Place): object {
  const { pick } = random
  const collectionFormat = pick(['csv', 'pipes'])
  const array = { type: 'array', items: { type: 'string' }, collectionFormat }
  return pick<object>([{ type: 'string' }, { type: 'integer', default: 3 }, array])
}

function schemaOf({ random }: Place, style: string, where: string): object {
  const { pick } = random
  const scalar = () => ({ type: pick(['string', 'integer', 'boolean', 'number']) })
  const filled = () => pick<object>([{ type: 'integer', default: 3 }, { enum: ['a', 'b'] }])
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
  const all = where === 'cookie' ? [scalar] : [scalar, scalar, filled, list, record]
  return (shapes[style] ?? pick<() => object>(all))()
}

/** The whole query as one value (3.2, section 4.12.2). */
export function querystring({ random }: Place): object {
  const properties = { a: { type: 'string' }, b: { type: 'integer' } }
  const schema = { type: 'object', properties, required: ['a'] }
  const type = random.pick(['application/json', 'application/x-www-form-urlencoded'])
  return { name: 'whole', in: 'querystring', content: { [type]: { schema } } }
}
