import type { Operation } from '../document/contract.js'
import type { ReceivedResponse } from '../exchange/response.js'
import { isOpen } from '../requests/credentials.js'
import { parametersOf } from '../requests/parts.js'

/** What a response to a case must be, beside what the document says of every response. */
export interface Expectation {
  /** In words, for a report. */
  readonly told: string
  isMet(response: ReceivedResponse, operation?: Operation): boolean
}

const isSuccess = ({ status }: ReceivedResponse) => status >= 200 && status < 400

/**
 * The request is valid: it succeeds. A refusal for the state of the service is none of its content: 404, 409, 410,
 * 412, 423, 428 and 429, where the operation documents it; and 422 beside 400, for what no schema can say.
 */
export const ACCEPTED: Expectation = {
  told: 'a documented success',
  isMet: (response, operation) =>
    isSuccess(response) ||
    isStateRefusal(response, operation) ||
    isRefusalOfMeaning(response, operation) ||
    isWithoutSuccess(operation),
}

/** The end of a path at which a client gets a token for what it knows. */
const LOGIN = /\/(log-?in|sign-?in|(access-?)?token|authenticate)$/i

/** A body that is valid and names what there is not, for example (RFC 9110, section 15.5.21), or a login nobody. */
function isRefusalOfMeaning({ status }: ReceivedResponse, operation?: Operation): boolean {
  const documented = operation?.responses.map((each) => each.status) ?? []
  if (operation?.requestBody && isOpen(operation)) {
    if (LOGIN.test(operation.path)) return [400, 401, 403, 404, 422].includes(status)
    if (status === 401) return documented.includes('401')
  }
  return status === 422 && ['400', '422'].every((each) => documented.includes(each))
}

/** The same, where the kit does not know whether there is something that the path leads to. */
export const ACCEPTED_OR_ABSENT: Expectation = {
  told: 'a documented success, or status 404',
  isMet: (response, operation) => response.status === 404 || ACCEPTED.isMet(response, operation),
}

/** The same for what a path leads to: a service may tell the identities that it gives from others by their form. */
export const FOUND_OR_REFUSED: Expectation = {
  told: 'a documented success, or a documented refusal (400, 404, 422)',
  isMet: (response, operation) =>
    ACCEPTED.isMet(response, operation) ||
    operation?.responses.some(
      ({ status }) => /^4(00|22)$/.test(status) && status === String(response.status),
    ) === true,
}

const OF_STATE = [404, 409, 410, 412, 423, 428, 429, 503]

/** A document without any success leaves open what a valid request gets. */
function isWithoutSuccess(operation?: Operation): boolean {
  return !(operation?.responses.some(({ status }) => /^[23d]/.test(status)) ?? true)
}

function isStateRefusal({ status }: ReceivedResponse, operation?: Operation): boolean {
  const documented = operation?.responses.map((each) => each.status) ?? []
  const isNamed = documented.includes(String(status)) || documented.includes('4XX')
  // A precondition is one of the request (RFC 9110, section 15.5.13).
  if (status === 412 && !isNamed && !hasPrecondition(operation)) return false
  return OF_STATE.includes(status) && (isNamed || documented.includes('default'))
}

function hasPrecondition(operation?: Operation): boolean {
  const parameters = operation === undefined ? [] : parametersOf(operation)
  return parameters.some((each) => each.in === 'header' && /^if-/i.test(each.name))
}

/** The request is invalid: it is refused with a 4xx, and not with one that means something else. */
export const REFUSED: Expectation = {
  told: 'a refusal (4xx)',
  isMet: ({ status }, operation) =>
    status >= 400 && status < 500 && !isOfOtherRequests(status, operation),
}

/** Statuses that say nothing of a request (RFC 9110, section 15.5; RFC 2324), whatever is wrong with it. */
const OF_OTHER_REQUESTS = [402, 404, 407, 410, 418]

/** True where the document has a status for invalid requests and not this one, and the path leads to no thing. */
function isOfOtherRequests(status: number, operation?: Operation): boolean {
  if (operation === undefined || !OF_OTHER_REQUESTS.includes(status)) return false
  const documented = operation.responses.map((each) => each.status)
  const isNamed = [String(status), '4XX'].some((each) => documented.includes(each))
  const hasInvalid = documented.includes('400') || documented.includes('422')
  return hasInvalid && !isNamed && !operation.path.includes('{')
}

/** Any answer that is no failure of the server. */
export const ANSWERED: Expectation = {
  told: 'a response that is no server error',
  isMet: ({ status }) => status < 500 || status === 501 || status === 503,
}
