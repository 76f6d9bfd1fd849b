import { isObject } from '../../../openapi/json.js'
import { append, literalSegments, segments } from '../../../openapi/json-pointer.js'
import { percentDecoded } from '../../../openapi/percent.js'
import { Diagnostics, DocumentError } from '../../diagnostics/diagnostics.js'
import { UnreadableError } from '../../load/faults.js'
import type { Source } from '../../load/source.js'
import { Cursor } from './cursor.js'
import { against, type Resource, resourceAt, resourcesOf } from './resources.js'

/** How many references may be followed one after the other. */
const MAX_HOPS = 100

/** Follows a Reference Object to the place it names; anything else stays where it is. */
export function resolve(cursor: Cursor): Cursor | undefined {
  let place = cursor
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const reference = place.get('$ref')
    if (typeof reference?.value !== 'string') return place
    const target = targetOf(reference)
    if (target === undefined) {
      if (reference.report.has(reference)) return undefined
      const advice = 'correct the reference or add what it names'
      reference.report.wrong(reference, `nothing is at ${reference.value}`, advice)
      return undefined
    }
    place = target
  }
  const advice = 'break the circle of `$ref`s'
  cursor.report.wrong(cursor, 'the reference leads back to itself', advice)
  return undefined
}

/** What was found; nothing stands for what is being looked for, and leads through itself. */
const found = new WeakMap<Source, Map<string, Cursor | undefined>>()

/**
 * The place that a `$ref` string names, in this document or another; `undefined` when nothing is
 * there. A document that cannot be opened goes to the report.
 */
export function targetOf(reference: Cursor): Cursor | undefined {
  const { source, report } = reference
  const key = `${resourceAt(source, reference.pointer).root} ${reference.value}`
  const known = found.get(source) ?? new Map<string, Cursor | undefined>()
  found.set(source, known)
  if (!known.has(key)) {
    const result = known.set(key, undefined) && lookUp(reference)
    if (result === undefined) known.delete(key)
    else known.set(key, result)
  }
  const target = known.get(key)
  return target && new Cursor(target.source, target.pointer, target.value, report)
}

function lookUp(reference: Cursor): Cursor | undefined {
  const { source, pointer, value, report } = reference
  const isInside = String(value).startsWith('#')
  const exact = isInside ? at(reference) : undefined
  if (exact !== undefined) return exact
  for (const uri of likely(String(value))) {
    const meant = at(new Cursor(source, pointer, uri, new Diagnostics()))
    if (meant === undefined) continue
    report.warn(reference, `nothing is at ${value}; taken for ${uri}`, 'correct the reference')
    return meant
  }
  return isInside ? undefined : at(reference)
}

/** What is meant by a reference that many write: with other slashes, or as in another version. */
function likely(uri: string): string[] {
  const path = uri
    .trim()
    .replaceAll('\\', '/')
    .replace(/^#?\/*/, '')
    .replaceAll('//', '/')
  const [, name] = /^(?:components\/schemas|definitions)\/([^/]+)$/.exec(path) ?? []
  const bare = name ?? (/^[\w-]+$/.test(path) ? path : undefined)
  const isPath = /^(components|definitions|parameters|responses)\//.test(path)
  return [
    ...(isPath ? [`#/${path}`] : []),
    ...(bare === undefined ? [] : [`#/components/schemas/${bare}`, `#/definitions/${bare}`]),
  ].filter((each) => each !== uri)
}

/** What stands exactly where a reference says. */
function at(reference: Cursor): Cursor | undefined {
  const uri = String(reference.value)
  const [file = '', fragment = ''] = uri.split('#', 2)
  const { source } = reference
  const own = resourceAt(source, reference.pointer)
  if (file === '') {
    // A schema with an `$id` is a root of its own; many that have one refer from the document's.
    const roots = own.root === '#' ? [own] : [own, resourcesOf(source)[0] as Resource]
    return first(roots, (root) => inResource(source, root, fragment, reference))
  }
  const absolute = against(own.uri, file)
  const named = resourcesOf(source).find((each) => each.uri !== undefined && each.uri === absolute)
  if (named !== undefined) return inResource(source, named, fragment, reference)
  const other = open(reference, file)
  if (other === undefined) return undefined
  return inResource(other, resourcesOf(other)[0] as Resource, fragment, reference)
}

function first<T, Result>(
  candidates: readonly T[],
  find: (candidate: T) => Result | undefined,
): Result | undefined {
  for (const candidate of candidates) {
    const found = find(candidate)
    if (found !== undefined) return found
  }
  return undefined
}

/** The place that a fragment names: by pointer from the resource's root, or by anchor. */
function inResource(
  source: Source,
  { root, anchors }: Resource,
  fragment: string,
  { report }: Cursor,
): Cursor | undefined {
  const document = new Cursor(source, '#', source.value, report)
  const start = walk(document, segments(root) as string[]) as Cursor
  if (fragment !== '' && !fragment.startsWith('/')) {
    const anchor = anchors.get(percentDecoded(fragment))
    return anchor === undefined ? undefined : walk(document, segments(anchor) as string[])
  }
  const paths = [segments(`#${fragment}`), literalSegments(`#${fragment}`)]
  return first(paths, (path) => path && walk(start, path))
}

function open(reference: Cursor, file: string): Source | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(file)) {
    const advice = 'save it beside the document and refer to the file'
    const what = `reference to another host (${file})`
    reference.report.unsupported(reference, 'remote-reference', what, advice)
    return undefined
  }
  try {
    return reference.source.open(percentDecoded(file))
  } catch (error) {
    /* c8 ignore next -- nothing else is thrown by opening; were it, it is a fault of ours */
    if (!(error instanceof DocumentError)) throw error
    const isMissing = error instanceof UnreadableError
    for (const { source, pointer, message, advice } of error.diagnostics) {
      // What is wrong inside the other document is told there.
      if (isMissing) reference.report.wrong(reference, `${file}: ${message}`, advice)
      else reference.report.wrong({ source, pointer }, message, advice)
    }
    return undefined
  }
}

/** Walks a pointer; where it leads through a reference, the reference is followed. */
function walk(root: Cursor, path: readonly string[]): Cursor | undefined {
  let place: Cursor | undefined = root
  for (const segment of path) {
    place = step(place, segment) ?? step(resolve(place), segment)
    if (place === undefined) return undefined
  }
  return place
}

function step(place: Cursor | undefined, segment: string): Cursor | undefined {
  if (place === undefined) return undefined
  if (isObject(place.value)) return place.get(segment)
  if (!Array.isArray(place.value) || !/^(0|[1-9]\d*)$/.test(segment)) return undefined
  const element = place.value[Number(segment)]
  const pointer = append(place.pointer, segment)
  return element === undefined
    ? undefined
    : new Cursor(place.source, pointer, element, place.report)
}
