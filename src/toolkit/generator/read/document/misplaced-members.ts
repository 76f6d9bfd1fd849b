import { isObject } from '../../../openapi/json.js'
import type { Cursor } from './cursor.js'
import type { ObjectKind } from './fixed-fields.js'

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
export function isFirstOf(
  field: string | undefined,
  name: string,
  { value }: Cursor,
  kind: ObjectKind,
): boolean {
  if (field === undefined) return true
  return Object.keys(Object(value)).find((each) => fieldAround(kind, each) === field) === name
}
