import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject } from '../openapi/json.js'
import { essenceOf, isJson } from '../openapi/media-type.js'
import { propertiesOf } from './schema-parts.js'

/** The names of the members that a client may send in a JSON body; none where the document names none. */
export function askedMembers(
  root: JsonObject,
  { path, method }: { readonly path: string; readonly method: string },
): ReadonlySet<string> {
  const document: LocatedValue = { pointer: '#', value: root }
  const operation = member(root, document, 'paths', path, method.toLowerCase())
  const content = operation && member(root, operation, 'requestBody', 'content')
  const [mediaType] = Object.keys(Object(content?.value)).filter((each) => isJson(essenceOf(each)))
  const schema = mediaType && content ? member(root, content, mediaType, 'schema') : undefined
  return new Set(propertiesOf(root, schema ?? olderBody(root, operation)).keys())
}

/** The schema of a body in Swagger 2.0. */
function olderBody(
  root: JsonObject,
  operation: LocatedValue | undefined,
): LocatedValue | undefined {
  const parameters = operation && member(root, operation, 'parameters')
  const all = Array.isArray(parameters?.value) ? [...parameters.value.keys()] : []
  return all
    .flatMap((index) => (parameters && member(root, parameters, String(index))) ?? [])
    .filter(({ value }) => isObject(value) && value.in === 'body')
    .flatMap((each) => member(root, each, 'schema') ?? [])[0]
}
