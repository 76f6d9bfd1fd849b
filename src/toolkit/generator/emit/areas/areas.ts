import type { PrintCache } from '../../incremental/print-cache.js'
import type { Model, Operation } from '../../model/model.js'
import type { Declaration } from '../../print/code.js'
import { dominators } from './dominators.js'

/** An operation, or a stand-in for it, with the declarations that it uses. */
export interface AreaUser extends Declaration {
  readonly area?: string | undefined
}

/** Area of declarations that operations of several areas use. */
const SHARED = 'shared'

/** Largest ratio of areas to operations; above it, areas are ignored. */
const MOST_AREAS = 1 / 3

/** Segments of paths that name no area. */
const NO_AREA = /^(api|rest|v\d+([._-]\w+)*|\{.*)$/i

/**
 * Areas of operations: their first tags, or the first telling segments of their paths. None if nearly
 * every operation has its own.
 */
export function areasOf(operations: readonly Operation[]): readonly (string | undefined)[] {
  const areas = operations.map(({ tags, path }) => {
    const segments = path.split('/').filter((segment) => segment !== '' && !NO_AREA.test(segment))
    return tags[0]?.[0] ?? segments[0]
  })
  const isTelling = new Set(areas).size <= Math.max(1, operations.length * MOST_AREAS)
  return isTelling ? areas : operations.map(() => undefined)
}

/**
 * Gives each declaration the area of the operations that use it, so that the first request to an
 * operation loads little more than it needs; and a key: declarations that only one operation uses are
 * next to that operation, others next to their dominator.
 */
export function withAreas<D extends Declaration>(
  name: string,
  operations: readonly AreaUser[],
  declarations: readonly D[],
  texts: PrintCache,
): D[] {
  const shapes = [...operations.map(shapeOf), '', ...declarations.map(shapeOf)]
  const places = texts.again(`areas ${name}`, shapes, () => placesOf(operations, declarations))
  return declarations.map((declaration, at) => placed(declaration, places[at] as Placement))
}

/** The members of a declaration that its file is chosen by. */
type Placement = Pick<AreaUser, 'area' | 'key'>

function shapeOf({ name, key = name, area = '', uses }: AreaUser): string {
  return [name, key, area, ...uses].join(' ')
}

const known = new WeakMap<Declaration, Declaration>()

function placed<D extends Declaration>(declaration: D, { area, key }: Placement): D {
  const before = known.get(declaration) as D | undefined
  if (before !== undefined && before.area === area && before.key === key) return before
  const now = { ...declaration, ...(area !== undefined && { area }), ...(key && { key }) }
  known.set(declaration, now)
  return now
}

function placesOf(
  operations: readonly AreaUser[],
  declarations: readonly Declaration[],
): Placement[] {
  const users = usersOf(operations, declarations)
  const dominatorOf = dominators(operations, declarations)
  const keyOf = new Map([...operations, ...declarations].map(({ name, key = name }) => [name, key]))
  const hasAreas = operations.some(({ area }) => area !== undefined)
  return declarations.map(({ name }): Placement => {
    const { only, area = SHARED } = users.get(name) ?? {}
    const key = keyOf.get(only ?? dominatorOf(name)) as string
    return hasAreas ? { area, key } : { key }
  })
}

/** The operations that use a declaration: their area and name, if all have the same. */
interface Users {
  readonly area: string | undefined
  readonly only: string | undefined
}

/** Passes the users of each declaration on to the declarations that it uses, until nothing changes. */
function usersOf(
  operations: readonly AreaUser[],
  declarations: readonly Declaration[],
): Map<string, Users> {
  const usesOf = new Map(declarations.map(({ name, uses }) => [name, uses]))
  const users = new Map<string, Users>()
  const changed: string[] = []
  const pass = (uses: readonly string[], by: Users) => {
    for (const name of uses) {
      if (!usesOf.has(name)) continue // an import
      const before = users.get(name)
      const next = before === undefined ? by : common(before, by)
      if (before?.area === next.area && before?.only === next.only && before !== undefined) continue
      users.set(name, next)
      changed.push(name)
    }
  }
  for (const { name, area, uses } of operations) pass(uses, { area, only: name })
  for (let name = changed.pop(); name !== undefined; name = changed.pop()) {
    pass(usesOf.get(name) as readonly string[], users.get(name) as Users)
  }
  return users
}

function common(one: Users, other: Users): Users {
  return {
    area: one.area === other.area ? one.area : undefined,
    only: one.only === other.only ? one.only : undefined,
  }
}

/** The operations with the names of the schemas that their requests and responses have. */
export function schemaUsers({ operations }: Model): AreaUser[] {
  const areas = areasOf(operations)
  return operations.map((operation, at) => {
    return { name: operation.typeName, text: '', uses: schemasOf(operation), area: areas[at] }
  })
}

function schemasOf({ parameterGroups, requestBody, responses }: Operation): string[] {
  const content = [
    ...(requestBody?.content ?? []),
    ...responses.flatMap((response) => response.content),
  ]
  return [
    ...parameterGroups.map(({ schema }) => schema),
    ...content.flatMap(({ schema }) => schema ?? []),
    ...responses.flatMap(({ headerSchema }) => headerSchema ?? []),
  ]
}
