import path from 'node:path'
import { Diagnostics } from '../diagnostics.js'
import type { Source } from '../load/source.js'
import { bundle } from './bundle.js'
import { checkCircles } from './circles.js'
import { Cursor } from './cursor.js'
import type { Model } from './model.js'
import { readOperations } from './operations.js'
import { Schemas } from './schemas.js'
import { readSecuritySchemes } from './security.js'
import { readVersion } from './version.js'

/** Members of the OpenAPI Object (3.1, section 4.8.1) that the model is made of, or that only describe. */
const KNOWN = new Set(
  'openapi info jsonSchemaDialect servers paths components security tags externalDocs'.split(' '),
)
const COMPONENTS = new Set(
  'schemas responses parameters examples requestBodies headers securitySchemes links pathItems'.split(
    ' ',
  ),
)

/**
 * Understands a loaded document; every problem goes to `report`.
 *
 * @throws {DocumentError} at once when the document is of a version that is not supported.
 */
export function buildModel(source: Source, report: Diagnostics): Model {
  const root = new Cursor(source, '#', source.value, report)
  const version = readVersion(root)
  report.stopIfAny() // nothing of another version means what it says here
  checkMembers(root, KNOWN)
  const components = root.get('components')
  if (components !== undefined) checkMembers(components, COMPONENTS)

  const info = root.need('info')
  const schemas = new Schemas(version)
  schemas.components(components?.get('schemas'))
  const securitySchemes = readSecuritySchemes(components?.get('securitySchemes'))
  const operations = readOperations(root, schemas, securitySchemes)
  const named = schemas.finish()
  checkCircles(named, source, report)
  return {
    file: provenance(source.name),
    title: info?.need('title')?.string() ?? '',
    version: info?.need('version')?.string() ?? '',
    schemas: named,
    operations,
    securitySchemes,
    // What is dangling in an example or an extension is nobody's reference.
    bundled: bundle(new Cursor(source, '#', source.value, new Diagnostics()), schemas),
  }
}

/** The file's name without anything of this machine: generated code is the same on every one. */
function provenance(file: string): string {
  const relative = path.relative('.', file)
  const inside = !relative.startsWith('..') && !path.isAbsolute(relative)
  return inside ? relative.split(path.sep).join('/') : path.basename(file)
}

function checkMembers(cursor: Cursor, known: ReadonlySet<string>): void {
  for (const [name, member] of cursor.members()) {
    if (known.has(name)) continue
    member.report.unsupported(member, `\`${name}\``, 'leave it out')
  }
}
