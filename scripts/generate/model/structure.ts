import type { Cursor } from './cursor.js'
import type { Version } from './version.js'

/** Members of the root object that the model is made of, or that only describe. */
const ROOT = 'info paths security tags externalDocs'
const SWAGGER = new Set(
  `${ROOT} swagger host basePath schemes consumes produces definitions parameters responses securityDefinitions`.split(
    ' ',
  ),
)
const OPENAPI = new Set(`${ROOT} openapi jsonSchemaDialect servers components`.split(' '))
const COMPONENTS = new Set(
  'schemas responses parameters examples requestBodies headers securitySchemes links pathItems'.split(
    ' ',
  ),
)

/** Where a document keeps what its operations refer to. */
export interface Structure {
  readonly schemas: Cursor | undefined
  readonly securitySchemes: Cursor | undefined
}

/** Finds the parts of a document; what is not carried goes to the report. */
export function readStructure(root: Cursor, version: Version): Structure {
  if (version === '2.0') {
    checkMembers(root, SWAGGER)
    return { schemas: root.get('definitions'), securitySchemes: root.get('securityDefinitions') }
  }
  checkMembers(root, OPENAPI)
  const components = root.get('components')
  if (components !== undefined) checkMembers(components, COMPONENTS)
  return {
    schemas: components?.get('schemas'),
    securitySchemes: components?.get('securitySchemes'),
  }
}

function checkMembers(cursor: Cursor, known: ReadonlySet<string>): void {
  for (const [name, member] of cursor.members()) {
    if (known.has(name)) continue
    member.report.unsupported(member, name, `\`${name}\``, 'leave it out')
  }
}
