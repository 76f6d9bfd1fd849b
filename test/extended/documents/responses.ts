import { content } from './contents.js'
import { names, prose } from './names.js'
import { type Place, share } from './place.js'

/** The responses of an operation; its links lead to itself. */
export function responses(place: Place, operationId: string | undefined): Record<string, object> {
  const { pick } = place.random
  const statuses = [...new Set(['200', pick(['201', '204', '404', '4XX', 'default'])])]
  return Object.fromEntries(
    statuses
      .filter((each) => place.version !== '2.0' || each !== '4XX')
      .map((each) => [each, share(place, 'responses', response(place, each, operationId))]),
  )
}

function response(place: Place, status: string, operationId: string | undefined): object {
  const { random, version, schemas } = place
  const { below } = random
  const isOld = version === '2.0'
  const links = { self: { operationId, description: prose(random) } }
  const described = {
    description: prose(random),
    ...(below(3) === 0 && { headers: headers(place) }),
    ...(!isOld && operationId !== undefined && below(5) === 0 && { links }),
  }
  if (status === '204' || below(5) === 0) return described
  return { ...described, ...(isOld ? { schema: schemas.ref() } : { content: content(place) }) }
}

function headers(place: Place): Record<string, object> {
  const { random, version } = place
  const { pick } = random
  const type = () => ({ type: pick(['string', 'integer', 'boolean']) })
  const one = () => {
    if (version === '2.0') return type()
    const schema = pick([type(), { type: 'array', items: type() }])
    return share(place, 'headers', { schema, ...pick([{}, { required: true }]) })
  }
  const known = names(random, 2).map((each) => `X-${each.replace(/[^\w-]/g, '')}`)
  return Object.fromEntries([...new Set(known)].map((each) => [each, one()]))
}
