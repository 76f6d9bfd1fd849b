import { type LocatedValue, member } from '../../openapi/document.js'
import { isObject, type JsonObject } from '../../openapi/json.js'
import { append } from '../../openapi/json-pointer.js'
import { keyOfMedia, nameOfMedia } from '../../openapi/media-name.js'
import type { MediaType, TestedContract } from './contract.js'
import { type OperationKey, operationObject } from './operation-object.js'

/** A documented value of a request body. */
export interface BodyExample {
  readonly value: unknown
  readonly pointer: string
}

/** The examples that a document has for a body of a media type, in its order. */
export function bodyExamples(
  { document: root }: Pick<TestedContract, 'document'>,
  operation: OperationKey,
  media: Pick<MediaType, 'mediaType' | 'parameters' | 'schema'>,
): readonly BodyExample[] {
  const mediaType = nameOfMedia(media)
  const body = isObject(root) ? bodyOf(root, operation) : undefined
  if (!isObject(root) || body === undefined) return []
  const content = member(root, body, 'content')
  if (content === undefined) return extended(root, body, mediaType)
  const name = nameOf(content, mediaType)
  const found = name === undefined ? undefined : member(root, content, name)
  if (found === undefined || !isObject(found.value)) return []
  const named = Object.keys(Object(found.value.examples)).flatMap((key): BodyExample[] => {
    const each = member(root, found, 'examples', key)
    return isObject(each?.value) && 'value' in each.value
      ? [{ value: (each.value as JsonObject).value, pointer: each.pointer }]
      : []
  })
  const own = [...valueIn(found, 'example'), ...named]
  // A text or bytes without a rule have no schema in the model.
  const schema = media.schema === undefined ? member(root, found, 'schema') : undefined
  return schema === undefined ? own : [...own, ...valueIn(schema, 'example')]
}

function bodyOf(root: JsonObject, key: OperationKey): LocatedValue | undefined {
  const found = operationObject(root, key)
  if (found === undefined) return undefined
  const { item, operation } = found
  const body = member(root, operation, 'requestBody')
  return body ?? bodyParameter(root, operation) ?? bodyParameter(root, item)
}

/** The body of Swagger 2.0 is a parameter. */
function bodyParameter(root: JsonObject, owner: LocatedValue): LocatedValue | undefined {
  const parameters = member(root, owner, 'parameters')
  return Object.keys(Object(parameters?.value))
    .map((key) => member(root, owner, 'parameters', key))
    .find((each) => Object(each?.value).in === 'body')
}

/** Swagger 2.0 has no examples of bodies: documents have the extensions `x-example`, and `x-examples` by media type. */
function extended(document: JsonObject, body: LocatedValue, mediaType: string): BodyExample[] {
  const byType = member(document, body, 'x-examples')
  const name = nameOf(byType, mediaType)
  return [
    ...valueIn(body, 'x-example'),
    ...(byType && name !== undefined ? valueIn(byType, name) : []),
  ]
}

function nameOf(map: LocatedValue | undefined, mediaType: string): string | undefined {
  return keyOfMedia(Object.keys(Object(map?.value)), mediaType)
}

function valueIn({ pointer, value }: LocatedValue, name: string): BodyExample[] {
  const found = Object(value)[name]
  return found === undefined ? [] : [{ value: found, pointer: append(pointer, name) }]
}
