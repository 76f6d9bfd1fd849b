import { isObject } from '../../../openapi/json.js'
import type { OpenApiVersion } from '../../model/model.js'
import { type Cursor, withArticle } from './cursor.js'
import { fieldsOf, type ObjectKind } from './fixed-fields.js'

/** An object of the specification in words; the document has none. */
export function nameOfKind(kind: ObjectKind): string {
  if (kind === 'document') return ''
  return kind === 'docs'
    ? 'externalDocs'
    : kind.replace(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`)
}

/** What documents of one version have in the words of another, or in none's. */
const OPENAPI_3 = new Map([
  ['accessCode', 'write `authorizationCode`'],
  ['application', 'write `clientCredentials`'],
  ['basePath', 'write it into the `url` of `servers`'],
  ['body', 'write `requestBody`'],
  ['collectionFormat', 'write `style` and `explode`'],
  ['consumes', 'write its media types under `content` of `requestBody`'],
  ['definitions', 'write `components` with `schemas` in it'],
  ['flow', 'write `flows`, with this flow in it'],
  ['host', 'write it into the `url` of `servers`'],
  ['produces', 'write its media types under `content` of responses'],
  ['scopes', 'write it into a flow of `flows`'],
  ['schemes', 'write them into the `url` of `servers`'],
  ['securityDefinitions', 'write `components` with `securitySchemes` in it'],
  ['swagger', 'leave `swagger` out, since `openapi` says the version'],
])

const SWAGGER_2 = new Map([
  ['components', 'write `definitions`, `parameters`, `responses` or `securityDefinitions`'],
  ['openapi', 'leave `openapi` out, since `swagger` says the version'],
  ['requestBody', 'write a parameter with `in: body`'],
  ['scheme', 'write `type: basic`, or `type: apiKey` with `in` and `name`'],
  ['servers', 'write `host`, `basePath` and `schemes`'],
])

export function inOtherWords(
  name: string,
  version: OpenApiVersion,
  kind: ObjectKind,
): string | undefined {
  if (kind === 'header' && (name === 'name' || name === 'in')) {
    return 'leave it out: its key names the header'
  }
  return (version === '2.0' ? SWAGGER_2 : OPENAPI_3).get(name)
}

const STATUS = /^([1-5](\d\d|XX)|default)$/i
const MEDIA_TYPE = /^[\w*+.-]+\/[\w*+.;= -]+$/

const WITH_CONTENT: ReadonlySet<ObjectKind> = new Set(['requestBody', 'response', 'parameter'])

/** The field that a member belongs into, as its name tells: `201` is one of `responses`. */
export function fieldAround(kind: ObjectKind, name: string): string | undefined {
  if (kind === 'operation' && STATUS.test(name)) return 'responses'
  return WITH_CONTENT.has(kind) && MEDIA_TYPE.test(name) ? 'content' : undefined
}

/** True if members of a field are beside it, so that their own reports say what is wrong. */
export function hasMembersOf(field: string, { value }: Cursor, kind: ObjectKind): boolean {
  return isObject(value) && Object.keys(value).some((name) => fieldAround(kind, name) === field)
}

/** False for another one beside it that belongs into the same field: it is the same mistake. */
export function isFirstOf(name: string, { value }: Cursor, kind: ObjectKind): boolean {
  const field = fieldAround(kind, name)
  if (field === undefined) return true
  return Object.keys(Object(value)).find((each) => fieldAround(kind, each) === field) === name
}

/** Where a schema is meant, a reference to one is written below this member. */
const HOMES: ReadonlyMap<ObjectKind, string> = new Map([
  ['header', 'write it into `schema`'],
  ['mediaType', 'write it into `schema`'],
  ['parameter', 'write it into `schema`, beside `name` and `in`'],
  ['requestBody', 'write it into `content`, a media type and `schema`'],
  ['response', 'write it into `content`, a media type and `schema`'],
])

/** Reports a reference to a component of another kind: a schema is taken for what it can mean, others for nothing. */
export function isOfOtherKind(
  kind: ObjectKind,
  at: Cursor,
  target: Cursor,
  version: OpenApiVersion,
): boolean {
  const found = kindOf(target, version)
  if (found === undefined || found === kind) return false
  const wanted = withArticle(nameOfKind(kind))
  const message = `${at.get('$ref')?.value} is ${withArticle(found === 'schema' ? found : nameOfKind(found))}, where ${wanted} belongs`
  const home = version === '2.0' && kind === 'response' ? 'write it into `schema`' : HOMES.get(kind)
  const advice = found === 'schema' && home ? home : `refer to ${wanted}`
  const isOwn = kind === 'parameter' && /^(path|query|header|cookie)$/.test(Object(at.value).in)
  const isAlike = found === 'parameter' && kind === 'header'
  const isRead = found === 'schema' ? isOwn || version !== '2.0' : isAlike
  if (isRead) at.get('$ref')?.warn(message, advice)
  else at.get('$ref')?.wrong(message, advice)
  return true
}

function kindOf(
  { source, pointer }: Cursor,
  version: OpenApiVersion,
): ObjectKind | 'schema' | undefined {
  if (source.prefix !== '') return undefined
  const pattern = version === '2.0' ? /^#\/(\w+)\/[^/]+$/ : /^#\/components\/(\w+)\/[^/]+$/
  const [, map = ''] = pattern.exec(pointer) ?? []
  if (map === 'schemas' || map === 'definitions') return 'schema'
  const field = fieldsOf(version === '2.0' ? 'document' : 'components', version)?.get(map)
  return field?.of === 'members' ? field.kind : undefined
}

export function hasSchemaKeywords({ value }: Cursor): boolean {
  const keywords = ['type', 'properties', 'allOf', 'anyOf', 'oneOf', 'items']
  return isObject(value) && keywords.some((keyword) => keyword in value)
}

/** True if a parameter or header contains the keywords of its schema, as in Swagger 2.0. */
export function isWrittenInto({ value }: Cursor): boolean {
  return (
    isObject(value) &&
    ('type' in value || '$ref' in value) &&
    !('schema' in value || 'content' in value)
  )
}

/** True for an object of OpenAPI 3 whose members are read as keywords of a schema, with a warning. */
export function isReadAsSchema(kind: ObjectKind, at: Cursor): boolean {
  const has = (...members: string[]) => members.some((member) => Object(at.value)[member] != null)
  switch (kind) {
    case 'parameter':
      return isWrittenInto(at) || ['body', 'formData'].includes(Object(at.value).in)
    case 'header':
      return isWrittenInto(at)
    case 'requestBody':
    case 'response':
      return !has('content') && (has('schema') || hasSchemaKeywords(at))
    case 'mediaType':
      return !has('schema', 'itemSchema') && hasSchemaKeywords(at)
    default:
      return false
  }
}
