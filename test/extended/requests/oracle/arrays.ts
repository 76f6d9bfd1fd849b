import { isUnique } from './equality.js'
import type { Json } from './json.js'
import { accepts, type Dialect, type Node } from './schema.js'

export function keepsItems(node: Node, items: readonly Json[], dialect: Dialect): boolean {
  const { minItems, maxItems, uniqueItems, items: rest, prefixItems } = node
  if (typeof minItems === 'number' && items.length < minItems) return false
  if (typeof maxItems === 'number' && items.length > maxItems) return false
  if (uniqueItems === true && !isUnique(items)) return false
  // Up to 3.0 and in older drafts a list of schemas is what `prefixItems` is.
  const [first, other] = Array.isArray(rest) ? [rest, node.additionalItems] : [prefixItems, rest]
  const prefix = (first ?? []) as readonly unknown[]
  return items.every((item, index) => {
    const schema = index < prefix.length ? prefix[index] : other
    return schema === undefined || accepts(schema, item, dialect)
  })
}
