import type { Cursor } from './cursor.js'
import type { Version } from './version.js'

/** Members of the root object that the model needs, or that only describe. */
const ROOT = 'openapi info paths security tags externalDocs'
const SWAGGER =
  'swagger host basePath schemes consumes produces definitions parameters responses securityDefinitions'
const OPENAPI = 'servers components'
const NEWER = 'jsonSchemaDialect webhooks $self'
const COMPONENTS = new Set(
  (
    'schemas responses parameters examples requestBodies headers securitySchemes links callbacks ' +
    'pathItems mediaTypes'
  ).split(' '),
)

/** Objects of a document that operations refer to. */
export interface Structure {
  readonly schemas: Cursor | undefined
  readonly securitySchemes: Cursor | undefined
}

/** Finds the parts of a document; unknown members go to the report. */
export function readStructure(root: Cursor, version: Version): Structure {
  const members = version === '2.0' ? SWAGGER : `${OPENAPI} ${NEWER}`
  root.warnUnknown(new Set(`${ROOT} ${members}`.split(' ')), 'member')
  warnIfBare(root, version)
  if (version === '2.0') {
    return { schemas: root.get('definitions'), securitySchemes: root.get('securityDefinitions') }
  }
  const components = root.get('components')
  components?.warnUnknown(COMPONENTS, 'component')
  return {
    schemas: components?.get('schemas'),
    securitySchemes: components?.get('securitySchemes'),
  }
}

/** Members of which 3.1 requires one (section 4.8.1); up to 3.0 `paths` is required. */
const CONTENTS = ['paths', 'components', 'webhooks']

function warnIfBare(root: Cursor, version: Version): void {
  const isOld = version === '2.0' || version === '3.0'
  const wanted = isOld ? ['paths'] : CONTENTS
  if (wanted.some((member) => Object.hasOwn(root.value as object, member))) return
  const advice = isOld ? 'add `paths`' : `add one of \`${wanted.join('`, `')}\``
  root.warn('`paths` is missing: there is nothing to serve', advice)
}

/** Title and version of the Info Object (3.1, section 4.8.2); missing ones are reported. */
export function readInfo(root: Cursor): { title: string; version: string } {
  const info = root.get('info')?.withFields()
  if (info === undefined) root.warn('`info` is missing', 'add title and version')
  const read = (member: 'title' | 'version') => {
    const found = info?.get(member)
    if (found === undefined && info !== undefined) {
      info.warn(`\`${member}\` is missing`, `add \`${member}\``)
    }
    return found?.text() ?? ''
  }
  return { title: read('title'), version: read('version') }
}
