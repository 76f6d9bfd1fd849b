import t from 'tap'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { mediaTypes } from '#toolkit/conformance/probes/http/media-types.js'
import { edgesOfParameters } from '#toolkit/conformance/probes/parameters/edges-of-parameters.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import { contractOf } from '../helpers/documents.js'
import { kitFor, probed } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'

const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'x-key' },
  token: { type: 'http', scheme: 'bearer' },
}

const PROBES = [validRequests, mediaTypes, edgesOfParameters, edgesOfBodies]

/** What the kit finds at an operation that answers everything with a status, but for what it takes. */
async function found(operation: string, status: number, identities = {}, isTaken = /^$/) {
  const lengths = new Set<unknown>()
  const { app } = stubApp(({ headers, payload }) => {
    lengths.add(payload?.length)
    const sent = `${headers['content-type']} ${payload}`
    return { status: isTaken.test(sent) ? 200 : status }
  })
  const contract = contractOf(operation, { components: { securitySchemes } })
  const kit = kitFor(contract, app)
  kit.identities.give(identities)
  const { checks, notes } = await probed(kit, PROBES)
  return { checks, notes, lengths }
}

t.test('a refusal proves nothing of an operation that the run has no credential for', async (t) => {
  const get = (security: string) => `GET /a a | {security: ${security}, 200: null, 401: null}`
  const closed = await found(get('[{key: []}, {token: []}]'), 401)
  t.notOk(closed.checks.includes('valid-accepted'))
  t.same(closed.notes, ['No credential is given for key or token: what asks for it is not tested.'])
  const open = await found(get('[{}]'), 401)
  t.ok(open.checks.includes('valid-accepted'))
  t.same(open.notes, [])
})

t.test('404 proves nothing of a path to something that the run does not know', async (t) => {
  const get = 'GET /a/{id} a | {query: {limit: {type: integer, minimum: 1, maximum: 9}}, 200: null}'
  t.notOk((await found(get, 404)).checks.includes('valid-accepted'))
  const known = await found(get, 404, { id: 'b' })
  t.ok(known.checks.includes('valid-accepted'))
})

t.test('a patch may add one member too many to a map', async (t) => {
  const checks = async (method: string, limit = '') => {
    const map = `{type: object, ${limit} additionalProperties: {type: string}}`
    const asks = `{type: object, properties: {map: ${map}, n: {type: integer}}}`
    return (await found(`${method} /a a | {asks: ${asks}, 200: null}`, 422)).checks
  }
  t.notOk((await checks('PATCH', 'maxProperties: 3,')).includes('valid-accepted'))
  t.ok((await checks('PATCH')).includes('valid-accepted'))
  t.ok((await checks('PUT', 'maxProperties: 3,')).includes('valid-accepted'))
})

t.test('the steps of a patch may be none, whatever its schema says', async (t) => {
  const checks = async (mediaType: string, status: number, name = 'op') => {
    const step = `{type: object, required: [${name}], properties: {${name}: {type: string}}}`
    const schema = `{type: array, minItems: 1, items: ${step}}`
    const body = `requestBody: {required: true, content: {${mediaType}: {schema: ${schema}}}}`
    return (await found(`PATCH /a a | {${body}, 200: null, 400: null, 409: null}`, status)).checks
  }
  t.notOk((await checks('application/json-patch+json', 400)).includes('valid-accepted'))
  t.notOk((await checks('application/json-patch+json', 422)).includes('valid-accepted'))
  t.ok((await checks('application/json-patch+json', 403)).includes('valid-accepted'))
  t.notOk((await checks('application/scim+json', 400)).includes('valid-accepted'))
  t.ok((await checks('application/scim+json', 400, 'name')).includes('valid-accepted'))
})

t.test('what is in bytes and texts of a format is not known, unless they were taken', async (t) => {
  const checks = async (content: string, status = 400, isTaken?: RegExp) => {
    const body = `requestBody: {required: true, content: {${content}}}`
    const operation = `POST /a a | {${body}, 200: null, 400: null, 415: null}`
    return (await found(operation, status, {}, isTaken)).checks.includes('valid-accepted')
  }
  const text = 'schema: {type: string'
  const title = 'title: {type: string, maxLength: 5}'
  const form = `schema: {type: object, properties: {file: {type: string, format: binary}, ${title}}}`
  for (const status of [400, 415, 422]) {
    t.equal(await checks(`text/csv: {${text}}}`, status), status === 415, `a text, ${status}`)
    t.notOk(await checks('application/pdf: {}', status), `bytes, ${status}`)
  }
  t.ok(await checks(`text/csv: {${text}}}`, 403))
  t.notOk(await checks(`application/x-ndjson: {${text}}}`))
  t.notOk(await checks('image/png: {}'))
  t.notOk(await checks(`multipart/form-data: {${form}}`))
  t.ok(await checks(`multipart/form-data: {${form}}`, 400, /plain\s+\w{1,4}\s/))
  t.ok(await checks(`multipart/form-data: {${form}, encoding: {file: {contentType: '*/*'}}}`))
  const images = 'image/png: {}, image/jpeg: {}'
  t.notOk(await checks(images))
  t.ok(await checks(images, 400, /png/))
  for (const plain of ['text/plain', 'application/octet-stream'])
    t.ok(await checks(`${plain}: {${text}}}`), plain)
  t.ok(await checks(`text/csv: {${text}}, example: 'a,b'}`))
  t.notOk(await checks(`text/csv: {${text}}, example: 'a,b'}`, 400, / a,b$/))
  t.notOk(await checks(`text/csv: {${text}, example: 'a,b'}}`, 400, / a,b$/))
})

t.test('an empty form is no body, where none is required', async (t) => {
  const schema = '{type: object, required: [a], properties: {a: {type: string}}}'
  const content = `{application/x-www-form-urlencoded: {schema: ${schema}}}`
  const empty = async (required: boolean) => {
    const body = `requestBody: {required: ${required}, content: ${content}}`
    const { lengths } = await found(`POST /a a | {${body}, 200: null}`, 200)
    t.ok(lengths.size > 1)
    return lengths.has(0)
  }
  t.equal(await empty(false), false)
  t.equal(await empty(true), true)
})
