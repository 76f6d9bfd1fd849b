import equalModule from 'ajv/dist/runtime/equal.js'
import ucs2lengthModule from 'ajv/dist/runtime/ucs2length.js'
import formatsModule from 'ajv-formats/dist/formats.js'

/** What compiled validators call, so that generated code imports nothing but this runtime. */
export const validation = {
  /** Deep equality, for `const`, `enum` and `uniqueItems`. */
  equal: equalModule.default,
  /** The formats that are checked, by name. */
  formats: formatsModule.fullFormats,
  /** A string's length in code points, as JSON Schema counts it. */
  ucs2length: ucs2lengthModule.default,
}
