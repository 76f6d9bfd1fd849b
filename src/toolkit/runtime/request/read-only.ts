import type { Conversions } from '../../validation/conversions/conversions.js'
import { leftOutMembersIn } from '../../validation/conversions/left-out-members.js'
import { accepts } from '../../validation/validator.js'
import type { OperationContract } from '../contract/contract.js'
import type { RequestMedia } from '../contract/media.js'
import type { Explain } from '../errors/violations.js'

/** Refuses request bodies that have read-only members. */
export function refuseReadOnly() {
  const bySchema = new Map<string, Conversions>()
  return {
    /** The same operation with validators that refuse such members. */
    refusing(operation: OperationContract): OperationContract {
      const { requestBody } = operation
      if (requestBody === undefined) return operation
      const entries = Object.entries(requestBody.content)
      const content = entries.map(([name, media]) => [name, strict(media, bySchema)])
      return { ...operation, requestBody: { ...requestBody, content: Object.fromEntries(content) } }
    },
    /** The same explanations, including these members. */
    explaining(explain: Explain): Explain {
      return (schema, value) => {
        const known = bySchema.get(schema)
        const found = known === undefined ? [] : leftOutMembersIn(value, known).slice(0, MOST)
        const all = explain(schema, value)
        // Without other violations, the generic one is wrong.
        const others = found.length === 0 ? all : all.filter(({ keyword }) => keyword !== 'schema')
        const error = { schemaPath: '', keyword: 'readOnly', message: 'is read-only', params: {} }
        return [...others, ...found.map((instancePath) => ({ instancePath, ...error }))]
      }
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
      accepts(validate, value) && leftOutMembersIn(value, conversions).length === 0,
  }
}
