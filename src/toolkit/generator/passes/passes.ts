import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Model } from '../model/model.js'
import { checkCycles } from './check-cycles.js'
import { checkExamples } from './check-examples.js'
import { checkSatisfiable } from './check-satisfiable.js'
import { fileAlternatives } from './file-schemas.js'
import { findSchemaUses } from './find-schema-uses.js'
import { impliedSubtypes } from './implied-subtypes.js'
import { limitProducts } from './limit-products.js'
import { markUnserved } from './mark-unserved.js'
import { readOnlySplit } from './read-only-split.js'
import { refusedDefaults } from './refused-defaults.js'
import { splitBases } from './split-bases.js'
import { outgoingFormats, typeFormats } from './type-formats.js'
import { typeSchemas } from './type-schemas.js'
import { unionOfSubtypes } from './union-of-subtypes.js'

/** One step from the model that was read to the model that is emitted. */
type Pass = (model: Model, report: Diagnostics) => Model

/** All passes, in their order; the result of the last one is what every emitter gets. */
const PASSES: readonly Pass[] = [
  impliedSubtypes, // a discriminator without a mapping maps to the schemas that inherit
  splitBases, // breaks cycles: `Pet: oneOf [Cat]` and `Cat: allOf [Pet]` is split in two
  checkCycles, // no schema needs itself to validate one value
  fileAlternatives, // files and texts are told apart by how they are sent
  checkExamples, // examples and defaults satisfy their schemas
  readOnlySplit, // schemas with read-only or write-only members differ for requests and responses
  refusedDefaults, // parameters have no default that they do not accept
  typeFormats, // marks the strings whose formats have types of their own
  stopAtErrors,
  checkSatisfiable, // some value satisfies each schema, and no two of a oneOf the same one
  typeSchemas, // types leave out one-way members, and describe files
  unionOfSubtypes, // a base with a discriminator is the union of its subtypes
  limitProducts, // types have no more alternatives than TypeScript takes
  markUnserved, // operations and media types that the runtime cannot serve
  findSchemaUses, // schemas that requests and responses use
  outgoingFormats, // typed formats that nothing converts
]

export function runPasses(model: Model, report: Diagnostics): Model {
  return PASSES.reduce((each, pass) => pass(each, report), model)
}

function stopAtErrors(model: Model, report: Diagnostics): Model {
  report.stopIfAny()
  return model
}
