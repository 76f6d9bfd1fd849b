import type { Contract, SchemaWithId } from '../contract.js'
import { type Explain, explainBy, explainer } from '../validation/explain.js'
import { lazy } from './load.js'
import { loadAll, loadSome } from './schemas.js'

/** Something is refused by schemas that are not there yet. */
class Unexplained extends Error {
  readonly schemas: readonly string[]

  constructor(schemas: Iterable<string>) {
    super('is not valid')
    this.schemas = [...schemas]
  }
}

/** Explains by the schemas of a contract, which may be loaded only then. */
export interface LazyExplain {
  /** Throws where `explained` has to load something first. */
  readonly explain: Explain
  /** Does something; where that ends for want of an explanation, does it again with one. */
  explained<T>(act: () => T | Promise<T>): Promise<T>
  /** Loads these schemas, and all that they refer to. */
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
  const known = new Map<string, SchemaWithId>()
  const table = lazy(schemas)
  const keep = (loaded: readonly SchemaWithId[]) => {
    for (const schema of loaded) known.set(schema.$id, schema)
  }
  const prepare = async (names: readonly string[]) => {
    if (names.length > 0) keep(await loadAll(await table.load(), names))
  }
  return {
    // Of a value that is wrong at once nothing is needed that stands deeper in its schema.
    explain(schema, value) {
      const missing = new Set<string>()
      const target = ($ref: string) => {
        const name = $ref.slice(0, -1)
        const found = known.get(name)
        if (found === undefined) missing.add(name)
        return found ?? true
      }
      const violations = explainBy(target, schema, value)
      if (missing.size > 0) throw new Unexplained(missing)
      return violations
    },
    async explained(act) {
      for (;;) {
        try {
          return await act()
        } catch (error) {
          if (!(error instanceof Unexplained)) throw error
          keep(await loadSome(await table.load(), error.schemas))
        }
      }
    },
    prepare,
    load: async () => prepare(Object.keys(await table.load())),
  }
}
