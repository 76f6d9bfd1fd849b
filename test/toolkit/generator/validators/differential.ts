import { deepStrictEqual } from 'node:assert'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Test } from 'tap'
import { compileSchemas, type Schemas } from '../../../helpers/compile-schemas.js'
import { chance } from '../../runtime/json/random.js'
import { type Family, randomSchemas, randomValue } from './random.js'

const INSTANCES = 20

/** A third opinion on a value, where there is one. */
type Opinion = (name: string, value: unknown) => boolean | undefined

/**
 * Holds random values against random schemas, by the compiled functions, by the explanations, and by
 * Ajv where that is right.
 */
export async function compare(
  t: Test,
  family: Family,
  seed: number,
  count: number,
): Promise<{ accepted: number; refused: number }> {
  const schemas = randomSchemas(seed, count, family)
  const { validators, explain } = await compileSchemas(t, schemas)
  const ask = family === 'all' ? undefined : opinionOfAjv(schemas)
  const random = chance(seed)
  const seen = { accepted: 0, refused: 0 }
  for (const name of Object.keys(schemas)) {
    for (let index = 0; index < INSTANCES; index++) {
      const value = randomValue(random)
      const verdict = validators[`is${name}`]?.(value) === true
      const context = JSON.stringify({ seed, name, value, schema: schemas[name] })
      const isUnexplained = explain(name, value)[0]?.keyword === 'schema'
      // Not tap's own comparison: thousands of assertions take longer than all that they assert.
      deepStrictEqual(isUnexplained, verdict, `as explained: ${context}`)
      const opinion = ask?.(name, value) ?? verdict
      deepStrictEqual(verdict, opinion, `as Ajv has it: ${context}`)
      seen[verdict ? 'accepted' : 'refused']++
    }
  }
  return seen
}

function opinionOfAjv(schemas: Schemas): Opinion {
  const ajv = new Ajv2020({
    ...{ strict: false, logger: false, ownProperties: true, unevaluated: false },
    validateSchema: false,
  })
  addFormats.default(ajv, { mode: 'full' })
  ajv.addSchema({ $id: 'all', $defs: schemas })
  return (name, value) => {
    try {
      return ajv.getSchema(`all#/$defs/${name}`)?.(value) === true
    } catch {
      return undefined // its code for members called `hasOwnProperty` fails now and then
    }
  }
}
