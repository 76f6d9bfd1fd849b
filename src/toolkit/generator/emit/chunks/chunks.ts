import type { Model, Operation } from '../../model/model.js'
import type { Declaration } from '../../print/code.js'
import { dominators } from './dominators.js'

/** An operation, or a stand-in for it, with the declarations that it uses. */
export interface ChunkUser extends Declaration {
  readonly chunk?: string | undefined
}

/** Chunk of declarations that operations of several chunks use. */
const SHARED = 'shared'

/** Largest ratio of chunks to operations; above it, there are no chunks. */
const MOST_CHUNKS = 1 / 3

/** Segments of paths that name no chunk. */
const NO_CHUNK = /^(api|rest|v\d+([._-]\w+)*|\{.*)$/i

/**
 * Names of the chunks of operations: their first tags, or the first significant segments of their
 * paths. None if nearly every operation has its own.
 */
export function chunksOf(operations: readonly Operation[]): readonly (string | undefined)[] {
  const chunks = operations.map(({ tags, path }) => {
    const segments = path.split('/').filter((segment) => segment !== '' && !NO_CHUNK.test(segment))
    return tags[0]?.[0] ?? segments[0]
  })
  const isSignificant = new Set(chunks).size <= Math.max(1, operations.length * MOST_CHUNKS)
  return isSignificant ? chunks : operations.map(() => undefined)
}

/**
 * Gives each declaration the chunk of the operations that use it, so that the first request to an
 * operation loads little more than it needs; and a key: declarations that only one operation uses are
 * next to that operation, others next to their dominator.
 */
export function withChunks<D extends Declaration>(
  operations: readonly ChunkUser[],
  declarations: readonly D[],
): D[] {
  const places = placesOf(operations, declarations)
  return declarations.map((declaration, at) => ({ ...declaration, ...(places[at] as Placement) }))
}

/** The members of a declaration that its file is chosen by. */
type Placement = Pick<ChunkUser, 'chunk' | 'key'>

function placesOf(
  operations: readonly ChunkUser[],
  declarations: readonly Declaration[],
): Placement[] {
  const users = usersOf(operations, declarations)
  const dominatorOf = dominators(operations, declarations)
  const keyOf = new Map([...operations, ...declarations].map(({ name, key = name }) => [name, key]))
  const hasChunks = operations.some(({ chunk }) => chunk !== undefined)
  return declarations.map(({ name }): Placement => {
    const { only, chunk = SHARED } = users.get(name) ?? {}
    const key = keyOf.get(only ?? dominatorOf(name)) as string
    return hasChunks ? { chunk, key } : { key }
  })
}

/** The operations that use a declaration: their chunk and name, if all have the same. */
interface Users {
  readonly chunk: string | undefined
  readonly only: string | undefined
}

/** Passes the users of each declaration on to the declarations that it uses, until nothing changes. */
function usersOf(
  operations: readonly ChunkUser[],
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
      const isSame = before?.chunk === next.chunk && before?.only === next.only
      if (isSame && before !== undefined) continue
      users.set(name, next)
      changed.push(name)
    }
  }
  for (const { name, chunk, uses } of operations) pass(uses, { chunk, only: name })
  for (let name = changed.pop(); name !== undefined; name = changed.pop()) {
    pass(usesOf.get(name) as readonly string[], users.get(name) as Users)
  }
  return users
}

function common(one: Users, other: Users): Users {
  return {
    chunk: one.chunk === other.chunk ? one.chunk : undefined,
    only: one.only === other.only ? one.only : undefined,
  }
}

/** The operations with the names of the schemas that their requests and responses have. */
export function schemaUsers({ operations }: Model): ChunkUser[] {
  const chunks = chunksOf(operations)
  return operations.map((operation, at) => {
    return { name: operation.typeName, text: '', uses: schemasOf(operation), chunk: chunks[at] }
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
