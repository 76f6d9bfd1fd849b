import type { Rules } from '../../openapi/shared-schema.js'
import type { ValidationError } from '../validator.js'
import { type Instance, type SchemaWalk, type Violations, violation, within } from './walk.js'

/** How many violations of a branch are looked at. */
const MOST = 20

/**
 * The violations of the branch of a union that a value seems to be meant for: it has the type, and of
 * the branches that it has the type of the fewest violations. Where a member tells these branches
 * apart and leads to none of them, that is all there is to say; so is the union itself where the value
 * has not even the type that any of them asks for.
 */
export function* closest(
  walk: SchemaWalk,
  keyword: 'anyOf' | 'oneOf',
  branches: readonly (readonly [number, Rules])[],
  place: Instance,
): Violations {
  const all = branches.map(([index, branch]) =>
    take(walk.violations(branch, within(place, keyword, index)), MOST),
  )
  const near = all.filter((found) => !found.some((each) => isAt(place, each) && isOther(each)))
  const [first, ...others] = near
  if (first === undefined) {
    yield violation(place, keyword, typesOf(all, place) ?? `must match a schema in ${keyword}`)
    return
  }
  const tag = others.length === 0 ? undefined : wrongTag(near, place)
  if (tag !== undefined) yield tag
  else {
    yield* others.reduce(
      (best, found) => (distanceOf(found, place) < distanceOf(best, place) ? found : best),
      first,
    )
  }
}

type BranchErrors = readonly ValidationError[]

/** What to say where each branch asks for types that the value has not. */
function typesOf(all: readonly BranchErrors[], place: Instance): string | undefined {
  const asked = all.map(
    (found) => found.find((each) => isAt(place, each) && isOther(each)) as ValidationError,
  )
  if (asked.length === 0 || asked.some(({ keyword }) => keyword !== 'type')) return undefined
  const types = asked.flatMap(({ message }) => message.replace('must be ', '').split(' or '))
  return `must be ${[...new Set(types)].join(' or ')}`
}

/** What is wrong with a member that has another value than any of the branches asks for. */
function wrongTag(near: readonly BranchErrors[], place: Instance): ValidationError | undefined {
  const byBranch = near.map((found) => found.filter((each) => isTag(each, place)))
  const tag = (byBranch[0] as BranchErrors).find(({ instancePath }) =>
    byBranch.every((tags) => tags.some((each) => each.instancePath === instancePath)),
  )
  if (tag === undefined) return undefined
  const values = byBranch.flat().flatMap(({ instancePath, params }) => {
    if (instancePath !== tag.instancePath) return []
    return 'allowedValue' in params ? [params.allowedValue] : (params.allowedValues as unknown[])
  })
  const message = 'must be equal to one of the allowed values'
  return { ...tag, keyword: 'enum', params: { allowedValues: [...new Set(values)] }, message }
}

const OTHER_BRANCH = 1_000

function distanceOf(found: BranchErrors, place: Instance): number {
  return found.filter((each) => isTag(each, place)).length * OTHER_BRANCH + found.length
}

function isAt({ path }: Instance, { instancePath }: ValidationError): boolean {
  return instancePath === path
}

/** A member of the value, which has another value than the only ones that there are. */
function isTag({ keyword, instancePath }: ValidationError, { path }: Instance): boolean {
  return ['const', 'enum'].includes(keyword) && /^\/[^/]*$/.test(instancePath.slice(path.length))
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
