import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import type { MediaType, Operation, TestedContract } from '../document/contract.js'
import { bodyExamples } from '../document/examples.js'
import { membersOf } from '../document/members.js'
import { headerOf, isRaw } from '../exchange/request.js'
import { isResponse, isSuccess } from '../exchange/response.js'
import { mediaOf } from '../judge/response-of.js'
import { type Credentials, satisfiable } from '../requests/credentials.js'
import type { Identities } from '../requests/identities.js'
import { parametersOf } from '../requests/parts.js'
import type { Coverage } from './coverage.js'
import { ACCEPTED } from './expectation.js'
import type { Trial } from './trial.js'
import type { Step } from './violation.js'

/** What a run knows of the server. */
export interface Known {
  readonly contract: TestedContract
  readonly credentials: Credentials
  readonly identities: Identities
  readonly notes: Set<string>
  readonly coverage: Pick<Coverage, 'taken'>
}

/**
 * True for a refusal that says nothing of the case: the run has no credential for the operation, does not know a
 * thing that the path leads to, adds to what is there already, has steps that cannot be done, or a
 * body of a format that no schema describes.
 */
export function isUnproven(
  known: Known,
  { operation, check, expect }: Pick<Trial, 'operation' | 'check' | 'expect'>,
  { request, outcome }: Step,
): boolean {
  const { contract, credentials, identities, notes } = known
  if (operation === undefined || !isResponse(outcome)) return false
  const { status } = outcome
  if ([400, 409, 422].includes(status) && hasSteps(request)) return expect === ACCEPTED
  if (status === 404) return expect === ACCEPTED && !leadsToKnown(identities, operation)
  const isOfContent = status === 400 || status === 422
  if (isOfContent && expect === ACCEPTED && mayOverflow(contract, operation)) return true
  if ((isOfContent || status === 415) && check === 'valid-accepted')
    return isOfFormat(known, operation, { request, outcome })
  const isForCredentials = status === 401 || status === 403
  if (!isForCredentials || satisfiable(operation, credentials) !== undefined) return false
  const names = operation.security.map((each) => Object.keys(each).join(' and '))
  notes.add(`No credential is given for ${names.join(' or ')}: what asks for it is not tested.`)
  return true
}

/** No schema says what there is for steps (RFC 6902, section 4; RFC 7644, section 3.5.2; RFC 5789, section 2.2). */
function hasSteps(request: Step['request']): boolean {
  if (isRaw(request)) return false
  const isJsonPatch = /^application\/json-patch\+json\b/i.test(
    headerOf(request, 'content-type') ?? '',
  )
  return isJsonPatch || (request.method === 'PATCH' && /"op" *: *"/.test(`${request.body}`))
}

/** A member that a patch adds to a map may be one too many for it (RFC 7396, section 2). */
function mayOverflow(contract: TestedContract, { method, requestBody }: Operation): boolean {
  if (method !== 'PATCH') return false
  const schemas = requestBody?.content.flatMap(({ schema = [] }) => schema) ?? []
  const members = schemas.flatMap((name) => [
    ...membersOf(contract, contract.reference(name)).values(),
  ])
  return members.some((each) =>
    conjunctsOf(each, contract.target).some(({ maxProperties }) => maxProperties !== undefined),
  )
}

/** Any bytes, any text, or what is no format at all. */
const PLAIN = /^(\*|text\/(\*|plain|markdown)|application\/(\*|octet-stream))/

/** True for bytes or a text of a format, of which neither a schema nor an example says what is in it. */
function isOfFormat(
  { contract, coverage }: Known,
  operation: Operation,
  { request, outcome }: Step,
): boolean {
  const media = mediaOfRequest(operation, request)
  // No text says of itself that it is of another type, as bytes do (RFC 9110, section 15.5.16).
  if (media?.kind === 'text' && Object(outcome).status === 415) return false
  const all = operation.requestBody?.content.filter(hasFormat) ?? []
  // Who takes any bytes as an image looks into none.
  if (media === undefined || !all.includes(media) || all.some((each) => coverage.taken.has(each)))
    return false
  return bodyExamples(contract, operation, media).length === 0
}

function hasFormat({ kind, mediaType, files = {}, contentTypes = {} }: MediaType): boolean {
  const isOne = kind === 'text' || kind === 'binary'
  const types = isOne ? [mediaType] : Object.keys(files).map((name) => contentTypes[name] ?? 'any')
  return !types.every((type) => PLAIN.test(type))
}

/** Remembers that the server has taken a body of a media type. */
export function noteTaken(
  { coverage }: Known,
  { operation }: Pick<Trial, 'operation'>,
  { request, outcome }: Step,
): void {
  const media = operation && mediaOfRequest(operation, request)
  if (media !== undefined && isSuccess(outcome)) coverage.taken.add(media)
}

/** The media type of the body of a request, as an operation documents it. */
function mediaOfRequest(
  { requestBody }: Operation,
  request: Step['request'],
): MediaType | undefined {
  const type = isRaw(request) ? undefined : headerOf(request, 'content-type')
  return type === undefined ? undefined : mediaOf(requestBody?.content ?? [], type)
}

/** True if the path leads to something, as far as the run knows. */
export function leadsToKnown(identities: Identities, operation: Operation): boolean {
  return parametersOf(operation).every(
    (each) => each.in !== 'path' || identities.valueOf(operation, each) !== undefined,
  )
}
