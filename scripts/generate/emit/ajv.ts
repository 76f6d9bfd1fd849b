import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats, { type FormatName } from 'ajv-formats'
import { FORMATS } from '../model/keywords.js'
import { numericKeywords } from './numeric-keywords.js'

/** Formats that are ranges of numbers: lowered to keywords, or without a check of their own. */
const NUMBERS = new Set(['double', 'float', 'int32', 'int64'])

/** Ajv as the generator uses it: compiles to readable modules, coerces nothing, changes nothing. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false, // unknown keywords have been reported with their place before Ajv sees them
    logger: false,
    validateSchema: false,
    inlineRefs: false, // every named schema is one function
    ownProperties: true, // `{}` has no member `constructor`
    code: { source: true, esm: true, lines: true },
  })
  const formats = [...FORMATS].filter((name) => !NUMBERS.has(name)) as FormatName[]
  addFormats.default(ajv, { mode: 'full', formats })
  for (const definition of numericKeywords) {
    ajv.removeKeyword(definition.keyword)
    ajv.addKeyword(definition)
  }
  return ajv
}
