import { accepts, type ValidationError } from '../../validation/validator.js'
import type { OperationContract } from '../contract/contract.js'
import type { RequestMedia } from '../contract/media.js'
import type { Conversions } from '../conversions/conversions.js'
import { oneWayMembersIn } from '../conversions/one-way-members.js'
import type { Explain } from '../errors/violations.js'

/** Refuses request bodies that have read-only members. */
export interface ReadOnlyRefusal {
  /** The same operation with validators that refuse such members. */
  refusing(operation: OperationContract): OperationContract
  /** The same explanations, including these members. */
  explaining(explain: Explain): Explain
}

export function refuseReadOnly(): ReadOnlyRefusal {
  const bySchema = new Map<string, Conversions>()
  return {
    refusing(operation) {
      const { requestBody } = operation
      if (requestBody === undefined) return operation
      const entries = Object.entries(requestBody.content)
      const content = entries.map(([name, media]) => [name, strict(media, bySchema)])
      return { ...operation, requestBody: { ...requestBody, content: Object.fromEntries(content) } }
    },
    explaining: (explain) => async (schema, value) => {
      const known = bySchema.get(schema)
      const found = known === undefined ? [] : oneWayMembersIn(value, known).slice(0, MOST)
      // Without other violations, the generic one is wrong.
      const others = (await explain(schema, value)).filter(
        ({ keyword }) => found.length === 0 || keyword !== 'schema',
      )
      return [...others, ...found.map(violation)]
    },
  }
}

const MOST = 100

function strict(media: RequestMedia, bySchema: Map<string, Conversions>): RequestMedia {
  if (media.kind === 'binary' || media.kind === 'text' || media.conversions === undefined)
    return media
  const { schema, validate, conversions } = media
  bySchema.set(schema, conversions)
  return {
    ...media,
    validate: (value) =>
      accepts(validate, value) && oneWayMembersIn(value, conversions).length === 0,
  }
}

function violation(pointer: string): ValidationError {
  const message = 'is read-only'
  return { instancePath: pointer, schemaPath: '', keyword: 'readOnly', message, params: {} }
}
