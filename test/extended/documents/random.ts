import { type Chance, chance } from '../../toolkit/runtime/json/random.js'
import { name, prose } from './names.js'
import { operation, webhooks } from './operation.js'
import { parameter } from './parameters.js'
import { nothingShared, type Place } from './place.js'
import { schemasOf, VERSIONS } from './schemas.js'
import { requirements, securitySchemes } from './security.js'

/** An OpenAPI document: whatever the specification allows, under any names. */
export function randomDocument(seed: number): Record<string, unknown> {
  const random = chance(seed)
  const { below, pick } = random
  const version = pick(VERSIONS)
  const isOld = version === '2.0'
  const schemas = schemasOf(random, version, isOld ? '#/definitions/' : '#/components/schemas/')
  const schemes = securitySchemes(random, version)
  const shared = nothingShared()
  const place: Place = { random, version, schemas, schemes: Object.keys(schemes), shared }
  const hasHooks = /^3\.[12]/.test(version) && below(4) === 0
  const { parameters, responses } = shared
  return {
    ...(isOld ? { swagger: version } : { openapi: version }),
    info: { title: prose(random), version: '1', description: prose(random) },
    ...(!isOld && below(3) === 0 && { servers: pick(SERVERS) }),
    ...(place.schemes.length > 0 &&
      below(4) === 0 && { security: requirements(random, place.schemes) }),
    paths: paths(place),
    ...(hasHooks && { webhooks: webhooks(place) }),
    ...(isOld
      ? { definitions: schemas.all, securityDefinitions: schemes, parameters, responses }
      : { components: { schemas: schemas.all, securitySchemes: schemes, ...shared } }),
  }
}

const SERVERS = [
  [{ url: 'https://example.com/v1' }, { url: '/' }],
  [{ url: '/{base}', variables: { base: { default: 'v1', enum: ['v1', 'v2'] } } }],
]

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

function paths(place: Place): Record<string, unknown> {
  const { below, pick } = place.random
  const found: Record<string, unknown> = {}
  for (let count = 1 + below(4); count > 0; count--) {
    const parameters = [...new Set(Array.from({ length: below(3) }, () => pathName(place.random)))]
    const path = `/${pick(['plants', 'a b', 'ä', `p${count}`, 'x-y', 'v1/items'])}${parameters.map((each) => `/{${each}}`).join('')}`
    found[path] = pathItem(place, parameters)
  }
  return found
}

/** A name between braces, which has neither a brace nor a slash. */
function pathName(random: Chance): string {
  return name(random).replace(/[{}/?#]/g, '') || 'id'
}

/** Operations, each with the parameters of the path, or all of them with those of the item. */
function pathItem(place: Place, parameters: readonly string[]): object {
  const { below, pick } = place.random
  const methods = [...new Set(Array.from({ length: 1 + below(2) }, () => pick(METHODS)))]
  const isAbove = parameters.length > 0 && below(3) === 0
  const above = isAbove ? parameters.map((each) => parameter(place, each, 'path')) : []
  const own = methods.map((method) => {
    return [method, operation(place, method, isAbove ? [] : parameters)] as const
  })
  return { ...(isAbove && { parameters: above }), ...Object.fromEntries(own) }
}
