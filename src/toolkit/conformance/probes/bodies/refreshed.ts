import { isObject, type JsonObject } from '../../../openapi/json.js'
import { isAsSaid } from '../../cases/edges.js'
import type { Edge } from '../../cases/makers/edge.js'
import type { Kit } from '../../run/kit.js'
import { withMember } from '../../values/path.js'
import type { PlacedSchema } from '../../values/place.js'
import { canonical } from '../../values/same-value.js'

/**
 * The value of an edge with an identity of its own, so that a lenient service does not refuse it as a second one of
 * what it has. The edge itself stays.
 */
export function refreshed(
  { contract, source }: Pick<Kit, 'contract' | 'source'>,
  root: PlacedSchema,
  { value, base, path, fate }: Pick<Edge, 'value' | 'base' | 'path' | 'fate'>,
): unknown {
  if (!isObject(value) || !isObject(base)) return value
  const fresh = source.fresh.of(root.schema, base) as JsonObject
  const names = Object.keys(value).filter(
    (name) =>
      path[0] !== name &&
      fresh[name] !== base[name] &&
      canonical(value[name]) === canonical(base[name]),
  )
  const changed = names.reduce<object>((each, name) => withMember(each, name, fresh[name]), value)
  return isAsSaid({ contract }, root, { fate, value: changed }) ? changed : value
}
