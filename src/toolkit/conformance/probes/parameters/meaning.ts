import { LIMITS, OFFSETS, PAGES } from '../../../openapi/resources/names.js'
import type { Operation, Parameter } from '../../document/contract.js'

/** Headers whose values HTTP defines: a server may ignore a malformed one (RFC 9110). */
const OF_PROTOCOL =
  /^(if-.*|range|accept.*|prefer|content-.*|authorization|cookie|host|expect|te|origin|referer|user-agent|date)$/i

/** True for a header that HTTP has a rule for, whatever the document says of it. */
export function isOfProtocol({ in: place, name }: Parameter): boolean {
  return place === 'header' && OF_PROTOCOL.test(name)
}

/** Names of parameters whose texts have a meaning that schemas seldom say. */
const OPAQUE =
  /cursor|token|sort|order|field|mask|includ|expand|embed|populate|filter|where|select|after|before|since|until|^q$|query|key|lang|locale|zone|version/i

/** True for a parameter of which a service may refuse a text that its schema accepts. */
export function isOpaque({ name, schema }: Parameter): boolean {
  if (typeof schema === 'boolean') return true
  const isListed = schema.enum !== undefined || schema.const !== undefined
  const types = [schema.type ?? 'string'].flat()
  return (
    OPAQUE.test(name) && !isListed && !types.every((type) => /integer|number|boolean/.test(type))
  )
}

/** True for a page that a list may not have, and for a size that none has, of which documents seldom speak. */
export function isOffPages({ name, schema }: Parameter, value: unknown): boolean {
  if (PAGES.includes(name)) return true
  const isCounted = [...LIMITS, ...OFFSETS].includes(name)
  return isCounted && Object(schema).minimum === undefined && Number(value) <= 0
}

/** True if the operation documents that what a path names may not be there. */
export function mayBeMissing({ responses }: Operation): boolean {
  return responses.some(({ status }) => ['404', '4XX', 'default'].includes(status))
}

/** Headers that a service remembers requests by: another request needs another value. */
export function isOnce({ in: place, name }: Parameter): boolean {
  return place === 'header' && /idempoten|request-?id|correlation|nonce|trace/i.test(name)
}
