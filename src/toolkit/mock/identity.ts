import { isObject, plainText } from '../openapi/json.js'
import { idNames, singularOf } from '../openapi/resources/roles.js'

/** A value that a body has if it has a member for it: one of a path parameter. */
export interface Identity {
  /** Names of the member, the likeliest first. */
  readonly names: readonly string[]
  readonly value: unknown
  /** True for the item that a path ends with, and not for one that it is in. */
  readonly isOwn: boolean
}

interface IdentitySpot {
  readonly item: Record<string, unknown>
  readonly name: string
}

/** Members of bodies around an item. */
const WRAPPERS = new Set(['data', 'item', 'result', 'resource'])

/**
 * What the path of a request says of the items in its response: `/pets/7` has the pet with the `id` 7, and
 * `/owners/3/pets` has pets whose `ownerId` is 3, whatever the parameter is called.
 */
export function identitiesOf(path: string, params: Readonly<Record<string, unknown>>): Identity[] {
  return Object.entries(params).map(([name, value]) => {
    const [before = '', after] = path.split(`/{${name}}`)
    if (after === '' || after === '/') return identityOf(name, value)
    if (!after?.startsWith('/') || !idNames('id').includes(name))
      return { names: [name], value, isOwn: false }
    // What is done to an item answers the item: `/pets/{id}/sell`.
    if (/^\/[^/{}]*[^/{}s]$/.test(after)) return { names: [name], value, isOwn: true }
    const outer = singularOf(before)
    const names = [`${outer}_${name}`, `${outer}${name[0]?.toUpperCase()}${name.slice(1)}`]
    return { names, value, isOwn: false }
  })
}

/** The id of the item, where a path parameter of that name has it. */
export function identityOf(parameter: string, value: unknown): Identity {
  // A name is more than an id to people, so that only a parameter of that name sets it.
  const names = idNames(parameter).filter(
    (name) => name === parameter || !/^(key|name)$/.test(name),
  )
  return { names, value, isOwn: true }
}

/** An id as it is, as a text and as a number: a document may describe it otherwise in a path than in a body. */
export function variantsOf(id: unknown): unknown[] {
  const text = plainText(id)
  return [id, text, Number(text)]
}

/** The body with these values where it has members for them, as far as it stays valid. */
export function identified(
  body: unknown,
  identities: readonly Identity[],
  accepts: (body: unknown) => boolean,
): unknown {
  return identities.reduce((whole, identity) => withIdentity(whole, identity, accepts), body)
}

function withIdentity(
  body: unknown,
  identity: Identity,
  accepts: (body: unknown) => boolean,
): unknown {
  const { value } = identity
  if (spotsIn(body, identity).length === 0) return body
  for (const each of variantsOf(value)) {
    const changed = structuredClone(body)
    for (const { item, name } of spotsIn(changed, identity)) item[name] = each
    if (accepts(changed)) return changed
  }
  return body
}

/** Where a body has a member of an identity: itself, or the item inside of it, or each item of a list. */
function spotsIn(body: unknown, identity: Identity, depth = 0): IdentitySpot[] {
  if (Array.isArray(body))
    return identity.isOwn ? [] : body.flatMap((each) => spotsIn(each, identity, depth + 1))
  if (!isObject(body) || depth > 2) return []
  const name = identity.names.find((each) => Object.hasOwn(body, each))
  if (name !== undefined) return [{ item: body, name }]
  const inside = Object.entries(body).filter(
    ([key, each]) => WRAPPERS.has(key) || Array.isArray(each),
  )
  return inside.flatMap(([, each]) => spotsIn(each, identity, depth + 1))
}
