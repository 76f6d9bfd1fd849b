import type { Cursor } from './cursor.js'

/** The versions that the generator reads; each decides what a schema's keywords mean. */
export type Version = '2.0' | '3.0' | '3.1'

/** The dialect that a document of 3.1 has when it names none. */
const DIALECTS = new Set([
  'https://spec.openapis.org/oas/3.1/dialect/base',
  'https://json-schema.org/draft/2020-12/schema',
])

/** The version of a document; what is not supported goes to the report. */
export function readVersion(root: Cursor): Version {
  const version = root.get('openapi') ?? root.get('swagger')
  const text = version?.string()
  const [, known] = /^(2\.0$|3\.[01](?=\.\d))/.exec(text ?? '') ?? []
  if (version === undefined) {
    root.report.wrong(root, 'this is no OpenAPI document', 'start it with `openapi: 3.1.0`')
  } else if (known === undefined && text !== undefined) {
    version.report.unsupported(
      version,
      undefined,
      `OpenAPI ${text}`,
      'use Swagger 2.0, OpenAPI 3.0 or 3.1',
    )
  }
  checkDialect(root.get('jsonSchemaDialect'))
  return (known as Version | undefined) ?? '3.1'
}

function checkDialect(dialect: Cursor | undefined): void {
  if (dialect === undefined || DIALECTS.has(String(dialect.value))) return
  const advice = 'leave `jsonSchemaDialect` out'
  dialect.report.unsupported(dialect, 'dialect', `schema dialect ${dialect.value}`, advice)
}
