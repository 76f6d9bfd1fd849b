import { nameIn, type SchemaWithId } from '../../openapi/shared-schema.js'
import type { Explain } from '../../validation/explain.js'
import type { Contract, SchemaTable } from '../contract.js'
import { lateModule, NotLoaded } from './late.js'
import { lazy } from './load.js'
import { loadAll, loadSome } from './schemas.js'

/** Explains by the schemas of a contract, which may be loaded only then. */
export interface LazyExplain {
  /** Throws {@link NotLoaded} where it has to load something first. */
  readonly explain: Explain
  /** Loads these schemas, and all that they refer to. */
  prepare(names: readonly string[]): Promise<void>
  /** Loads all schemas. */
  load(): Promise<void>
}

const explanation = lateModule(() => import('../../validation/explain.js'))

export function lazyExplainer({ schemas }: Pick<Contract, 'schemas'>): LazyExplain {
  if (typeof schemas !== 'function') {
    const load = async () => {}
    let explain: Explain | undefined
    return {
      explain(schema, value) {
        explain ??= explanation().explainer(schemas)
        return explain(schema, value)
      },
      prepare: load,
      load,
    }
  }
  const known = new Map<string, SchemaWithId>()
  const table = lazy(schemas, (module) => (module as { schemas?: SchemaTable }).schemas)
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
        const name = nameIn($ref)
        const found = known.get(name)
        if (found === undefined) missing.add(name)
        return found ?? true
      }
      const violations = explanation().explainBy(target, schema, value)
      if (missing.size > 0) {
        const load = async () => keep(await loadSome(await table.load(), [...missing]))
        throw new NotLoaded(load)
      }
      return violations
    },
    prepare,
    load: async () => prepare(Object.keys(await table.load())),
  }
}
