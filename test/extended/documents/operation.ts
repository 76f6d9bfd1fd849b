import { content } from './contents.js'
import { name, names, prose } from './names.js'
import { parameter, querystring } from './parameters.js'
import { type Place, share } from './place.js'
import { responses } from './responses.js'
import { requirements } from './security.js'

/** An operation of a method; `parameters` are the names in its path. */
export function operation(
  place: Place,
  method: string,
  parameters: readonly string[],
  isInner = false,
): object {
  const { random, version, schemes } = place
  const { below, pick } = random
  const isOld = version === '2.0'
  const hasBody = ['post', 'put', 'patch'].includes(method) && below(3) > 0
  const operationId = below(2) === 0 ? `${name(random)} ${below(1_000_000)}` : undefined
  const given = [
    ...parameters.map((each) => parameter(place, each, 'path')),
    ...others(place),
    ...(isOld && hasBody ? [{ name: 'body', in: 'body', schema: place.schemas.ref() }] : []),
  ]
  const body = () =>
    share(place, 'requestBodies', { required: pick([true, false]), content: content(place) })
  return {
    ...(operationId !== undefined && { operationId }),
    ...(below(3) === 0 && { summary: prose(random), tags: names(random, 2) }),
    ...(below(9) === 0 && { deprecated: true }),
    ...(given.length > 0 && { parameters: given }),
    ...(!isOld && hasBody && { requestBody: body() }),
    ...(schemes.length > 0 && below(3) === 0 && { security: requirements(random, schemes) }),
    ...(!isOld && !isInner && below(8) === 0 && { callbacks: callbacks(place) }),
    responses: responses(place, operationId),
  }
}

/** Parameters beside those of the path, each place and name once. */
function others(place: Place): object[] {
  const { random, version } = place
  const { below, pick } = random
  if (version === '3.2.0' && below(8) === 0) return [querystring(place)]
  const places = version === '2.0' ? ['query', 'header'] : ['query', 'query', 'header', 'cookie']
  const seen = new Set<string>()
  return names(random, 3).flatMap((each) => {
    const where = pick(places)
    const key = `${where} ${where === 'query' ? each : each.replace(/[^\w-]/g, '').toLowerCase()}`
    if (seen.has(key)) return []
    seen.add(key)
    return [parameter(place, each, where)]
  })
}

function callbacks(place: Place): object {
  const { pick } = place.random
  const expression = pick([
    '{$request.body#/url}',
    'https://example.com/{$request.query.a}',
    '{$url}',
  ])
  const item = { post: operation(place, 'post', [], true) }
  return { [name(place.random)]: share(place, 'callbacks', { [expression]: item }) }
}

/** Webhooks: requests that others may send to a server of the document. */
export function webhooks(place: Place): object {
  const all = names(place.random, 2)
  return Object.fromEntries(all.map((each) => [each, { post: operation(place, 'post', [], true) }]))
}
