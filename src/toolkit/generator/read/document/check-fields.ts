import { isObject } from '../../../openapi/json.js'
import type { OpenApiVersion } from '../../model/model.js'
import { wordSet } from '../../shared/collections.js'
import type { Cursor } from './cursor.js'
import { type FixedField, fieldsOf, type ObjectKind } from './fixed-fields.js'
import { checkLink, type LinkedOperation } from './links.js'
import { nothingAt } from './missing-target.js'
import { isOfOtherKind, isReadAsSchema } from './object-kinds.js'
import { checkMap, checkObject, checkShape, hasValue } from './object-rules.js'
import { targetOf } from './references.js'
import { checkExpressions } from './runtime-expressions.js'
import { checkMember } from './unknown-members.js'

/** Reports each member that the specification does not have, in all objects but schemas. */
export function checkFields(
  root: Cursor,
  version: OpenApiVersion,
  operations: readonly LinkedOperation[],
): void {
  const checker = new FieldChecker(version)
  checker.object('document', root, true)
  checker.unused()
  checker.links(operations)
}

/** Components that only references use; what is misspelt in others loses nothing. */
const BY_REFERENCE = wordSet(
  'responses parameters examples requestBodies headers links callbacks pathItems mediaTypes',
)

class FieldChecker {
  readonly #version: OpenApiVersion
  readonly #seen = new Set<string>()
  readonly #components: (() => void)[] = []
  readonly #operationIds = new Set<unknown>()
  readonly #links: Cursor[] = []
  readonly #callbacks: Cursor[] = []

  constructor(version: OpenApiVersion) {
    this.#version = version
  }

  /** Components are last: those that others refer to are known by then. */
  unused(): void {
    for (const check of this.#components) check()
  }

  /** Links and callbacks are the very last, since they name operations anywhere and their parameters. */
  links(operations: readonly LinkedOperation[]): void {
    const sourceOf = ({ fullPointer }: Cursor) =>
      operations.find(({ pointer }) => fullPointer.startsWith(`${pointer}/`))
    for (const link of this.#links) {
      checkLink(link, this.#operationIds, operations, sourceOf(link))
    }
    for (const callback of this.#callbacks) {
      for (const [key, item] of callback.members()) checkExpressions(item, key, sourceOf(callback))
    }
  }

  object(kind: ObjectKind, at: Cursor, isUsed: boolean): void {
    const { value } = at
    if (!isObject(value)) return
    if (typeof value.$ref === 'string') {
      this.#target(kind, at, isUsed)
      if (kind !== 'pathItem') return
    }
    const own = kindOf(kind, at, this.#version)
    const fields = own && fieldsOf(own, this.#version)
    if (own === undefined || fields === undefined || this.#isSeen(own, at)) return
    checkObject(own, at)
    if (own === 'example' && !hasValue(at)) return
    if (own === 'operation') this.#operationIds.add(value.operationId)
    if (own === 'link') this.#links.push(at)
    if (own === 'callback') this.#callbacks.push(at)
    const each = fields.get('*')
    for (const [name, member] of Object.entries(value)) {
      if (name.startsWith('x-')) continue
      const cursor = at.child(name, member)
      const context = { kind: own, version: this.#version, isUsed }
      if (each === undefined) checkMember(at, [name, cursor], context)
      const field = each ?? fields.get(name)
      if (field?.kind === undefined) continue
      if (own === 'components') checkMap(cursor)
      const isComponent = own === 'components' || (own === 'document' && field.of === 'members')
      if (isComponent && BY_REFERENCE.has(name)) {
        this.#components.push(() => this.#inside(field, cursor, false))
      } else if (!isMisplacedMethod(own, name, cursor)) this.#inside(field, cursor, isUsed)
    }
  }

  #inside({ kind, of }: FixedField, cursor: Cursor, isUsed: boolean): void {
    const { value } = cursor
    if (of === 'value') this.object(kind as ObjectKind, cursor, isUsed)
    const isRight = of === 'elements' ? Array.isArray(value) : isObject(value)
    if (of === 'value') checkShape(kind as ObjectKind, cursor)
    else if (kind === 'link' || kind === 'serverVariable') checkMap(cursor)
    if (of === 'value' || !isRight) return
    for (const [key, each] of Object.entries(value as object)) {
      const isReference = key === '$ref' && typeof each === 'string'
      if (of === 'members' && (key.startsWith('x-') || isReference)) continue
      // What is under no media type is neither read nor sent, and reported where the others are read.
      if (kind === 'mediaType' && !key.includes('/')) continue
      const element = cursor.child(key, each)
      checkShape(kind as ObjectKind, element)
      this.object(kind as ObjectKind, element, isUsed)
    }
  }

  /** The reader of a reference reports one without a target; examples and links have none. */
  #target(kind: ObjectKind, at: Cursor, isUsed: boolean): void {
    const { $ref } = at.value as { $ref: string }
    if (this.#isSeen(`$ref ${kind}`, at)) return
    const reference = at.child('$ref', $ref).quiet()
    const target = targetOf(reference)
    if (target === undefined) {
      if (kind === 'example' || kind === 'link') at.get('$ref')?.warn(...nothingAt(reference))
    } else if (!isOfOtherKind(kind, at, target, this.#version)) {
      this.object(kind, target.reportingTo(at.report), isUsed)
    }
  }

  #isSeen(kind: string, { source, pointer }: Cursor): boolean {
    const key = `${kind} ${source.prefix}${pointer}`
    const isSeen = this.#seen.has(key)
    this.#seen.add(key)
    return isSeen
  }
}

/** Reports a method among paths, or among the URLs of a callback: wrong indentation has made it one. */
function isMisplacedMethod(kind: ObjectKind, name: string, item: Cursor): boolean {
  const [among, instead] = METHODS_BELOW[kind] ?? []
  const isMethod = fieldsOf('pathItem', '3.2')?.get(name)?.kind === 'operation'
  if (!isMethod || among === undefined) return false
  item.wrong(`\`${name}\` is among the ${among} but a method`, `indent it below ${instead}`)
  return true
}

const METHODS_BELOW: { readonly [Kind in ObjectKind]?: readonly [among: string, instead: string] } =
  {
    paths: ['paths, and is no path', 'its path'],
    callback: ['URLs of a callback, and is no URL', "its URL, such as '{$request.body#/url}'"],
  }

/** The object that a value is read as; `undefined` for one that is read as a schema. */
function kindOf(kind: ObjectKind, at: Cursor, version: OpenApiVersion): ObjectKind | undefined {
  if (version !== '2.0') return isReadAsSchema(kind, at) ? undefined : kind
  if (kind !== 'parameter') return kind
  return (at.value as { in?: unknown }).in === 'body' ? 'bodyParameter' : undefined
}
