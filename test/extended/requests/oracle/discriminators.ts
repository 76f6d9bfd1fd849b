import type { Value } from './json.js'
import type { Dialect, Node } from './schema.js'
import { Undecided } from './undecided.js'

/** Branches of a choice that the value of the discriminator may mean. */
export function branchesFor(
  node: Node,
  value: Value,
  { follow, version }: Dialect,
): (branch: unknown) => boolean {
  const { propertyName, mapping = {} } = Object(node.discriminator) as Node
  if (typeof propertyName !== 'string' || !(value instanceof Map)) return () => true
  const name = value.get(propertyName)
  if (name === undefined) return () => true
  const places = version.startsWith('2') ? '#/definitions/' : '#/components/schemas/'
  const mapped = Object.entries(mapping as Readonly<Record<string, string>>).map(
    ([key, $ref]) => [key, /[#/.]/.test($ref) ? $ref : places + $ref] as const,
  )
  return (branch) => {
    const { $ref } = Object(branch) as Node
    if (typeof $ref !== 'string') return true
    const own = mapped.flatMap(([key, to]) => (to === $ref ? key : []))
    const names = own.length > 0 ? own : [$ref.slice($ref.lastIndexOf('/') + 1)]
    // Other values decide nothing if a schema lists its values itself.
    if (lists($ref, propertyName, follow)) return true
    return names.includes(name as string)
  }
}

/** True if a schema is more than plain about its discriminator. */
function lists($ref: string, name: string, follow: Dialect['follow'], depth = 0): boolean {
  const { properties = {}, allOf = [], $ref: other } = Object(follow($ref)) as Node
  const member = Object((properties as Node)[name]) as Node
  if (depth > 8) throw new Undecided('a deep discriminator')
  if (['enum', 'const', '$ref'].some((keyword) => keyword in member)) return true
  if (member.type !== undefined && member.type !== 'string') return true
  const parts = [...(allOf as readonly unknown[]), ...(other ? [{ $ref: other }] : [])]
  return parts.some((part) => {
    const next = (Object(part) as Node).$ref
    return typeof next !== 'string' || lists(next, name, follow, depth + 1)
  })
}
