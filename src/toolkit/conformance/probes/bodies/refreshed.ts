import { isObject, type JsonObject } from '../../../openapi/json.js'
import { isAsSaid } from '../../cases/edges.js'
import type { Edge } from '../../cases/makers/edge.js'
import type { Kit } from '../../run/kit.js'
import { withMember } from '../../values/path.js'
import type { PlacedSchema } from '../../values/place.js'
import { canonical } from '../../values/same-value.js'

/**
 * The value of an edge with an identity of its own, so that a lenient service does not refuse it as a second one of
 * what it has. What is the edge stays: of an identity with something before it or behind it, that; else its shape.
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
      const isEdge = path[0] === name
      const next = isEdge ? edgeOf(source.fresh, value[name], base[name], fresh[name]) : fresh[name]
      const isOld = isEdge || canonical(value[name]) === canonical(base[name])
      return isOld && next !== undefined ? withMember(each, name, next) : each
    }, value)
  return isAsSaid({ contract }, root, { fate, value: changed }) ? changed : value
}

/** An identity as a text or with something around it, of another one; else another text of the shape of the edge. */
function edgeOf(
  fresh: Kit['source']['fresh'],
  part: unknown,
  middle: unknown,
  other: unknown,
): string | undefined {
  if (typeof part !== 'string' || part === middle) return undefined
  const isScalar = ['string', 'number', 'bigint'].includes(typeof middle) && middle !== ''
  const isAround = isScalar && part.includes(String(middle))
  return isAround ? part.replace(String(middle), () => String(other)) : fresh.like(part)
}
