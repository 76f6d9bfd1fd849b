import { accepts } from '../../validation/accepts.js'
import type { ValidationError } from '../../validation/validator.js'
import type { OperationContract } from '../contract/contract.js'
import type {
  FormBody,
  JsonBody,
  MultipartBody,
  RequestMedia,
  SequentialBody,
} from '../contract/request-media.js'
import type { Conversions } from '../conversions/conversions.js'
import { leftOutIn } from '../conversions/left-out.js'
import type { Explain } from '../loading/explainer.js'

/** Where read-only members stand, by the `$id` of the schema. */
type ConversionsBySchema = Map<string, Conversions>

/** Has request bodies refused that have read-only members, and says which these are. */
export interface ReadOnlyRefusal {
  /** The same operation, with validators that refuse them. */
  refusing(operation: OperationContract): OperationContract
  /** The same explanations, with these members. */
  explaining(explain: Explain): Explain
}

export function refuseReadOnly(): ReadOnlyRefusal {
  const bySchema: ConversionsBySchema = new Map()
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
      const found = known === undefined ? [] : leftOutIn(value, known).slice(0, MOST)
      // Where nothing else is wrong, the rest has no explanation.
      const others = (await explain(schema, value)).filter(
        ({ keyword }) => found.length === 0 || keyword !== 'schema',
      )
      return [...others, ...found.map(violation)]
    },
  }
}

/** How many members are told. */
const MOST = 100

/** The media type with a validator that refuses read-only members. */
function strict(media: RequestMedia, bySchema: ConversionsBySchema): RequestMedia {
  if (!hasConversions(media)) return media
  const { schema, validate, conversions } = media
  bySchema.set(schema, conversions)
  return {
    ...media,
    validate: (value) => accepts(validate, value) && leftOutIn(value, conversions).length === 0,
  }
}

type ConvertedMedia = (JsonBody | SequentialBody | FormBody | MultipartBody) & {
  readonly conversions: Conversions
}

function hasConversions(media: RequestMedia): media is ConvertedMedia {
  return 'conversions' in media
}

function violation(pointer: string): ValidationError {
  const message = 'is read-only'
  return { instancePath: pointer, schemaPath: '', keyword: 'readOnly', message, params: {} }
}
