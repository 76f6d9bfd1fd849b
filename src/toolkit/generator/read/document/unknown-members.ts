import { isObject } from '../../../openapi/json.js'
import { KEYWORDS, RESTRICTING_KEYWORDS } from '../../../openapi/schema/keywords.js'
import { alternatives, meantName } from '../../../shared/spelling.js'
import { equalTo } from '../../../validation/equality.js'
import type { OpenApiVersion } from '../../model/model.js'
import { wordSet } from '../../shared/collections.js'
import { type Cursor, withArticle } from './cursor.js'
import {
  type FixedFields,
  fieldsOf,
  isLater,
  neighboursWith,
  type ObjectKind,
  otherVersionOf,
} from './fixed-fields.js'
import { fieldAround, inOtherWords, isFirstOf, nameOfKind } from './object-kinds.js'

/** Members whose loss changes nothing that a service does. */
const DESCRIPTIVE = wordSet(
  'summary description externalDocs info tags example examples links title version termsOfService contact ' +
    'license bearerFormat name deprecated server operationRef',
)

/** Objects that only describe, whatever their fields are. */
const DESCRIBING: ReadonlySet<ObjectKind> = new Set([
  ...(['info', 'contact', 'license', 'docs', 'tag', 'link', 'example', 'flows', 'flow'] as const),
  ...(['server', 'serverVariable', 'discriminator', 'xml'] as const),
])

/** Other names of fields. */
const IN_SHORT: ReadonlyMap<string, string> = new Map([
  ['desc', 'description'],
  ['params', 'parameters'],
  ['property', 'propertyName'],
  ['security', 'securitySchemes'],
])

/** Members that restrict what a service accepts; in another object than their own nothing does. */
const RESTRICTING = wordSet('content parameters requestBody required responses schema security')

/** Objects with a schema, or with its keywords: one that is here and not there would be lost. */
const WITH_SCHEMA: ReadonlySet<ObjectKind> = new Set([
  ...(['parameter', 'header', 'requestBody', 'response', 'mediaType', 'encoding'] as const),
  'bodyParameter',
])

interface FieldContext {
  readonly kind: ObjectKind
  readonly version: OpenApiVersion
  /** False for a component that nothing refers to: nothing is lost. */
  readonly isUsed: boolean
}

/**
 * Reports a member unless it is a fixed field of its object: one by which a restriction would be lost is an error,
 * by its meaning or as it is a misspelt field; any other is a warning.
 */
export function checkMember(
  owner: Cursor,
  [name, member]: readonly [string, Cursor],
  context: FieldContext,
): void {
  const { kind, version, isUsed } = context
  const fields = fieldsOf(kind, version) as FixedFields
  const field = fields.get(name)
  if (field !== undefined && !isLater(field, version)) return
  // The version under the name of another one is reported where it is read.
  if (kind === 'document' && isOnlyVersion(name, owner)) return
  const what = `${nameOfKind(kind)} member \`${name}\``.trimStart()
  if (field !== undefined) {
    const message = `${what} is of OpenAPI ${field.since}, and is read all the same`
    member.warn(message, `write \`openapi: ${field.since}.0\`, or leave it out`, { once: true })
    return
  }
  // Some documents have methods with capitals, which are read.
  if (kind === 'pathItem' && fields.get(name.toLowerCase())?.kind === 'operation') return
  if (!isFirstOf(name, owner, kind)) return
  const meant = meantIn(name, fields, member, kind)
  const other = otherVersionOf(kind, name, version)
  const origin = other === '2.0' ? 'of Swagger 2.0' : 'of OpenAPI 3'
  const message = `${what} is ${other === undefined ? 'unknown' : origin}`
  const advice = adviceFor(name, meant, context)
  // A response or a body, beside the field that it belongs into.
  const isContent = isObject(member.value) && fieldAround(kind, name) !== undefined
  if (isUsed && meant !== undefined && !DESCRIPTIVE.has(meant) && !DESCRIBING.has(kind)) {
    member.wrong(`${message}, and what \`${meant}\` says would be lost`, advice)
  } else if (isUsed && (isOperation(member) || isContent || restricts(owner, name, kind))) {
    member.wrong(`${message}, and what it says would be lost`, advice)
  } else {
    member.warn(`${message} and ignored`, advice, { once: meant === undefined })
  }
}

/** Reports each member that an object inside of a schema does not have. */
export function checkMembers(
  kind: 'discriminator' | 'xml',
  owner: Cursor,
  version: OpenApiVersion,
): void {
  if (!isObject(owner.value)) return
  for (const each of owner.members()) checkMember(owner, each, { kind, version, isUsed: true })
}

/** True if a member of the object is a misspelt one of this name, which its own report names. */
export function hasNearly({ value }: Cursor, name: string): boolean {
  return isObject(value) && Object.keys(value).some((each) => meantName(each, [name]) !== undefined)
}

/** The field that is meant; names of operations are short, so that their value tells them. */
export function meantIn(
  name: string,
  fields: FixedFields,
  member: Cursor,
  kind: ObjectKind,
): string | undefined {
  if (name === 'ref' && typeof member.value === 'string') return '$ref'
  const short = IN_SHORT.get(name) ?? ''
  const meant = fields.has(short) ? short : meantName(name, fields.keys())
  const isMethod = meant !== undefined && fields.get(meant)?.kind === 'operation'
  if (kind === 'pathItem' && isMethod && !isOperation(member)) return undefined
  return meant
}

function adviceFor(
  name: string,
  meant: string | undefined,
  { kind, version }: FieldContext,
): string {
  if (meant !== undefined) return `write \`${meant}\`, leave it out, or start it with x-`
  const around = fieldAround(kind, name)
  if (around !== undefined) return `move it into \`${around}\`, where it belongs`
  const words = inOtherWords(name, version, kind)
  if (words !== undefined) return words
  const hasSchema = WITH_SCHEMA.has(kind) && fieldsOf(kind, version)?.has('schema')
  if (hasSchema && KEYWORDS.has(name)) return 'move it into `schema`, where it belongs'
  const homes = neighboursWith(name, kind, version).map((each) =>
    each === 'info' || each === 'components' ? `\`${each}\`` : withArticle(nameOfKind(each)),
  )
  const isRoot = /^(paths|components|webhooks|definitions)$/.test(name)
  if (homes.length === 0 && kind !== 'document' && isRoot) {
    return 'move it to the root of the document'
  }
  if (homes.length > 0) return `move it into ${alternatives(homes)}, where it belongs`
  return 'correct it, leave it out, or start it with x-'
}

/** True for `swagger` without `openapi`, and the other way round. */
function isOnlyVersion(name: string, { value }: Cursor): boolean {
  const both = ['openapi', 'swagger']
  return both.includes(name) && !both.every((each) => Object.hasOwn(Object(value), each))
}

/** True for a value that can only be an Operation Object. */
function isOperation({ value }: Cursor): boolean {
  return isObject(value) && isObject(value.responses)
}

/** True unless the value says nothing, or what the schema beside it says already. */
function restricts({ value }: Cursor, name: string, kind: ObjectKind): boolean {
  const isOwn = kind === 'pathItem' || kind === 'operation' || WITH_SCHEMA.has(kind)
  const isKeyword = WITH_SCHEMA.has(kind) && RESTRICTING_KEYWORDS.has(name)
  if (!isOwn || !(RESTRICTING.has(name) || isKeyword)) return false
  const { [name]: own, schema } = value as Record<string, unknown>
  const isSchema = KEYWORDS.get(name)?.schemas !== undefined
  if (own === null || (own === false && !isSchema)) return false
  if (typeof own === 'object' && Object.keys(own).length === 0) return false
  return !(isObject(schema) && Object.hasOwn(schema, name) && equalTo(own, schema[name]))
}
