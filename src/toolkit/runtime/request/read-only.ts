import { PARAMETER_MEMBERS } from '../../openapi/parameter.js'
import type { Conversions } from '../../validation/conversions/conversions.js'
import { leftOutMembersIn } from '../../validation/conversions/left-out-members.js'
import { accepts } from '../../validation/validator.js'
import type { OperationContract, ValidatedSchema } from '../contract/contract.js'
import type { RequestMedia } from '../contract/media.js'
import type { Explain } from '../errors/violations.js'

/** Refuses request bodies and parameters that have read-only members. */
export function refuseReadOnly() {
  const bySchema = new Map<string, Conversions>()
  return {
    /** The same operation with validators that refuse such members. */
    refusing(operation: OperationContract): OperationContract {
      const { requestBody } = operation
      const groups = Object.values(PARAMETER_MEMBERS).flatMap((name) => {
        const group = operation[name]
        return group === undefined ? [] : [[name, strict(group, bySchema)] as const]
      })
      const whole = { ...operation, ...Object.fromEntries(groups) }
      if (requestBody === undefined) return whole
      const entries = Object.entries(requestBody.content)
      const content = entries.map(([name, media]) => [name, strictMedia(media, bySchema)])
      return { ...whole, requestBody: { ...requestBody, content: Object.fromEntries(content) } }
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

function strictMedia(media: RequestMedia, bySchema: Map<string, Conversions>): RequestMedia {
  return media.kind === 'binary' || media.kind === 'text' ? media : strict(media, bySchema)
}

function strict<Part extends ValidatedSchema>(
  part: Part,
  bySchema: Map<string, Conversions>,
): Part {
  const { schema, validate, conversions } = part
  if (conversions === undefined) return part
  bySchema.set(schema, conversions)
  return {
    ...part,
    validate: (value: unknown) =>
      accepts(validate, value) && leftOutMembersIn(value, conversions).length === 0,
  }
}
