import t from 'tap'
import type { Operation } from '#toolkit/conformance/document/contract.js'
import { linksLead } from '#toolkit/conformance/probes/state/links.js'
import { Scene } from '#toolkit/conformance/resources/scene.js'
import { pathsWith } from '../helpers/documents.js'
import { refusing } from './faults.js'
import { type Fault, NAMED, played } from './small-world.js'

const toRead = { operationId: 'read', parameters: { id: '$response.body#/id' } }
const ownerOf = (given: string) => ({ operationId: 'getOwner', parameters: { id: given } })

/** Parts that things need not have, labels that each has, and owners, which are things of another kind. */
const paths = pathsWith({ Named: NAMED })(`
  GET /things/{id}/part getPart | {200: Named, 404: null}
    GET /things/{id}/label getLabel | {query: {size: {type: integer}}, 200: Named, default: null}
    GET /owners/{id} getOwner | {200: Named, 404: null}
    DELETE /owners/{id} deleteOwner | {204: null, 404: null}
    GET /ranges/{id} getRange | {2XX: {description: It., content: &named {application/json: {schema: {}}}, links: {owner: {operationId: getOwner, parameters: {id: $request.path.id}}}}, default: {description: It., content: *named, links: {part: {operationId: getOwner, parameters: {id: part}}}}}
  `)

/** What following the links of an operation finds, and the requests for it. */
async function followed(links: object, fault?: Fault, name = 'create') {
  const { kit, world } = await played({ links, paths }, fault, [])
  const operation = kit.contract.operations.find((each) => each.operationId === name) as Operation
  const start = world.asked.length
  const subject = { operation, pointer: operation.pointer, what: 'links' }
  await kit.scenario(subject, (run) => linksLead(new Scene(kit, run), operation))
  const told = kit.violations
    .filter(({ check }) => check === 'link')
    .map(
      ({ pointer, expected, received }) =>
        `${pointer.split('/').at(-1)}: ${expected} | ${received}`,
    )
  const asked = world.asked.slice(start).map(({ method, path, query, body }) => ({
    request: `${method} ${path.replace(/\d{3}/, 'ID')}${query.size > 0 ? `?${query}` : ''}`,
    body,
  }))
  return { told, asked }
}

const requestsOf = ({ asked }: Awaited<ReturnType<typeof followed>>) =>
  asked.map(({ request }) => request)

/** Answers below things, and to owners, with a status. */
const elsewhere =
  (status: number): Fault =>
  ({ path }) =>
    /^\/(owners|things\/[^/]+\/)/.test(path) ? { status, body: { name: 'a' } } : undefined

t.test('links of what is new are followed, deletions last', async (t) => {
  const links = {
    gone: { operationId: 'remove', parameters: { id: '$response.body#/id' } },
    changed: { ...toRead, operationId: 'replace', requestBody: '$request.body' },
    thing: toRead,
  }
  const result = await followed(links)
  t.same(result.told, [])
  t.same(requestsOf(result), [
    'POST /things',
    'GET /things/ID',
    'PUT /things/ID',
    'DELETE /things/ID',
  ])
  const [created, , replaced] = result.asked
  t.same(replaced?.body, created?.body)
})

t.test('a link leads to nothing', async (t) => {
  const misnamed: Fault = ({ method }, correct) => {
    const reply = correct()
    return method === 'POST' ? { ...reply, body: { ...Object(reply.body), id: 'other' } } : reply
  }
  const { told } = await followed({ thing: toRead }, misnamed)
  t.same(told, ['thing: an answer of GET /things/{id}, to which the response links | status 404'])
})

t.test('parts may be missing where the document says so', async (t) => {
  const links = {
    part: { operationId: 'getPart', parameters: { id: '$response.body#/id' } },
    label: { operationId: 'getLabel', parameters: { id: '$response.body#/id', size: 3 } },
  }
  const result = await followed(links, elsewhere(404))
  t.same(result.told, [
    'label: an answer of GET /things/{id}/label, to which the response links | status 404',
  ])
  t.ok(requestsOf(result).includes('GET /things/ID/label?size=3'))
  t.same((await followed(links, elsewhere(200))).told, [])
})

t.test('things of other kinds exist where the request has named them', async (t) => {
  const to = (given: string) => ({ owner: ownerOf(given) })
  t.same((await followed(to('$response.body#/name'), elsewhere(404))).told, [])
  t.same((await followed(to('$request.path.id'), elsewhere(404), 'read')).told, [
    'owner: an answer of GET /owners/{id}, to which the response links | status 404',
  ])
})

t.test('what cannot be evaluated is not followed', async (t) => {
  const links = {
    member: { operationId: 'read', parameters: { id: '$response.body#/none' } },
    body: { ...toRead, operationId: 'replace', requestBody: '$response.body#/none' },
  }
  t.same(requestsOf(await followed(links)), ['POST /things'])
})

t.test('a range of statuses has links', async (t) => {
  const { asked } = await followed({}, () => ({ status: 200, body: { name: 'a' } }), 'getRange')
  t.equal(asked.filter(({ request }) => request.startsWith('GET /owners/')).length, 1)
})

t.test('a link that leaves its target open proves nothing', async (t) => {
  const links = { label: { operationId: 'getLabel' } }
  t.same((await followed(links, elsewhere(404))).told, [])
})

t.test('only successes that last have links', async (t) => {
  const links = { thing: toRead }
  const later: Fault = ({ method }, correct) => {
    const reply = correct()
    return method === 'POST' ? { ...reply, status: 202 } : reply
  }
  t.notOk(requestsOf(await followed(links, later)).some((each) => each.startsWith('GET')))
  t.same(requestsOf(await followed(links, undefined, 'remove')), ['DELETE /things/ID'])
  t.same(requestsOf(await followed(links, refusing(/^GET/), 'read')), ['GET /things/ID'])
})
