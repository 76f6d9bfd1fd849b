import { isObject, type JsonObject } from '../../../openapi/json.js'
import { isAsSaid } from '../../cases/edges.js'
import type { Edge } from '../../cases/makers/edge.js'
import type { Kit } from '../../run/kit.js'
import { withMember } from '../../values/path.js'
import type { PlacedSchema } from '../../values/place.js'
import { canonical } from '../../values/same-value.js'

/**
 * The value of an edge with an identity of its own, so that a lenient service does not refuse it as a second one of
 * what it has. The edge itself stays: of an identity with something before it or behind it, that stays.
 */
export function refreshed(
  { contract, source }: Pick<Kit, 'contract' | 'source'>,
  root: PlacedSchema,
  { value, base, path, fate }: Pick<Edge, 'value' | 'base' | 'path' | 'fate'>,
): unknown {
  if (!isObject(value) || !isObject(base)) return value
  const fresh = source.fresh.of(root.schema, base) as JsonObject
  const changed = Object.keys(value)
    .filter((name) => fresh[name] !== base[name])
    .reduce<object>((each, name) => {
      const next = path[0] === name ? edgeOf(value[name], base[name], fresh[name]) : fresh[name]
      const isOld = path[0] === name || canonical(value[name]) === canonical(base[name])
      return isOld && next !== undefined ? withMember(each, name, next) : each
    }, value)
  return isAsSaid({ contract }, root, { fate, value: changed }) ? changed : value
}

/** An identity with something around it, around another one; `undefined` for any other edge. */
function edgeOf(part: unknown, middle: unknown, other: unknown): string | undefined {
  const texts = [part, middle, other].every((each) => typeof each === 'string' && each !== '')
  if (!texts || part === middle || !String(part).includes(String(middle))) return undefined
  return String(part).replace(String(middle), () => String(other))
}
