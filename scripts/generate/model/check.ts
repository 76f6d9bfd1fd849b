import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Diagnostics } from '../diagnostics.js'
import type { Source } from '../load.js'
import { nearest } from './nearest.js'
import type { SchemaRoot } from './schemas.js'

/** Reports every schema that the meta-schema of JSON Schema 2020-12 refuses. */
export function checkSchemas(
  schemas: readonly SchemaRoot[],
  source: Source,
  report: Diagnostics,
): void {
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false, allErrors: true })
  for (const { schema, pointer } of schemas) {
    if (ajv.validateSchema(nearest(schema) as object | boolean) === true) continue
    const told = new Set<string>()
    for (const { instancePath, message, params } of ajv.errors ?? []) {
      // The first error of a place is the most specific one.
      if (told.has(instancePath)) continue
      told.add(instancePath)
      const allowed = params.allowedValues ? ` (${params.allowedValues.join(', ')})` : ''
      const place = { source, pointer: `${pointer}${instancePath}` }
      report.wrong(place, `the schema is not valid: ${message}${allowed}`, 'correct the schema')
    }
  }
}
