import { isObject, plainText } from '../../../openapi/json.js'
import { literalSegments, percentDecoded, segments } from '../../../openapi/json-pointer.js'
import { memoize } from '../../../shared/memoize.js'
import { DocumentError } from '../../diagnostics/problems.js'
import { UnreadableError } from '../../load/document-errors.js'
import type { Source } from '../../load/source.js'
import { Cursor } from './cursor.js'
import { nothingAt } from './missing-target.js'
import { absoluteUri, resourceAt, resourcesOf, type SchemaResource } from './schema-resources.js'

const MAX_HOPS = 100

/** The target of a Reference Object; any other value is its own target. */
export function resolve(cursor: Cursor): Cursor | undefined {
  let current = cursor
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const reference = current.get('$ref')
    if (typeof reference?.value !== 'string') return current
    const target = targetOf(reference)
    if (target === undefined) {
      if (!reference.report.has(reference)) {
        reference.wrong(...nothingAt(reference))
      }
      return undefined
    }
    current = target
  }
  cursor.wrong('the reference leads back to itself', 'break the circle of `$ref`s')
  return undefined
}

/** What a schema stands for and is made of, by these keywords: each target once. */
export function partsOf(
  schema: Cursor,
  keywords: readonly string[] = ['allOf', 'anyOf', 'oneOf'],
  seen = new Set<string>(),
): Cursor[] {
  const target = resolve(schema)
  if (target === undefined || seen.has(target.fullPointer)) return []
  seen.add(target.fullPointer)
  const inside = keywords.filter((each) => Array.isArray(Object(target.value)[each]))
  return [target, ...target.parts(...inside).flatMap((part) => partsOf(part, keywords, seen))]
}

/** Targets by reference; `undefined` while a target is looked up, so that a circle ends. */
const targets = memoize((_source: Source) => new Map<string, Found | undefined>())

interface Found {
  readonly target: Cursor
  /** The reference that is meant, where nothing is at that of the document. */
  readonly meant?: string
}

/**
 * The target of a `$ref` string, in this document or another; `undefined` when nothing is there. A
 * document that cannot be opened goes to the report.
 */
export function targetOf(reference: Cursor): Cursor | undefined {
  const { source, report } = reference
  const known = targets(source)
  const key = `${resourceAt(source, reference.pointer).root} ${plainText(reference.value)}`
  if (!known.has(key)) {
    const found = known.set(key, undefined) && lookUp(reference)
    if (found === undefined) known.delete(key)
    else known.set(key, found)
  }
  const found = known.get(key)
  if (found === undefined) return undefined
  const { target, meant } = found
  if (meant !== undefined) {
    const message = `nothing is at ${reference.value}; taken for ${meant}`
    reference.warn(message, `write \`$ref: '${meant}'\``)
  }
  return target.reportingTo(report)
}

function lookUp(reference: Cursor): Found | undefined {
  const { source, pointer } = reference
  const uri = plainText(reference.value)
  const [file = '', fragment = ''] = uri.split('#', 2)
  const own = resourceAt(source, pointer)
  const resources = file === '' ? rootsOf(reference) : named(source, absoluteUri(own.uri, file))
  const exact = inFirst(resources, fragment, reference)
  if (exact !== undefined) return { target: exact }
  for (const meant of likely(uri)) {
    const target = inFirst(rootsOf(reference), meant.slice(1), reference.quiet())
    if (target !== undefined) return { target, meant }
  }
  const other = resources.length > 0 ? undefined : open(reference, file)
  const target = other && inResource(other, resourceAt(other, '#'), fragment, reference)
  return target && { target }
}

/** Probable targets of a common mistake: other slashes, or the path of another version. */
function likely(uri: string): string[] {
  const path = uri
    .trim()
    .replaceAll('\\', '/')
    .replace(/^#?\/*/, '')
    .replace(/\/+$/, '')
    .replaceAll('//', '/')
    .replace(/^(components)\.(\w+)\./, '$1/$2/')
  const [, name] = /^(?:components\/schemas|definitions)\/([^/]+)$/.exec(path) ?? []
  const bare = name ?? (/^[\w-]+$/.test(path) ? path : undefined)
  const isPath = /^(components|definitions|parameters|responses)\//.test(path)
  return [
    ...(isPath ? [`#/${path}`] : []),
    ...(bare === undefined ? [] : [`#/components/schemas/${bare}`, `#/definitions/${bare}`]),
  ].filter((each) => each !== uri)
}

/** A schema with an `$id` is a root; many such schemas nevertheless refer from the document's root. */
function rootsOf({ source, pointer }: Cursor): SchemaResource[] {
  return [resourceAt(source, pointer), resourcesOf(source)[0] as SchemaResource]
}

function named(source: Source, uri: string | undefined): SchemaResource[] {
  return resourcesOf(source).filter((each) => each.uri !== undefined && each.uri === uri)
}

function inFirst(roots: readonly SchemaResource[], fragment: string, reference: Cursor) {
  for (const root of roots) {
    const found = inResource(reference.source, root, fragment, reference)
    if (found !== undefined) return found
  }
  return undefined
}

function inResource(
  source: Source,
  { root, anchors }: SchemaResource,
  fragment: string,
  { report }: Cursor,
): Cursor | undefined {
  const document = new Cursor(source, '#', source.value, report)
  const start = walk(document, segments(root)) as Cursor
  if (fragment !== '' && !fragment.startsWith('/')) {
    const anchor = anchors.get(percentDecoded(fragment))
    return anchor === undefined ? undefined : walk(document, segments(anchor))
  }
  return walk(start, segments(`#${fragment}`)) ?? walk(start, literalSegments(`#${fragment}`))
}

function open(reference: Cursor, file: string): Source | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(file)) {
    const advice = 'save it beside the document and refer to the file'
    reference.unsupported(`reference to another host (${file})`, advice, 'remote-reference')
    return undefined
  }
  try {
    return reference.source.open(percentDecoded(file))
  } catch (error) {
    /* c8 ignore next -- opening throws no other error; if it did, that would be a bug here */
    if (!(error instanceof DocumentError)) throw error
    const isMissing = error instanceof UnreadableError
    for (const { source, pointer, message, advice } of error.diagnostics) {
      // Errors inside the other document have locations there.
      if (isMissing) reference.wrong(`${file}: ${message}`, advice)
      else reference.report.wrong({ source, pointer }, message, advice)
    }
    if (!isMissing) reference.wrong(`${file} has errors`, 'correct what is said of that file')
    return undefined
  }
}

/** Target of a pointer; references on the way are followed. */
function walk(root: Cursor, path: readonly string[] | undefined): Cursor | undefined {
  return path?.reduce<Cursor | undefined>((current, segment) => {
    // Quietly, since it may be what is looked up: the root of a schema with an `$id`.
    return current && (step(current, segment) ?? step(resolve(current.quiet()), segment))
  }, root)
}

function step(cursor: Cursor | undefined, segment: string): Cursor | undefined {
  if (!Array.isArray(cursor?.value))
    return isObject(cursor?.value) ? cursor.get(segment) : undefined
  const element = /^(0|[1-9]\d*)$/.test(segment) ? cursor.value[Number(segment)] : undefined
  return element === undefined ? undefined : cursor.child(segment, element)
}
