import { isObject } from '../../openapi/json.js'
import type { Schema } from '../../openapi/schema/schema.js'
import { askedPlace } from '../document/asked-place.js'
import type { MediaType, Operation, TestedContract } from '../document/contract.js'
import { writeOnlyOf } from '../document/members.js'
import { headerOf } from '../exchange/request.js'
import type { ReceivedResponse } from '../exchange/response.js'
import type { ValuePath } from '../values/path.js'
import { isNamed, type PlacedSchema, rulesAt } from '../values/place.js'
import { shown } from '../values/shown.js'
import { differences, type ReturnedObject, type ValueChange } from './differences.js'
import type { Finding } from './finding.js'
import { readJson } from './json-body.js'
import { difference, isOfServer, isOpenIdentity, madeUp, otherDefaults } from './made-up.js'
import { mediaOf, responseOf } from './response-of.js'

export interface SentBody {
  readonly contract: TestedContract
  readonly operation: Operation
  readonly media: MediaType
  readonly value: unknown
}

/** Members of a body that a success gives back otherwise, though both schemas name them. */
export function judgeRoundTrip(sent: SentBody, response: ReceivedResponse): Finding[] {
  const { contract, operation, media } = sent
  const received = receivedBody(operation, response)
  if (received === undefined || media.schema === undefined) return []
  const asked = placed(contract, media.schema)
  const told = placed(contract, received.schema)
  if (!isSameThing(sent, asked, told, received.value)) return []
  const objects: ReturnedObject[] = []
  const walk = {
    contract,
    mayChange: mayChange(sent),
    meets: (each: ReturnedObject) => objects.push(each),
  }
  const parts = { sent: sent.value, received: received.value, path: [], pointer: told.pointer }
  const changes = [...differences(walk, { ...parts, asked: [asked], told: [told] })]
  return [
    ...changes.map(lost),
    ...(operation.method === 'PATCH' ? [] : objects).flatMap((each) => [
      ...otherDefaults(contract, each),
      ...madeUp(each),
    ]),
  ]
}

/** Which members a server may change, the words of the method and of the media type say. */
function mayChange({ contract, operation, media }: SentBody) {
  const isMerge = media.mediaType.includes('merge-patch')
  const asked = askedPlace(contract, operation, media)
  const depth = asked.name === undefined ? 0 : 1
  return (name: string, value: unknown, path: ValuePath): boolean =>
    isOfServer(name) ||
    (value === null && isMerge) ||
    (path.length === depth && isOpenIdentity(contract, operation, asked.schema, name)) ||
    // An empty list has no field in a form, as one that is not sent.
    (media.kind !== 'json' && Array.isArray(value) && value.length === 0)
}

function lost({ path, pointer, sent, received }: ValueChange): Finding {
  const came = received === undefined ? 'it is missing' : shown(received)
  return difference(path, pointer, shown(sent), came)
}

/** Members of a thing that were left out, and came back with another value than their default. */
export function judgeDefaults(
  { contract, media, value: sent }: Omit<SentBody, 'operation'>,
  told: Schema,
  received: unknown,
): Finding[] {
  if (media.schema === undefined) return []
  const objects: ReturnedObject[] = []
  const walk = { contract, meets: (each: ReturnedObject) => objects.push(each) }
  const asked = [placed(contract, media.schema)]
  const parts = { asked, told: [{ schema: told, pointer: '' }], sent, received }
  for (const _ of differences(walk, { ...parts, path: [], pointer: '' }));
  return objects.flatMap((each) => [...otherDefaults(contract, each)])
}

const placed = (contract: TestedContract, name: string): PlacedSchema => ({
  schema: contract.reference(name),
  pointer: contract.pointerOf(name),
})

function receivedBody(operation: Operation, response: ReceivedResponse) {
  if (response.status < 200 || response.status > 299 || response.isPartial) return undefined
  const documented = responseOf(operation, response.status)
  const media = mediaOf(documented?.content ?? [], headerOf(response, 'content-type') ?? '')
  if (media?.kind !== 'json' || media.schema === undefined) return undefined
  const read = readJson(response.body)
  return 'reason' in read ? undefined : { schema: media.schema, value: read.value }
}

/** True if the response is what was sent: they share a schema, or it names all that was sent. */
function isSameThing(
  { contract, operation, media, value: sent }: SentBody,
  asked: PlacedSchema,
  told: PlacedSchema,
  received: unknown,
): boolean {
  if (!isObject(sent) || !isObject(received)) return false
  const [mine, theirs] = [rulesAt(contract, asked, sent), rulesAt(contract, told, received)]
  const pointers = new Set(mine.map(({ pointer }) => pointer))
  if (theirs.some(({ pointer }) => pointers.has(pointer))) return true
  if (isAction(contract, operation)) return false
  if (askedPlace(contract, operation, media).name !== undefined) return true
  const all = mine.flatMap(({ schema }) => Object.keys(schema.properties ?? {}))
  const hidden = writeOnlyOf(contract, asked.schema)
  // A file is told of, not sent back.
  const names = all.filter((name) => !Object.hasOwn(media.files ?? {}, name) && !hidden.has(name))
  return names.length > 1 && names.every((name) => isNamed(theirs, name))
}

/** A change of what nobody reads, as `PATCH /account/add-funds`, may tell something else by the same names. */
function isAction({ operations }: TestedContract, { method, path }: Operation): boolean {
  const isRead = operations.some((each) => each.path === path && each.method === 'GET')
  return (method === 'PUT' || method === 'PATCH') && !isRead
}
