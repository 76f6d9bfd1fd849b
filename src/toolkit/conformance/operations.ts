import { type LocatedValue, member } from '../openapi/document.js'
import { isObject, type JsonObject } from '../openapi/json.js'
import { literalPattern, namesIn, partsOf } from '../openapi/path-template.js'
import { statusKeys } from '../openapi/status.js'

/** The operation of a document that a request is for, if there is one. */
export function findOperation(
  document: JsonObject,
  method: string,
  path: string,
): LocatedValue | undefined {
  const paths = isObject(document.paths) ? document.paths : {}
  // OpenAPI 3.1, section 4.8.8: a concrete path is matched before a templated one.
  const templates = Object.keys(paths).sort((a, b) => namesIn(a).length - namesIn(b).length)
  const root = { pointer: '#', value: document }
  for (const template of templates) {
    if (!matches(template, path)) continue
    const operation = member(document, root, 'paths', template, method.toLowerCase())
    if (operation !== undefined) return operation
  }
  return undefined
}

function matches(template: string, path: string): boolean {
  const pattern = partsOf(template).map((part, at) =>
    at % 2 === 0 ? literalPattern(part) : '[^/]+',
  )
  return new RegExp(`^${pattern.join('')}$`).test(path)
}

/** The response that documents a status. */
export function findResponse(
  document: JsonObject,
  operation: LocatedValue,
  status: number,
): LocatedValue | undefined {
  const documented = statusKeys(status).map((key) => member(document, operation, 'responses', key))
  return documented.find((response) => response !== undefined)
}
