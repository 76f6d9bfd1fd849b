import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { LocatedValue } from '../openapi/document.js'
import { INT32_MAX, INT32_MIN, type JsonObject } from '../openapi/json.js'
import { segmentOf, segments } from '../openapi/json-pointer.js'

/** Checks values against the schemas of one document; compiles each schema on first use. */
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
      validate: (value) => Number.isInteger(value) && value >= INT32_MIN && value <= INT32_MAX,
    })
    this.#ajv.addSchema(document, 'document')
  }

  /** Violations of a value, one line each, beginning with the JSON pointer in the value. */
  violations(schema: LocatedValue, value: unknown): string[] {
    const validate = this.#compile(schema.pointer)
    if (validate(value)) return []
    return (validate.errors as ErrorObject[]).map(
      ({ instancePath, message }) => `${instancePath} ${message}`,
    )
  }

  #compile(pointer: string): ValidateFunction {
    const known = this.#compiled.get(pointer)
    if (known !== undefined) return known
    const path = (segments(pointer) as string[]).map(
      (key) => `/${encodeURIComponent(segmentOf(key))}`,
    )
    const compiled = this.#ajv.compile({ $ref: `document#${path.join('')}` })
    this.#compiled.set(pointer, compiled)
    return compiled
  }
}
