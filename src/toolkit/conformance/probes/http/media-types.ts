import { append } from '../../../openapi/json-pointer.js'
import { nameOfMedia } from '../../../openapi/media-name.js'
import { Unwritable } from '../../../requests/write-parameters.js'
import { NOTHING } from '../../../samples/index.js'
import type { MediaType, Operation, RequestBody } from '../../document/contract.js'
import { type SentRequest, withHeader } from '../../exchange/request.js'
import { isSuccess } from '../../exchange/response.js'
import { mediaOf } from '../../judge/response-of.js'
import type { BodyParts } from '../../requests/parts.js'
import { writable } from '../../requests/writable.js'
import { concreteType } from '../../requests/write-body.js'
import {
  bodyPointer,
  hasJsonBody,
  isAccepted,
  isSample,
  requestWithBody,
  validParts,
} from '../../run/base-request.js'
import { ACCEPTED, ANSWERED, type Expectation, REFUSED } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'
import { leadsToKnown } from '../../run/unproven.js'

/** Only bodies of documented media types are read, in any spelling of their names. */
export const mediaTypes: Probe = {
  name: 'media types of bodies',
  share: 32,
  async run(kit, operation) {
    const { requestBody } = operation
    if (requestBody === undefined) return
    await others(kit, operation, requestBody)
    await documented(kit, operation)
    if (isSample(kit, operation) && (await isAccepted(kit, operation)))
      await spellings(kit, operation)
  },
}

interface Tried {
  readonly type: string
  /** True for one that is malformed: it is refused as a bad request, too. */
  readonly isMalformed?: boolean
  /** True for one whose body may be read by its name: who does not document 415 may do so. */
  readonly isReadable?: boolean
  readonly isForAll?: boolean
}

const OTHERS: readonly Tried[] = [
  { type: 'text/plain', isForAll: true },
  // A name that says JSON, too (RFC 6839, section 3.1).
  { type: 'application/vnd.conformance+json', isReadable: true },
  { type: 'application/merge-patch+json', isReadable: true },
  ...[
    ...['application/xml', 'application/jsonx', 'application/x-www-form-urlencoded'],
    ...['application/octet-stream', 'text/json', 'multipart/form-data; boundary=conformance'],
  ].map((type) => ({ type })),
  ...['application', 'json', 'application/json, text/plain', 'text/html; application/json'].map(
    (type) => ({ type, isMalformed: true }),
  ),
]

/** Formats of changes: the same text means another change, or none, without their names. */
const PATCHES = /^application\/(merge|json)-patch\+json$/

/** What is left of a documented name without what stands before its suffix. */
function generalTypes(content: readonly MediaType[]): Tried[] {
  const names = content.map(({ mediaType }) => mediaType.toLowerCase())
  const suffixed = names.filter((each) => each.endsWith('+json'))
  if (suffixed.length === 0) return []
  const isReadable = !suffixed.some((each) => PATCHES.test(each))
  return [{ type: 'application/json', isReadable, isForAll: true }]
}

async function others(kit: Kit, operation: Operation, body: RequestBody): Promise<void> {
  const { content } = body
  const pointer = append(bodyPointer(operation), 'content')
  for (const tried of [...generalTypes(content), ...OTHERS]) {
    const { type, isMalformed = false, isReadable = false, isForAll = false } = tried
    if (mediaOf(content, type) !== undefined) continue
    if (!isForAll && !isSample(kit, operation)) continue
    const isFree = isReadable && hasJsonBody(operation) && !documents(operation, '415')
    await kit.try({
      ...{ operation, pointer, check: 'media-type-refused' },
      what: `Content-Type: ${type}, which the operation does not document`,
      expect: isMalformed ? REFUSED : isFree ? ANSWERED : unsupported(kit, operation),
      request: () => withHeader(requestWithBody(kit, operation), 'Content-Type', type),
    })
  }
  await empty(kit, operation, body)
  const outcome = await kit.try({
    ...{ operation, pointer, check: 'media-type-refused' },
    ...{ what: 'a body without a Content-Type', expect: ANSWERED },
    request: () => withHeader(requestWithBody(kit, operation), 'Content-Type', undefined),
  })
  if (isSuccess(outcome)) kit.notes.add('A body without a Content-Type is accepted.')
}

/** 415 where the document has it; else what a server may say of a body that it cannot read. */
function unsupported({ identities }: Kit, operation: Operation): Expectation {
  const { path } = operation
  const isNamed = documents(operation, '415')
  const hasThing = leadsToKnown(identities, operation)
  // Nothing may be at a path with parameters.
  const ofPath = path.includes('{') && !(isNamed && hasThing) ? [403, 404] : []
  const allowed = [...(isNamed ? [415] : [400, 415, 422]), ...ofPath]
  return { told: `status ${allowed.join(' or ')}`, isMet: ({ status }) => allowed.includes(status) }
}

function documents({ responses }: Operation, status: string): boolean {
  return responses.some((each) => each.status === status)
}

/** A required body is there. */
async function empty(kit: Kit, operation: Operation, body: RequestBody): Promise<void> {
  // An empty form is one without members.
  if (!body.required || kit.source.body(operation)?.media.kind !== 'json') return
  for (const what of ['no body', 'an empty body']) {
    await kit.try({
      ...{ operation, check: 'invalid-refused', expect: REFUSED, what },
      pointer: append(body.pointer, 'required'),
      request: () => {
        const { body: _body, ...request } = requestWithBody(kit, operation)
        if (what === 'no body') return withHeader(request, 'Content-Type', undefined)
        return { ...request, body: Buffer.alloc(0) }
      },
    })
  }
}

/** Each documented media type is accepted; the first one is tried by others. */
async function documented(kit: Kit, operation: Operation): Promise<void> {
  for (const media of writable(operation).slice(1)) {
    await kit.try({
      ...{ operation, check: 'valid-accepted', expect: ACCEPTED },
      pointer: append(bodyPointer(operation), 'content', media.mediaType),
      what: `a body of ${nameOfMedia(media)}`,
      request: () => requestOf(kit, operation, media),
    })
  }
}

function requestOf(kit: Kit, operation: Operation, media: MediaType): SentRequest {
  const parts = validParts(kit, operation)
  const value = kit.source.bodyValue(operation, media)
  if (value === NOTHING) throw new Unwritable()
  const body: BodyParts = { media, value }
  return kit.written({ ...parts, body })
}

/** RFC 9110, section 8.3.1: names have any case; a charset says what JSON and text are anyway. */
async function spellings(kit: Kit, operation: Operation): Promise<void> {
  const media = kit.source.body(operation)?.media
  if (media === undefined || media.kind === 'multipart') return
  const type = concreteType(media)
  const isText = media.kind === 'json' || media.kind === 'text'
  const charsets = ['; charset=utf-8', '; charset=UTF-8', ';charset="UTF-8"', ' ; Charset=utf-8']
  const known = Object.keys(media.parameters ?? {}).length > 0
  const all = [
    ...(known ? [] : [type.toUpperCase()]),
    ...(isText && !known ? charsets.map((each) => type + each) : []),
  ]
  for (const spelling of all) {
    await kit.try({
      ...{ operation, check: 'media-type-accepted', expect: ACCEPTED },
      pointer: append(bodyPointer(operation), 'content', media.mediaType),
      what: `Content-Type: ${spelling}`,
      request: () => withHeader(requestWithBody(kit, operation), 'Content-Type', spelling),
    })
  }
  for (const charset of ['utf-16', 'iso-8859-1', 'none']) {
    await kit.try({
      ...{ operation, check: 'no-server-error', expect: ANSWERED, pointer: operation.pointer },
      what: `Content-Type: ${type}; charset=${charset}`,
      request: () =>
        withHeader(requestWithBody(kit, operation), 'Content-Type', `${type}; charset=${charset}`),
    })
  }
}
