import type { OpenApiVersion } from '../../model/model.js'
import { type Cursor, withArticle } from './cursor.js'
import { fieldsOf, type ObjectKind } from './fixed-fields.js'
import { OBJECT_NAMES } from './object-names.js'

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
  const name = found === 'schema' ? 'schema' : OBJECT_NAMES[found]
  const message = `${at.get('$ref')?.value} is ${withArticle(name)}, where ${withArticle(OBJECT_NAMES[kind])} belongs`
  const home = version === '2.0' && kind === 'response' ? 'write it into `schema`' : HOMES.get(kind)
  const advice = found === 'schema' && home ? home : `refer to ${withArticle(OBJECT_NAMES[kind])}`
  const isOwn = kind === 'parameter' && /^(path|query|header|cookie)$/.test(Object(at.value).in)
  const isAlike = found === 'parameter' && kind === 'header'
  const isRead = found === 'schema' ? isOwn || version !== '2.0' : isAlike
  if (isRead) at.get('$ref')?.warn(message, advice)
  else at.get('$ref')?.wrong(message, advice)
  return true
}

/** The kind of a component, by its pointer. */
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
