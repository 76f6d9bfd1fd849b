import { keyOfMedia } from '#toolkit/openapi/media-name.js'
import { resolved, target } from '../requests/oracle/document.js'
import type { Node } from '../requests/oracle/schema.js'

/** Where the schema of a JSON response is; `undefined` if there is none. */
export function schemaPointer(
  document: Node,
  responses: readonly string[],
  status: string,
  type: string,
): readonly string[] | undefined {
  const follow = ($ref: string) => target(document, $ref)
  const all = responses.reduce<unknown>((node, key) => Object(node)[key], document)
  const key = [status, `${status[0]}XX`, 'default'].find((each) => Object.hasOwn(Object(all), each))
  if (key === undefined) return undefined
  const given = Object(Object(all)[key])
  const response = resolved(given, follow)
  const start =
    typeof given.$ref === 'string' ? given.$ref.slice(2).split('/') : [...responses, key]
  if (response.schema !== undefined) return [...start, 'schema']
  const media = keyOfMedia(Object.keys(Object(response.content)), type)
  if (media === undefined) return undefined
  const isThere = Object(Object(response.content)[media]).schema !== undefined
  return isThere ? [...start, 'content', media, 'schema'] : undefined
}
