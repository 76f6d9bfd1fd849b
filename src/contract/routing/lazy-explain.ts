import type { Contract, SchemaWithId } from '../contract.js'
import { type Explain, explainer } from '../validation/explain.js'
import { lazy } from './load.js'
import { loadAll } from './schemas.js'

/** Something is refused by a schema that is not there yet. */
class Unexplained extends Error {
  readonly schema: string

  constructor(schema: string) {
    super('is not valid')
    this.schema = schema
  }
}

/** Explains by the schemas of a contract, which may be loaded only then. */
export interface LazyExplain {
  /** Throws where `explained` has to load something first. */
  readonly explain: Explain
  /** Does something; where that ends for want of an explanation, does it again with one. */
  explained<T>(act: () => T | Promise<T>): Promise<T>
  /** Loads these schemas. */
  prepare(names: readonly string[]): Promise<void>
  /** Loads all schemas. */
  load(): Promise<void>
}

export function lazyExplainer({ schemas }: Pick<Contract, 'schemas'>): LazyExplain {
  if (typeof schemas !== 'function') {
    const explained = async <T>(act: () => T | Promise<T>) => act()
    const load = async () => {}
    return { explain: explainer(schemas), explained, prepare: load, load }
  }
  // With all that each of them refers to.
  const known = new Map<string, SchemaWithId>()
  let explain = explainer([])
  let last: Promise<unknown> = Promise.resolve()
  const table = lazy(schemas)
  const add = async (names: readonly string[]) => {
    const unknown = names.filter((name) => !known.has(name))
    if (unknown.length === 0) return
    for (const schema of await loadAll(await table.load(), unknown, known)) {
      known.set(schema.$id, schema)
    }
    explain = explainer([...known.values()])
  }
  const prepare = (names: readonly string[]) => {
    // One after the other: what is known is known with all that it refers to.
    const added = last.then(() => add(names))
    last = added.catch(() => undefined)
    return added
  }
  return {
    explain(schema, value) {
      if (!known.has(schema)) throw new Unexplained(schema)
      return explain(schema, value)
    },
    async explained(act) {
      for (;;) {
        try {
          return await act()
        } catch (error) {
          if (!(error instanceof Unexplained)) throw error
          await prepare([error.schema])
        }
      }
    },
    prepare,
    load: async () => prepare(Object.keys(await table.load())),
  }
}
