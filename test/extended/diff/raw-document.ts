import { isObject } from '#toolkit/openapi/json.js'
import { segments } from '#toolkit/openapi/json-pointer.js'
import type { Node } from '../../toolkit/conformance/servers/schemas/dialect.js'

/** Where something is in a document of OpenAPI 3, with the references on the way followed. */
export type Place = readonly string[]

/** The place of a part, below one that may be a reference; `undefined` if there is none. */
export function placeOf(
  document: Node,
  start: Place,
  ...steps: readonly string[]
): Place | undefined {
  let place = start
  for (const step of [...steps, undefined]) {
    let node = at(document, place)
    while (isObject(node) && typeof node.$ref === 'string' && step !== undefined) {
      place = segments(node.$ref) ?? []
      node = at(document, place)
    }
    if (step === undefined) return node === undefined ? undefined : place
    place = [...place, step]
  }
  return undefined
}

export function at(document: Node, place: Place): unknown {
  return place.reduce<unknown>(
    (node, key) => (node === undefined ? node : Object(node)[key]),
    document,
  )
}

/** All that a part says, with what it refers to: parts with the same text mean the same. */
export function wholeText(document: Node, place: Place): string {
  const seen = new Set<string>()
  const texts: string[] = []
  const visit = (node: unknown): void => {
    texts.push(JSON.stringify(node) ?? '')
    for (const $ref of referencesIn(node)) {
      if (seen.has($ref)) continue
      seen.add($ref)
      visit(at(document, segments($ref) ?? []))
    }
  }
  visit(at(document, place))
  return texts.join('\n')
}

function referencesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn)
  if (!isObject(node)) return []
  const own = typeof node.$ref === 'string' ? [node.$ref] : []
  return [...own, ...Object.values(node).flatMap(referencesIn)]
}
