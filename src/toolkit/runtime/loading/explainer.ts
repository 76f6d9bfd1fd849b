import { nameIn, type Rules } from '../../openapi/shared-schema.js'
import type { ValidationError } from '../../validation/validator.js'
import type { Contract } from '../contract/contract.js'
import { lazyModule } from './modules.js'
import { lazySchemas } from './schemas.js'

/** Explains why a schema refuses a value, after loading what the explanation needs. */
export type Explain = (schema: string, value: unknown) => Promise<readonly ValidationError[]>

const explanation = lazyModule(() => import('../../validation/explain/explain.js'))

/** Explains by the schemas of a contract. */
export function explainerOf(contract: Pick<Contract, 'schemas'>) {
  const { loaded, loadReachable, loadAll } = lazySchemas(contract)
  const target = ($ref: string) => loaded.get(nameIn($ref)) as Rules
  const explain: Explain = async (schema, value) => {
    await loadReachable(schema)
    const { explainBy } = await explanation.load()
    return explainBy(target, schema, value)
  }
  return { explain, loadAll }
}
