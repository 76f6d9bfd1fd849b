import { requestContent, responseContent, schemasAround, schemasOf } from '../../model/content.js'
import type { Model, Operation } from '../../model/model.js'
import type { Declaration } from '../../print/code.js'
import { moduleAt, type Output } from '../../print/imports.js'

/** An operation, or a stand-in for it, with the declarations that it uses. */
export interface ChunkUser extends Declaration {
  readonly chunk?: string | undefined
}

/** Largest ratio of chunks to operations; above it, there are no chunks. */
const MOST_CHUNKS = 1 / 3

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
 * Chooses the file of each declaration by the operations that use it, at any distance: it is next to the
 * only one; else it is named by itself, in the chunk of all of them, or in `shared`. So the first request
 * to an operation loads little more than it needs.
 */
export function withChunks<D extends Declaration>(
  operations: readonly ChunkUser[],
  declarations: readonly D[],
): D[] {
  const hasChunks = operations.some(({ chunk }) => chunk !== undefined)
  const users = usersOf(operations, declarations)
  return declarations.map((declaration) => {
    const { chunk = 'shared', key = declaration.key } = users.get(declaration.name) ?? {}
    return { ...declaration, ...(hasChunks && { chunk }), ...(key && { key }) }
  })
}

/** What the operations that use a declaration have in common. */
interface Users {
  readonly chunk: string | undefined
  readonly key: string | undefined
}

function usersOf(
  operations: readonly ChunkUser[],
  declarations: readonly Declaration[],
): Map<string, Users> {
  const usesOf = new Map(declarations.map(({ name, uses }) => [name, uses]))
  const users = new Map<string, Users>()
  const open = operations.flatMap(({ name, key = name, chunk, uses }) =>
    uses.map((used): [string, Users] => [used, { chunk, key }]),
  )
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [name, by] = next
    const uses = usesOf.get(name)
    const before = users.get(name)
    const now = before === undefined ? by : common(before, by)
    // An import is in no file of these.
    if (uses === undefined || now === before) continue
    users.set(name, now)
    for (const used of uses) open.push([used, now])
  }
  return users
}

function common(one: Users, other: Users): Users {
  const chunk = one.chunk === other.chunk ? one.chunk : undefined
  const key = one.key === other.key ? one.key : undefined
  return chunk === one.chunk && key === one.key ? one : { chunk, key }
}

/** The operations with the names of the schemas that their requests and responses have. */
export function schemaUsers({ operations }: Model): ChunkUser[] {
  const chunks = chunksOf(operations)
  return operations.map((operation, at) => {
    const content = [...requestContent(operation), ...responseContent(operation)]
    const uses = [...schemasAround(operation), ...schemasOf(content)]
    return { name: operation.typeName, text: '', uses, chunk: chunks[at] }
  })
}

/** Above either limit, operations load lazily: all at once would take too long to start. */
const OPERATIONS = 50
const SCHEMAS = 1000

/** Lines of a file that loads lazily: so many that few are loaded, so few that little is loaded in vain. */
export const LAZY_LINES = 1000

/** True if first requests load the operations of a contract one by one. */
export function isLazy({ operations, schemas }: Model): boolean {
  return operations.length > OPERATIONS || schemas.length > SCHEMAS
}

export function loaderName(file: string): string {
  return `load_${file.replaceAll('-', '_')}`
}

export function loaders(folder: string, files: readonly string[], output: Output): string {
  const imported = (file: string) => `import(${moduleAt(output, `./${folder}/${file}`)})`
  return files.map((file) => `const ${loaderName(file)} = () => ${imported(file)}\n`).join('')
}
