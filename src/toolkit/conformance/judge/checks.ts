import { type Check, OPENAPI } from './check.js'
import { STATE_CHECKS } from './state-checks.js'

/** All checks by their stable names. */
export const CHECKS = {
  'no-server-error': { title: 'the server fails', source: 'RFC 9110, section 15.6' },
  'response-present': { title: 'no response', source: 'RFC 9110, section 3.4' },
  'response-time': {
    title: 'a response that is later than the limit',
    source: 'the limit of the run',
  },
  'operation-documented': {
    title: 'an operation that the document does not have is answered',
    source: `${OPENAPI}, section 4.8.8`,
  },
  'status-documented': {
    title: 'a status that the operation does not document',
    source: `${OPENAPI}, section 4.8.16`,
  },
  'media-type-documented': {
    title: 'a media type that the response does not document',
    source: `${OPENAPI}, section 4.8.17`,
  },
  'body-absent': { title: 'a body where there is none', source: `${OPENAPI}, section 4.8.17` },
  'body-json': { title: 'a body that is not JSON', source: 'RFC 8259, sections 2, 4 and 8.1' },
  'body-valid': { title: 'a body that its schema refuses', source: `${OPENAPI}, section 4.8.24` },
  'member-documented': {
    title: 'a member that no schema names',
    source: `${OPENAPI}, section 4.8.24`,
  },
  'header-present': {
    title: 'a required response header is missing',
    source: `${OPENAPI}, section 4.8.21`,
  },
  'header-valid': {
    title: 'a response header that its schema refuses',
    source: `${OPENAPI}, section 4.8.21`,
  },
  'error-shape': {
    title: 'an error without the shape that the document gives to all errors',
    source: `${OPENAPI}, section 4.8.16`,
  },
  'problem-status': {
    title: 'a problem that names another status than that of its response',
    source: 'RFC 9457, section 3.1.2',
  },
  'body-framing': {
    title: 'a body that is not framed as its media type says',
    source: `${OPENAPI}, section 4.8.14`,
  },
  'content-length': {
    title: 'a Content-Length that is not the length of the body',
    source: 'RFC 9110, section 8.6',
  },
  'field-syntax': {
    title: 'a header whose value its definition does not allow',
    source: 'RFC 9110, section 5.5',
  },
  redirect: { title: 'a redirection without a target', source: 'RFC 9110, section 15.4' },
  upgrade: {
    title: 'a 426 without the protocols to upgrade to',
    source: 'RFC 9110, section 15.5.22',
  },
  range: { title: 'a range that is not answered as asked', source: 'RFC 9110, section 14' },
  challenge: {
    title: 'a 401 without a challenge that fits the document',
    source: 'RFC 9110, section 11.6.1',
  },
  allow: { title: 'a 405 without the methods of the resource', source: 'RFC 9110, section 15.5.6' },
  leak: { title: 'an inside of the server in a response', source: 'CWE-209' },
  'valid-accepted': { title: 'a valid request is refused', source: `${OPENAPI}, section 4.8.10` },
  'example-accepted': {
    title: 'a documented example is refused',
    source: `${OPENAPI}, section 4.8.19`,
  },
  'invalid-refused': {
    title: 'an invalid request is accepted',
    source: `${OPENAPI}, section 4.8.10`,
  },
  'json-refused': { title: 'a body that is not JSON is accepted', source: 'RFC 8259' },
  authentication: {
    title: 'credentials are not checked as documented',
    source: `${OPENAPI}, section 4.8.30`,
  },
  'authentication-first': {
    title: 'a request is judged before its credentials',
    source: 'RFC 9110, section 15.5.2',
  },
  'credentials-accepted': {
    title: 'credentials that the document asks for are refused',
    source: `${OPENAPI}, section 4.8.30`,
  },
  authorization: {
    title: 'a credential may do more than the document says',
    source: 'RFC 6750, section 3.1; CWE-639',
  },
  'media-type-refused': {
    title: 'a body of a media type that the operation does not document is not refused as such',
    source: 'RFC 9110, section 15.5.16',
  },
  'media-type-accepted': {
    title: 'another spelling of a documented media type is refused',
    source: 'RFC 9110, section 8.3.1',
  },
  'coding-refused': {
    title: 'a body that is not coded as it says is read',
    source: 'RFC 9110, section 8.4',
  },
  'content-coding': {
    title:
      'a response has a content coding that the client did not ask for, or another body with it',
    source: 'RFC 9110, sections 8.4, 12.5.3 and 12.5.5',
  },
  accept: {
    title: 'a preference of the client makes a valid request fail',
    source: 'RFC 9110, section 12.5.1',
  },
  'method-override': {
    title: 'a header or a parameter changes the method',
    source: `${OPENAPI}, section 4.8.9`,
  },
  head: { title: 'HEAD is not GET without a body', source: 'RFC 9110, section 9.3.2' },
  framing: {
    title: 'a message with broken framing is accepted, or sent',
    source: 'RFC 9112, section 6.3',
  },
  pipelining: {
    title: 'responses do not come in the order of the requests',
    source: 'RFC 9112, section 9.3.2',
  },
  'round-trip': {
    title: 'what was sent comes back changed',
    source: `${OPENAPI}, section 4.8.24`,
  },
  'default-applied': {
    title: 'what is left out is not its default',
    source: `${OPENAPI}, section 4.8.12`,
  },
  'duplicate-member': {
    title: 'a body is accepted whose last member of a name is invalid',
    source: 'RFC 8259, section 4',
  },
  ...STATE_CHECKS,
} as const satisfies Readonly<Record<string, Check>>

/** The stable name of a check. */
export type CheckName = keyof typeof CHECKS
