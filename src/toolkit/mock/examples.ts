import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject } from '../openapi/json.js'
import { essenceOf } from '../openapi/media-type.js'

/** Examples of a response's media type, by name; one without a name is `''`. */
export type Examples = ReadonlyMap<string, unknown>

export type FindExamples = (
  operation: { readonly path: string; readonly method: string },
  status: string,
  mediaType: string,
) => Examples

/**
 * The examples of a document: of media types (`example`, `examples`), of their schemas, and of the
 * responses of Swagger 2.0.
 *
 * @param document - A parsed OpenAPI document of any version, whose references stay inside it.
 */
export function examplesIn(document: unknown): FindExamples {
  const root = objectOf(document)
  const at = (place: LocatedValue | undefined, ...keys: readonly string[]) =>
    place && member(root, place, ...keys)
  const valueAt = (...path: Parameters<typeof at>) => objectOf(at(...path)?.value)

  function operationAt(path: string, method: string): LocatedValue | undefined {
    const pathItem = at({ pointer: '#', value: root }, 'paths', path)
    return at(pathItem, method.toLowerCase()) ?? at(pathItem, 'additionalOperations', method)
  }

  function named(media: LocatedValue): NamedExample[] {
    return Object.keys(valueAt(media, 'examples')).flatMap((name): NamedExample[] => {
      const { dataValue, value = dataValue } = valueAt(media, 'examples', name)
      return value === undefined ? [] : [[name, value]]
    })
  }

  /** The example of the media type itself, else the first one of its schema. */
  function unnamed(own: unknown, holder: LocatedValue | undefined): NamedExample[] {
    const { example, examples } = valueAt(holder, 'schema')
    const all = [own, example, ...(Array.isArray(examples) ? examples : [])]
    return all.filter((each) => each !== undefined).map((each): NamedExample => ['', each])
  }

  return ({ path, method }, status, mediaType) => {
    const response = at(operationAt(path, method), 'responses', status)
    const entryOf = (map: JsonObject) =>
      Object.entries(map).find(([name]) => essenceOf(name) === mediaType)
    const [range] = entryOf(valueAt(response, 'content')) ?? []
    const media = range === undefined ? undefined : at(response, 'content', range)
    const [, swagger] = entryOf(valueAt(response, 'examples')) ?? []
    const [first] = media
      ? unnamed(objectOf(media.value).example, media)
      : unnamed(swagger, response)
    return new Map([...(media ? named(media) : []), ...(first ? [first] : [])])
  }
}

type NamedExample = readonly [name: string, value: unknown]

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
