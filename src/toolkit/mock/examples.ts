import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject } from '../openapi/json.js'
import { keyOfMedia, nameOfRange } from '../openapi/media-name.js'
import { essenceOf, isJson } from '../openapi/media-type.js'
import { exampleIn, withExamples } from './documented-values.js'
import { besideReference, examplesAt, exampleValue } from './example-places.js'
import { isExternal } from './external-values.js'
import { type DocumentedParameter, parametersOf } from './parameters.js'

/** Examples of a response's media type, by name; one without a name is `''`. */
export type Examples = ReadonlyMap<string, unknown>

/** A body of a success in a document. */
interface Success {
  readonly schema: LocatedValue | undefined
  readonly examples: readonly unknown[]
}

/** An operation in a document. */
interface DocumentedOperation {
  readonly path: string
  readonly method: string
}

interface DocumentedBody extends DocumentedOperation {
  readonly status: string
  readonly mediaType: string
  readonly isItem?: boolean
}

/** The examples of a document. */
export interface DocumentExamples {
  readonly root: JsonObject
  /** True if examples of whole bodies count that their schemas refuse. */
  readonly areAll: boolean
  /** The schema of a response's body. */
  schemaOf(of: DocumentedOperation, status: string, mediaType: string): LocatedValue | undefined
  /** The statuses of an operation, each with the media types of its body. */
  contents(
    operation: DocumentedOperation,
  ): readonly (readonly [status: string, mediaTypes: readonly string[]])[]
  /** The JSON bodies of an operation's successes. */
  successes(operation: DocumentedOperation): readonly Success[]
  /** Those of a media type, of its schema, and of a response of Swagger 2.0. */
  of(operation: DocumentedOperation, status: string, mediaType: string): Examples
  /** True for a named example that is in a file of its own, which is not read. */
  isExternal(of: DocumentedOperation, status: string, mediaType: string, name: string): boolean
  /** A drawn body, or an item of a sequence, with the examples of its parts, as far as the schema accepts them. */
  inBody(place: DocumentedBody, value: unknown, accepts: (value: unknown) => boolean): unknown
  /** The parameters of an operation. */
  parameters(operation: DocumentedOperation): readonly DocumentedParameter[]
  /** The examples of a response's headers, by their names. */
  ofHeaders(operation: DocumentedOperation, status: string): Readonly<Record<string, unknown>>
}

/**
 * Finds the examples of a document.
 *
 * @param document - A parsed OpenAPI document of any version, whose references stay inside it.
 * @param areAll - True if examples of whole bodies count that their schemas refuse.
 */
export function examplesIn(document: unknown, areAll = false): DocumentExamples {
  const root = objectOf(document)
  const at = (place: LocatedValue | undefined, ...keys: readonly string[]) =>
    place && member(root, place, ...keys)
  const valueAt = (...path: Parameters<typeof at>) => objectOf(at(...path)?.value)

  function pathItemAt(path: string): LocatedValue | undefined {
    return at({ pointer: '#', value: root }, 'paths', path)
  }

  function operationAt(path: string, method: string): LocatedValue | undefined {
    const pathItem = pathItemAt(path)
    return at(pathItem, method.toLowerCase()) ?? at(pathItem, 'additionalOperations', method)
  }

  /** JSON is written from data, other texts are what is serialized (3.2, section 4.19). */
  function named(media: LocatedValue, mediaType: string): NamedExample[] {
    const fields = ['dataValue', 'serializedValue']
    const first = isJson(essenceOf(mediaType)) ? fields : fields.toReversed()
    return Object.keys(valueAt(media, 'examples')).flatMap((name): NamedExample[] => {
      const value = exampleValue(at(media, 'examples', name)?.value, first)
      return value === undefined ? [] : [[name, value]]
    })
  }

  /** The example of the media type itself, else the first one of its schema. */
  function unnamed(own: unknown, holder: LocatedValue | undefined): NamedExample[] {
    const beside = objectOf(besideReference(holder?.value, ['schema']))
    const schemas = [beside, valueAt(holder, 'schema')].flatMap(({ example, examples }) => {
      return [example, ...(Array.isArray(examples) ? examples : [])]
    })
    const all = [own, ...schemas]
    return all.filter((each) => each !== undefined).map((each): NamedExample => ['', each])
  }

  function responseAt({ path, method }: DocumentedOperation, status: string) {
    return at(operationAt(path, method), 'responses', status)
  }

  function mediaAt(response: LocatedValue | undefined, mediaType: string) {
    const range = keyOf(valueAt(response, 'content'), mediaType)
    return range === undefined ? undefined : at(response, 'content', range)
  }

  function schemaOf(operation: DocumentedOperation, status: string, mediaType: string) {
    const response = responseAt(operation, status)
    return at(mediaAt(response, mediaType) ?? response, 'schema')
  }

  return {
    root,
    areAll,
    schemaOf,
    contents(operation) {
      const responses = valueAt(operationAt(operation.path, operation.method), 'responses')
      return Object.keys(responses).map((status) => {
        const response = responseAt(operation, status)
        const found = Object.keys(valueAt(response, 'content')).map(nameOfRange)
        // A response of Swagger 2.0 has its schema and examples itself.
        const { schema, examples } = objectOf(response?.value)
        const isOlder = found.length === 0 && (schema ?? examples) !== undefined
        return [status, isOlder ? ['application/json'] : found] as const
      })
    },
    successes(operation) {
      return this.contents(operation).flatMap(([status, types]) => {
        if (!/^2/.test(status)) return []
        const json = types.filter((name) => mayBeJson(essenceOf(name)))
        return json.map((type) => ({
          schema: schemaOf(operation, status, type),
          examples: [...this.of(operation, status, type).values()],
        }))
      })
    },
    of(operation, status, mediaType) {
      const response = responseAt(operation, status)
      const media = mediaAt(response, mediaType)
      const older = valueAt(response, 'examples')
      const [first] = media
        ? unnamed(objectOf(media.value).example, media)
        : unnamed(older[keyOf(older, mediaType) ?? ''], response)
      return new Map([...(media ? named(media, mediaType) : []), ...(first ? [first] : [])])
    },
    isExternal(operation, status, mediaType, name) {
      const media = mediaAt(responseAt(operation, status), mediaType)
      return isExternal(at(media, 'examples', name)?.value)
    },
    inBody({ status, mediaType, isItem, ...operation }, value, accepts) {
      const media = isItem ? mediaAt(responseAt(operation, status), mediaType) : undefined
      const item = at(media, 'itemSchema') ?? at(media, 'schema', 'items')
      return withExamples(root, item ?? schemaOf(operation, status, mediaType), value, accepts)
    },
    parameters({ path, method }) {
      return parametersOf(root, [operationAt(path, method), pathItemAt(path)])
    },
    ofHeaders(operation, status) {
      const headers = at(responseAt(operation, status), 'headers')
      const entries = Object.keys(objectOf(headers?.value)).flatMap((name) => {
        const header = at(headers, name)
        const [example = exampleIn(root, at(header, 'schema'))] = examplesAt(root, header)
        return example === undefined ? [] : [[name, example] as const]
      })
      return Object.fromEntries(entries)
    },
  }
}

/** What a document says of its operations, without the examples of what has a schema. */
export function withoutValues(examples: DocumentExamples): DocumentExamples {
  return {
    ...examples,
    of: (...place) => (examples.schemaOf(...place) ? new Map() : examples.of(...place)),
    inBody: (_place, value) => value,
    ofHeaders: () => ({}),
  }
}

/** True for JSON, and for ranges that have it: the mock answers with JSON there. */
function mayBeJson(essence: string): boolean {
  return isJson(essence) || /^(\*|application)\/\*$/.test(essence)
}

function keyOf(map: JsonObject, mediaType: string): string | undefined {
  return keyOfMedia(Object.keys(map), mediaType)
}

type NamedExample = readonly [name: string, value: unknown]

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
