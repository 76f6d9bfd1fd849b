import { isFileSchema } from '../../openapi/schema/file-schema.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { ValidationError } from '../validator.js'
import { listed, printed, shortList } from './listed.js'
import { type Instance, type Violations, violation, violationsBy } from './schema-walk.js'

/** Most violations of a branch that are compared. */
const MOST = 20

/** A schema of a union with its violations: the first tells whether it holds, the others are looked for when asked. */
export interface TriedBranch {
  readonly schema: Schema
  readonly first: ValidationError | undefined
  readonly others: Violations
}

export function triedBranch(schema: Schema, place: Instance): TriedBranch {
  const others = violationsBy(schema, place)
  return { schema, first: others.next().value ?? undefined, others }
}

/** All violations of a branch, once: to find them twice at each level of a recursive union takes 2^levels times. */
export function* violationsIn({ first, others }: TriedBranch): Violations {
  if (first === undefined) return
  yield first
  yield* others
}

/**
 * The violations of the closest branch of a union: it has the value's type and the fewest violations of such
 * branches. Of equally close ones with one violation each at one place all are told. If a discriminating member selects none of them, that is the only violation; so is the union itself if
 * the value has the type of no branch.
 */
export function* closest(
  keyword: string,
  branches: readonly TriedBranch[],
  place: Instance,
): Violations {
  const all = branches.map((branch) => take(violationsIn(branch), MOST))
  const near = all.filter((found) => !found.some((each) => isOther(each, place)))
  if (near.length === 0) {
    const isFile = branches.some(({ schema }) => isFileSchema(schema))
    const asked = all.flatMap((found) => askedIn(found, place))
    yield violation(place, keyword, expectedBy(asked, keyword, isFile), { asked })
    return
  }
  const tag = near.length === 1 ? undefined : wrongTag(near, place)
  if (tag !== undefined) yield tag
  else {
    const least = Math.min(...near.map((found) => distanceOf(found, place)))
    const nearest = near.filter((found) => distanceOf(found, place) === least)
    yield* alternative(nearest, keyword, place) ?? (nearest[0] as BranchErrors)
  }
}

/** What equally close branches ask for at one place, where each asks for one thing. */
function alternative(
  nearest: readonly BranchErrors[],
  keyword: string,
  place: Instance,
): BranchErrors | undefined {
  const asked = nearest.flat()
  const instancePath = asked[0]?.instancePath as string
  const isAlike = asked.every((each) => each.instancePath === instancePath)
  const messages = new Set(asked.map(({ message }) => message))
  if (asked.length > nearest.length || !isAlike || messages.size === 1) return undefined
  return [{ ...violation(place, keyword, shortList([...messages], ' or ')), instancePath }]
}

type BranchErrors = readonly ValidationError[]

/** What a branch asks for; if it is a union, what its branches do. */
function askedIn(found: BranchErrors, place: Instance): BranchErrors {
  const other = found.find((each) => isOther(each, place)) as ValidationError
  return (other.params.asked as BranchErrors | undefined) ?? [other]
}

/** The message for a value that has the type of no branch, or none of its values: it lists these. */
function expectedBy(asked: BranchErrors, keyword: string, isFile: boolean): string {
  const nameable = asked.filter((each) => NAMEABLE.includes(each.keyword))
  const types = nameable.flatMap(({ keyword, message }) =>
    keyword === 'type' ? message.replace('must be ', '').split(' or ') : [],
  )
  const values = new Set(nameable.flatMap(allowedBy).map(printed))
  if (isFile && values.delete('""')) types.unshift('a file')
  if (types.includes('null')) values.delete('null')
  const [first] = values
  const several = values.size > 1 ? [`one of ${shortList([...values])}`] : first ? [first] : []
  const expected = [...new Set(types), ...several].join(' or ')
  const general = `must match a schema in ${keyword}`
  if (expected === '') return general
  return nameable.length === asked.length
    ? `must be ${expected}`
    : `${general}, such as ${expected}`
}

const NAMEABLE = ['type', 'const', 'enum']

/** The values that a violated `const` or `enum` has. */
function allowedBy({ params }: ValidationError): readonly unknown[] {
  if ('allowedValue' in params) return [params.allowedValue]
  return 'allowedValues' in params ? (params.allowedValues as unknown[]) : []
}

/** The violation of a discriminating member whose value selects no branch. */
function wrongTag(near: readonly BranchErrors[], place: Instance): ValidationError | undefined {
  const byBranch = near.map((found) => found.filter((each) => isTag(each, place)))
  const tag = (byBranch[0] as BranchErrors).find(({ instancePath }) =>
    byBranch.every((tags) => tags.some((each) => each.instancePath === instancePath)),
  )
  if (tag === undefined) return undefined
  const values = byBranch.flat().flatMap((each) => {
    if (each.instancePath !== tag.instancePath) return []
    return allowedBy(each)
  })
  const allowedValues = [...new Set(values)]
  const message = `must be equal to one of the allowed values: ${listed(allowedValues)}`
  return { ...tag, keyword: 'enum', params: { allowedValues }, message }
}

const OTHER_BRANCH = 1_000

function distanceOf(found: BranchErrors, place: Instance): number {
  return found.filter((each) => isTag(each, place)).length * OTHER_BRANCH + found.length
}

/** A violation of `const` or `enum` by a member of the value. */
function isTag({ keyword, instancePath }: ValidationError, { path }: Instance): boolean {
  return ['const', 'enum'].includes(keyword) && /^\/[^/]*$/.test(instancePath.slice(path.length))
}

const OTHER = ['type', 'const', 'enum', 'not', 'false']

/** True if the value has another type, or is another than the only allowed ones. */
function isOther({ keyword, instancePath, params }: ValidationError, { path }: Instance): boolean {
  return instancePath === path && (OTHER.includes(keyword) || 'asked' in params)
}

function take(violations: Violations, most: number): ValidationError[] {
  const taken: ValidationError[] = []
  for (const each of violations) {
    taken.push(each)
    if (taken.length >= most) break
  }
  return taken
}
