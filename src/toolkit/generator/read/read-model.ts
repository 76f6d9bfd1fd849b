import path from 'node:path'
import { Diagnostics } from '../diagnostics/diagnostics.js'
import { type Head, Memory } from '../incremental/operation-cache.js'
import type { Source } from '../load/source.js'
import type { Model } from '../model/model.js'
import { checkCircles } from '../passes/check-circles.js'
import { checkExamples } from '../passes/examples/check-examples.js'
import { checkInt64, markInt64, withNumbers } from '../passes/int64.js'
import { splitViews } from '../passes/read-only-split/read-only-split.js'
import { withBases } from '../passes/split-bases.js'
import { bundle } from './bundle.js'
import { Cursor } from './document/cursor.js'
import { basePathOf } from './document/servers.js'
import { readInfo, readStructure } from './document/structure.js'
import { readVersion } from './document/version.js'
import { readOperations } from './operations/operations.js'
import { readSecuritySchemes } from './operations/security.js'
import { checkDialect } from './schemas/dialect.js'
import { goOn } from './schemas/read-schemas.js'
import { Schemas } from './schemas/schemas.js'

/**
 * Understands a loaded document; every problem goes to `report`.
 *
 * @throws {DocumentError} at once when the document is of a version that is not supported.
 */
export function buildModel(
  source: Source,
  report: Diagnostics,
  int64: Model['int64'],
  memory = new Memory(),
): Model {
  const root = new Cursor(source, '#', source.value, report)
  goOn(memory.report, report)
  memory.report = report
  if (memory.head !== undefined) report.repeat(memory.head.diagnostics)
  const head = memory.head ?? readHead(root)
  memory.head = head
  const schemas = head.schemas.copy()
  const securitySchemes = [...head.securitySchemes]
  const found = readOperations(root, schemas, securitySchemes, head, memory)
  const { operations, outgoing } = found
  const drafts = withBases(schemas.finish(), report)
  const views = splitViews(drafts, operations, outgoing)
  const named = markInt64(views.schemas, int64)
  const endless = checkCircles(named, report)
  if (int64 === 'bigint') checkInt64(named, report)
  checkExamples(root, drafts, endless)
  return {
    file: provenance(source.name),
    ...head.info,
    int64,
    schemas: named,
    operations: int64 === 'bigint' ? views.operations : withNumbers(views.operations),
    outgoing: views.outgoing,
    securitySchemes,
    // What is dangling in an example or an extension is nobody's reference.
    bundled: bundle(new Cursor(source, '#', source.value, new Diagnostics()), schemas),
  }
}

/** Everything but the operations. */
function readHead(root: Cursor): Head {
  const { report } = root
  const version = readVersion(root)
  report.stopIfAny() // nothing of another version means what it says here
  const structure = readStructure(root, version)
  checkDialect(root.get('jsonSchemaDialect'))
  const schemas = new Schemas(version)
  schemas.components(structure.schemas)
  const securitySchemes = readSecuritySchemes(structure.securitySchemes)
  const info = { ...readInfo(root), basePath: basePathOf(root, version) }
  return { version, info, schemas, securitySchemes, diagnostics: [...report.list] }
}

/** The file's name without anything of this machine: generated code is the same on every one. */
function provenance(file: string): string {
  const relative = path.relative('.', file)
  const inside = !relative.startsWith('..') && !path.isAbsolute(relative)
  return inside ? relative.split(path.sep).join('/') : path.basename(file)
}
