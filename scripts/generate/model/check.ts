import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Diagnostics } from '../diagnostics.js'
import type { Source } from '../load.js'
import type { NamedSchema } from './model.js'

/** Reports every schema that the meta-schema of JSON Schema 2020-12 refuses. */
export function checkSchemas(
  schemas: readonly NamedSchema[],
  source: Source,
  report: Diagnostics,
): void {
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false, allErrors: true })
  for (const { schema, pointer } of schemas) {
    if (ajv.validateSchema(schema) === true) continue
    for (const { instancePath, message, params } of ajv.errors ?? []) {
      const allowed = params.allowedValues ? ` (${params.allowedValues.join(', ')})` : ''
      const place = { source, pointer: `${pointer}${instancePath}` }
      report.wrong(place, `the schema is not valid: ${message}${allowed}`, 'correct the schema')
    }
  }
}
