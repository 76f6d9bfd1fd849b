import { isObject, type JsonObject } from '#toolkit/openapi/json.js'
import { essenceOf, isJson } from '#toolkit/openapi/media-type.js'
import { resolved } from '../requests/oracle/document.js'
import type { Node } from '../requests/oracle/schema.js'

export interface DocumentedExample {
  readonly status: string
  readonly mediaType: string
  /** None: it has no name, so that only the first one can come. */
  readonly name: string | undefined
  readonly value: unknown
  /** The headers of the response that have examples. */
  readonly headers: Readonly<Record<string, unknown>>
}

type Follow = ($ref: string) => unknown

/** The examples that an operation has for its JSON responses, as the document has them. */
export function examplesOf(operation: Node, follow: Follow): DocumentedExample[] {
  return Object.entries(Object(operation.responses)).flatMap(([status, given]) => {
    const response = resolved(given, follow)
    const headers = headersOf(response, follow)
    const content = isObject(response.content)
      ? Object.entries(response.content).map(([type, media]) => [type, media] as const)
      : Object.entries(Object(response.examples)).map(
          ([type, value]) => [type, { example: value }] as const,
        )
    return content.flatMap(([type, given]) => {
      const mediaType = essenceOf(type)
      if (!isJson(mediaType)) return []
      return ofMedia(resolved(given, follow), follow).map((each) => ({
        ...each,
        status,
        mediaType,
        headers,
      }))
    })
  })
}

/** All named ones, or else the one without a name. */
function ofMedia(media: Node, follow: Follow): { name: string | undefined; value: unknown }[] {
  if (isObject(media.examples)) {
    const named = Object.entries(media.examples).map(([name, each]) => {
      const { dataValue, value = dataValue } = resolved(each, follow)
      return { name, value }
    })
    return named.filter(({ value }) => value !== undefined)
  }
  const { example, examples } = resolved(media.schema, follow) as JsonObject
  const [first] = [media.example, example, ...(Array.isArray(examples) ? examples : [])].filter(
    (each) => each !== undefined,
  )
  return first === undefined ? [] : [{ name: undefined, value: first }]
}

function headersOf(response: Node, follow: Follow): Readonly<Record<string, unknown>> {
  const all = Object.entries(Object(response.headers)).map(([name, given]) => {
    const header = resolved(given, follow)
    return [
      name.toLowerCase(),
      firstOf(header, follow) ?? firstOf(resolved(header.schema, follow), follow),
    ] as const
  })
  return Object.fromEntries(all.filter(([, example]) => example !== undefined))
}

function firstOf({ example, examples }: Node, follow: Follow): unknown {
  const [first] = Object.values(Object(examples))
  return example ?? (Array.isArray(examples) ? first : resolved(first, follow).value)
}
