import path from 'node:path'
import { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Source } from '../load/source.js'
import type { Model, NamedSchema, SchemaUses } from '../model/model.js'
import { bundle } from './bundle.js'
import { checkFields } from './document/check-fields.js'
import { Cursor } from './document/cursor.js'
import { checkContainers } from './document/missing-target.js'
import { readInfo, readStructure, readVersion } from './document/root-object.js'
import { basePathOf } from './document/servers.js'
import { readOperations } from './operations/operations.js'
import { readSecuritySchemes } from './operations/security.js'
import { checkDialect } from './schemas/dialect.js'
import { distinctExamples } from './schemas/examples.js'
import { Schemas } from './schemas/schemas.js'

/**
 * Reads a loaded document; all problems go to `report`.
 *
 * @throws {DocumentError} at once if the version of the document is not supported, and if `components` or what it
 * holds is misspelt.
 */
export function readModel(
  source: Source,
  report: Diagnostics,
  settings: Pick<Model, 'int64'> & Partial<Pick<Model, 'formats'>>,
): Model {
  const root = new Cursor(source, '#', source.value, report)
  const openapi = readVersion(root)
  report.stopIfAny() // the keywords of other versions mean something else
  checkContainers(root, openapi)
  report.stopIfAny() // each reference into a misspelt container would be a problem of its own
  const structure = readStructure(root, openapi)
  checkDialect(root.get('jsonSchemaDialect'))
  const schemas = new Schemas(openapi, settings.int64)
  schemas.components(structure.schemas)
  const securitySchemes = readSecuritySchemes(structure.securitySchemes)
  const info = { ...readInfo(root), basePath: basePathOf(root, openapi) }
  const operations = readOperations(root, schemas, securitySchemes, info.basePath)
  checkFields(root, openapi, operations.operations)
  for (const { pointer, message, advice } of source.problems) {
    report.wrong({ source, pointer }, message, advice)
  }
  return {
    file: provenance(source.name),
    openapi,
    ...info,
    formats: [],
    ...settings,
    schemas: namedSchemas(schemas),
    uses: NO_USES,
    ...operations,
    securitySchemes,
    // No reports: a reference in an example or an extension may have no target.
    bundled: bundle(new Cursor(source, '#', source.value, new Diagnostics()), schemas),
    examples: distinctExamples(schemas.examples.values()),
  }
}

const NONE: ReadonlySet<string> = new Set()
const NO_USES: SchemaUses = {
  validated: [],
  serialized: [],
  convertedRequests: NONE,
  convertedResponses: NONE,
  coded: NONE,
  prototypes: NONE,
  fragile: NONE,
}

function namedSchemas(schemas: Schemas): NamedSchema[] {
  return schemas.registry.all().map((read) => {
    const componentKey = schemas.index.keys.get(read.name)
    return {
      ...read,
      ...(componentKey !== undefined && { componentKey }),
      discriminatorValues: schemas.index.values.get(read.name) ?? [],
      typeSchema: read.schema,
    }
  })
}

/** Name of the file without directories of this machine: generated code is the same everywhere. */
function provenance(file: string): string {
  const relative = path.relative('.', file)
  const inside = !relative.startsWith('..') && !path.isAbsolute(relative)
  return inside ? relative.split(path.sep).join('/') : path.basename(file)
}
