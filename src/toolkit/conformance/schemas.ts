import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonObject, Place } from '../openapi/document.js'

/** The range of `format: int32` (OpenAPI Format Registry). */
const INT32 = 2 ** 31

/** Judges values by the schemas of one document; compiles each on first use. */
export class SchemaJudge {
  readonly #ajv = new Ajv2020({
    strict: false,
    logger: false,
    allErrors: true,
    strictNumbers: true,
  })
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(document: JsonObject) {
    this.#ajv.addFormat('int32', {
      type: 'number',
      validate: (value) => Number.isInteger(value) && value >= -INT32 && value < INT32,
    })
    this.#ajv.addSchema(document, 'document')
  }

  /** What is wrong with a value, one line per violation; nothing when it is valid. */
  violations(schema: Place, value: unknown): string[] {
    const validate = this.#compile(schema.pointer)
    if (validate(value)) return []
    return (validate.errors as ErrorObject[]).map(({ instancePath, message }) =>
      `${instancePath} ${message}`.trim(),
    )
  }

  #compile(pointer: string): ValidateFunction {
    const known = this.#compiled.get(pointer)
    if (known !== undefined) return known
    const fragment = pointer.slice(1).split('/').map(encodeURIComponent).join('/')
    const compiled = this.#ajv.compile({ $ref: `document#${fragment}` })
    this.#compiled.set(pointer, compiled)
    return compiled
  }
}
