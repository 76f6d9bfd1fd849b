import { YAMLException } from 'js-yaml'

/** How deep a document may nest; what an anchor holds that contains itself is deeper than any limit. */
const MAX_DEPTH = 256

/** Refuses what JSON cannot hold. */
export function checkTree(value: unknown, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new YAMLException(`${value} is no JSON number`)
  }
  if (value === null || typeof value !== 'object') return
  if (depth > MAX_DEPTH) {
    throw new YAMLException(
      `it nests deeper than ${MAX_DEPTH} levels, or an anchor contains itself`,
    )
  }
  for (const child of Object.values(value)) checkTree(child, depth + 1)
}
