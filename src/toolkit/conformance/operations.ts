import { isObject, type JsonObject, member, type Place } from '../openapi/document.js'

/** The operation of a document that a request is for, if there is one. */
export function findOperation(
  document: JsonObject,
  method: string,
  path: string,
): Place | undefined {
  const paths = isObject(document.paths) ? document.paths : {}
  // OpenAPI 3.1, section 4.8.8: a concrete path is matched before a templated one.
  const templates = Object.keys(paths).sort((a, b) => variables(a) - variables(b))
  const root = { pointer: '#', value: document }
  for (const template of templates) {
    if (!matches(template, path)) continue
    const operation = member(document, root, 'paths', template, method.toLowerCase())
    if (operation !== undefined) return operation
  }
  return undefined
}

function variables(template: string): number {
  return template.split('{').length
}

function matches(template: string, path: string): boolean {
  const pattern = template
    .split(/\{[^{}]*\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+')
  return new RegExp(`^${pattern}$`).test(path)
}

/** The response that documents a status: exact, then the range, then `default`. */
export function findResponse(
  document: JsonObject,
  operation: Place,
  status: number,
): Place | undefined {
  const documented = (key: string) => member(document, operation, 'responses', key)
  const range = `${Math.floor(status / 100)}XX`
  return documented(String(status)) ?? documented(range) ?? documented('default')
}
