import t from 'tap'
import { PROBES } from '#toolkit/conformance/probes/probes.js'
import { rowsOf } from '../../../helpers/rows.js'
import { faultNamed } from './faults.js'
import { probeServer } from './probe-server.js'
import { startServer } from './start.js'

t.setTimeout(300_000)

/** Faults, the operation and the probes that are tried, and what is found: all of it, or the first of it and how much more. */
const ROWS = rowsOf(`
  any-method | createPlant | undocumented methods | operation-documented: PROPFIND /plants, which the document does not have
  405-without-allow | createPlant | undocumented methods | allow: GET /plants, which the document does not have | and 7 more
  405-with-other-allow | createPlant | undocumented methods | allow: GET /plants, which the document does not have | and 7 more
  405-names-all-methods | createPlant | undocumented methods | allow: GET /plants, which the document does not have | and 5 more
  create-405-without-allow | exportBooks | undocumented methods | allow: PUT /export, which the document does not have | and 6 more
  trace-echoes | createPlant | undocumented methods | leak: TRACE /plants, which the document does not have | operation-documented: TRACE /plants, which the document does not have
  method-override | createPlant | preferences of the client | method-override: X-HTTP-Method-Override: PUT
  accept-500 | createPlant | preferences of the client | no-server-error: Accept: application/xml | no-server-error: Accept: text/html, application/xml;q=0.9, */*;q=0.1
  accept-html | createPlant | preferences of the client | media-type-documented: Accept: text/html;q=0.1, application/json;q=0.5, */*;q=0.1 | media-type-documented: Accept: text/html, application/xml;q=0.9, */*;q=0.1
  accept-any-refused | createPlant | preferences of the client | accept: Accept: */*
  accept-range-refused | createPlant | preferences of the client | accept: Accept: application/*
  header-unknown-500 | createPlant | preferences of the client | no-server-error: headers that the document does not name
  origin-500 | createPlant | preferences of the client | no-server-error: a request from a page of another origin
  404-is-200 | createPlant | paths | operation-documented: GET /conformance-nowhere, which the document does not have | and 24 more
  404-is-500 | createPlant | paths | no-server-error: GET /conformance-nowhere, which the document does not have | and 28 more
  path-of-format | createPlant | paths | operation-documented: POST /plants.json, which the document does not have
  path-to-nul | createPlant | paths | operation-documented: %00 at the end of the path /plants
  path-of-prototype | createPlant | paths | operation-documented: POST /__proto__, which the document does not have
  create-path-to-nul | createBook | paths | operation-documented: %00 at the end of the path /books
  405-as-html | createPlant | errors outside of operations, paths, undocumented methods | error-shape: GET /plants, which the document does not have | and 6 more
  404-as-html | createPlant | errors outside of operations, paths | error-shape: GET /conformance-nowhere, which the document does not have | and 28 more
  404-of-a-framework | createPlant | errors outside of operations, paths | error-shape: GET /conformance-nowhere, which the document does not have | and 28 more
  404-of-prototype | createPlant | errors outside of operations, paths | error-shape: GET /toString, which the document does not have | error-shape: POST /toString, which the document does not have
  percent-500 | createPlant | paths | no-server-error: % at the end of the path /plants | no-server-error: %zz at the end of the path /plants
  path-below | createPlant | paths | operation-documented: POST /plants/x/y/z, which the document does not have | operation-documented: POST /plants/x-1/nowhere, which the document does not have
  path-begins | createPlant | paths | operation-documented: POST /plantsx, which the document does not have
  expect-500 | createPlant | broken messages | no-server-error: Expect: 100-continue
  no-host | createPlant | broken messages | framing: no Host
  chunked-cut | createPlant | broken messages | valid-accepted: a body in chunks
  text-plain | createPlant | media types of bodies | media-type-refused: Content-Type: text/plain, which the operation does not document
  form-of-parts | createPlant | media types of bodies | media-type-refused: Content-Type: multipart/form-data; boundary=conformance, which the operation does not document
  form | createPlant | media types of bodies | media-type-refused: Content-Type: application/x-www-form-urlencoded, which the operation does not document
  any-json | createPlant | media types of bodies | media-type-refused: Content-Type: text/json, which the operation does not document | and 2 more
  media-type-begins | createPlant | media types of bodies | media-type-refused: Content-Type: application/jsonx, which the operation does not document | media-type-refused: Content-Type: application/json, text/plain, which the operation does not document
  media-type-contains | createPlant | media types of bodies | media-type-refused: Content-Type: application/jsonx, which the operation does not document | and 2 more
  media-type-500 | createPlant | media types of bodies | no-server-error: Content-Type: text/plain, which the operation does not document | and 8 more
  charset-refused | createPlant | media types of bodies | media-type-accepted: Content-Type: application/json; charset=utf-8 | and 3 more
  media-type-in-capitals | createPlant | media types of bodies | media-type-accepted: Content-Type: APPLICATION/JSON | and 3 more
  empty-accepted | createPlant | media types of bodies | invalid-refused: no body | invalid-refused: an empty body
  cover-jpeg-refused | putCover | valid requests, media types of bodies | valid-accepted: a body of image/jpeg
  415-as-text | createPlant | media types of bodies | media-type-documented: Content-Type: text/plain, which the operation does not document | and 13 more
  large-500 | createPlant | large bodies | no-server-error: a body of 2000000 bytes | no-server-error: a body of 2000000 bytes, in chunks
  large-as-text | createPlant | large bodies | media-type-documented: a body of 2000000 bytes | media-type-documented: a body of 2000000 bytes, in chunks
  head-500 | listBooks | HEAD | no-server-error: HEAD /books | head: HEAD /books
  head-with-body | listBooks | HEAD | body-absent: HEAD /books
  http-1.0-not-judged | createPlant | other forms of messages | invalid-refused: a body that its schema refuses, of HTTP/1.0
  open-in-chunks | createPlant | other forms of messages | authentication: no credential, in chunks
  open-to-http-1.0 | createPlant | other forms of messages | authentication: no credential, of HTTP/1.0
  coding-made-up | createPlant | codings of responses | body-framing: Accept-Encoding: gzip | and 6 more
  any-token | createPlant | credentials | authentication: the credential with another last character (bearerAuth) | and 16 more
  truncated-token | createPlant | credentials | authentication: the credential with no last character (bearerAuth)
  extended-token | createPlant | credentials | authentication: the credential with one more character (bearerAuth)
  token-inside | createPlant | credentials | authentication: the credential with one more character (bearerAuth) | authentication: the credential with one more character before it (bearerAuth)
  token-of-same-length | createPlant | credentials | authentication: the credential with another last character (bearerAuth) | and 3 more
  well-known-token | createPlant | credentials | authentication: the credential with the text undefined (bearerAuth) | authentication: the credential with the text null (bearerAuth)
  token-of-prototype | createPlant | credentials | authentication: the credential with the text __proto__ (bearerAuth) | and 3 more
  token-percent-decoded | createPlant | credentials | authentication: the credential with its first character percent-encoded (bearerAuth)
  token-in-base64 | createPlant | credentials | authentication: the credential with its base64 (bearerAuth)
  open-to-this-machine | createPlant | credentials | authentication: no credential, but headers of a proxy (bearerAuth)
  jwt-without-signature | createPlant | credentials | authentication: the credential with a JWT of the algorithm none (bearerAuth)
  other-scheme | createPlant | credentials | authentication: the scheme Basic (bearerAuth) | and 5 more
  basic-accepted | createPlant | credentials | authentication: the scheme Basic (bearerAuth)
  no-scheme | createPlant | credentials | authentication: the token without a scheme (bearerAuth)
  scheme-only | createPlant | credentials | authentication: the scheme without a token (bearerAuth)
  word-after-token | createPlant | credentials | authentication: the credential with one more character (bearerAuth) | and 2 more
  token-in-list | createPlant | credentials | authentication: a list of a wrong token and the token (bearerAuth) | authentication: a list of the token and a wrong token (bearerAuth)
  scheme-case-matters | createPlant | credentials | credentials-accepted: the name of the scheme in lower case (bearerAuth) | credentials-accepted: the name of the scheme in upper case (bearerAuth)
  token-in-query | createPlant | credentials | authentication: the token in the query (bearerAuth)
  token-in-cookie | createPlant | credentials | authentication: the token in a cookie (bearerAuth) | authentication: the header in a cookie (bearerAuth)
  token-in-other-header | createPlant | credentials | authentication: the token in X-Auth-Token (bearerAuth)
  no-challenge | createPlant | credentials | challenge: no credential (bearerAuth) | and 89 more
  401-is-403 | createPlant | credentials | authentication: no credential (bearerAuth) | and 43 more
  token-echoed | createPlant | credentials | leak: the credential with another last character (bearerAuth) | and 21 more
  open-for-head | listBooks | credentials | authentication: HEAD /books without a credential
  key-ignored | listBooks | credentials | credentials-accepted: the credentials of apiKey
  key-empty | listBooks | credentials | authentication: an empty key (apiKey)
  key-begins | listBooks | credentials | authentication: the credential with no last character (apiKey)
  key-in-query | listBooks | credentials | authentication: the key in the query (apiKey)
  key-as-token | listBooks | credentials | authentication: the key as a bearer token (apiKey)
  token-as-key | listBooks | credentials | authentication: the token in X-API-Key (bearerAuth)
  key-for-writing | createBook | credentials | authentication: the credential of apiKey, which the operation does not name
  body-before-credential | createPlant | credentials before all else | authentication-first: no credential, and an empty body | and 2 more
  json-before-credential | createPlant | credentials before all else | authentication-first: no credential, and an empty body | authentication-first: no credential, and a media type that is not documented
  media-type-before-credential | createPlant | credentials before all else | authentication-first: no credential, and a media type that is not documented
  parameters-before-credential | listBooks | credentials before all else | authentication-first: no credential, and the query parameter inStock is no number
  scope-not-checked-createBook | createBook | scopes and users | authorization: a credential of bearerAuth with the scopes books:read
  scope-any-of | deleteBook | scopes and users | authorization: a credential of bearerAuth with the scopes books:read
  403-is-401 | createBook | scopes and users | problem-status: a credential of bearerAuth with the scopes books:read | authorization: a credential of bearerAuth with the scopes books:read
  403-is-500 | createBook | scopes and users | no-server-error: a credential of bearerAuth with the scopes books:read
  reader-refused | listBooks | scopes and users | credentials-accepted: a credential of bearerAuth with the scopes books:read
  tenant-getBook | getBook | scopes and users | owner: another user at what the first one reads
  tenant-replaceBook | replaceBook | scopes and users | owner: another user at what the first one reads
  tenant-deleteBook | deleteBook | scopes and users | owner: another user at what the first one reads
  cut-off | createPlant | valid requests | response-present: a valid request | and 2 more
  body-twice | createPlant | valid requests | body-json: a valid request | and 2 more
  location-missing | createBook | valid requests | header-present: a valid request | header-present: the example #/paths/~1books/post/requestBody/content/application~1json/examples/novel
  delete-with-body | deleteBook | valid requests | body-absent: a valid request
  redirects | listBooks | valid requests | status-documented: a valid request
  range-off-by-one | getCover | ranges | range: Range: bytes=0-1 | and 3 more
  range-whole | getCover | ranges | range: Range: bytes=0-1 | and 3 more
  range-suffix | getCover | ranges | range: Range: bytes=-2
  range-beyond-206 | getCover | ranges | field-syntax: Range: bytes=6- | and 2 more
  range-beyond-without-size | getCover | ranges | header-present: Range: bytes=6-
  range-end-not-cut | getCover | ranges | range: Range: bytes=2-10
  ranges-said-none | getCover | ranges | header-valid: Range: bytes=0-1 | and 5 more
  cover-as-text | putCover | files | round-trip: a file of image/png is set and downloaded | round-trip: a file of image/jpeg is set and downloaded
  cover-type-lost | putCover | files | round-trip: a file of image/jpeg is set and downloaded
  query-500 | createPlant | edges of parameters | no-server-error: the query has unknown=1, which the document does not have | and 4 more
  trailing-comma | createPlant | JSON texts | json-refused: the body has a comma before its end
`)

for (const [fault = '', operation = '', names = '', ...found] of ROWS) {
  const contract = operation === 'createPlant' ? 'plants' : 'catalog'
  const { says } = faultNamed(contract, fault)
  t.test(`what probes of ${names} find of ${operation}: ${says}`, async (t) => {
    const probes = PROBES.filter(({ name }) => names.split(', ').includes(name))
    const { told } = await probeServer(t, probes, contract, await startServer(contract, fault), [
      operation,
    ])
    const isCut = found.at(-1)?.startsWith('and ')
    t.same(isCut ? [told[0], `and ${told.length - 1} more`] : told, found)
  })
}
