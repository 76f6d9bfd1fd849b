import type { ValidationError } from '../validator.js'
import { type Place, type Rules, type Violations, violation, type Walk, within } from './walk.js'

/** How many violations of a branch are looked at. */
const MOST = 20

/**
 * The violations of the branch of a union that a value seems to be meant for: it has the type, and the
 * values that tell branches apart, and of such branches the fewest violations. None where the value
 * has not even the type that any of them asks for: then the union itself is broken.
 */
export function* closest(
  walk: Walk,
  keyword: 'anyOf' | 'oneOf',
  branches: readonly (readonly [number, Rules])[],
  place: Place,
): Violations {
  let best: { distance: number; found: readonly ValidationError[] } | undefined
  for (const [index, branch] of branches) {
    const found = take(walk.violations(branch, within(place, keyword, index)), MOST)
    const distance = distanceOf(found, place)
    if (best === undefined || distance < best.distance) best = { distance, found }
  }
  if (best === undefined || best.distance >= FAR) {
    yield violation(place, keyword, `must match a schema in ${keyword}`)
  } else yield* best.found
}

const FAR = 1_000_000
const OTHER_BRANCH = 1_000

function distanceOf(found: readonly ValidationError[], { path }: Place): number {
  if (found.some((each) => each.instancePath === path && isOther(each))) return FAR
  const isTag = (each: ValidationError) => ['const', 'enum'].includes(each.keyword)
  const isMember = (each: ValidationError) => /^\/[^/]*$/.test(each.instancePath.slice(path.length))
  const tags = found.filter((each) => isTag(each) && isMember(each)).length
  return tags * OTHER_BRANCH + found.length
}

/** The value is of another type, or another value than the only ones that there are. */
function isOther({ keyword }: ValidationError): boolean {
  return ['type', 'const', 'enum', 'not', 'false'].includes(keyword)
}

function take(violations: Violations, most: number): ValidationError[] {
  const taken: ValidationError[] = []
  for (const each of violations) {
    taken.push(each)
    if (taken.length >= most) break
  }
  return taken
}
