import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Outcome } from './pipeline.js'
import type { Group } from './suite.js'

export const AJV_VERSION: string = createRequire(import.meta.url)('ajv/package.json').version

/**
 * Ajv's verdicts, for comparison: each schema in an Ajv of its own, with the schemas that it refers to.
 *
 * @param remotes - The schemas that a schema may refer to, as texts by address.
 * @param validateFormats - True if `format` is an assertion.
 */
export function ajvOutcomes(
  groups: readonly Group[],
  remotes: (schema: string) => ReadonlyMap<string, string>,
  validateFormats: boolean,
): Outcome[] {
  return groups.map(({ schema }) => {
    const ajv = new Ajv2020({ strict: false, validateFormats, logger: false })
    addFormats.default(ajv)
    try {
      for (const [address, text] of remotes(schema)) {
        if (ajv.getSchema(address) === undefined) ajv.addSchema(JSON.parse(text), address)
      }
      const validate = ajv.compile(JSON.parse(schema))
      const isValid = (data: string) => validate(JSON.parse(data))
      return { compiled: isValid, explained: isValid }
    } catch (error) {
      return { refused: (error as Error).message }
    }
  })
}
