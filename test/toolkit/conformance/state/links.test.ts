import t from 'tap'
import type { Operation } from '#toolkit/conformance/document/contract.js'
import { linksLead } from '#toolkit/conformance/probes/state/links.js'
import { Scene } from '#toolkit/conformance/resources/scene.js'
import { tableOf } from '../../../helpers/rows.js'
import { pathsWith } from '../helpers/documents.js'
import { changing, refusing } from './faults.js'
import { type Fault, json, NAMED, played } from './small-world.js'

/** A response of anything that links to an owner. */
const linking = (id: string) => {
  const links = { owner: { operationId: 'getOwner', parameters: { id } } }
  return JSON.stringify({ description: 'It.', content: json({}), links })
}

/** Parts that things need not have, labels that each has, and owners, which are things of another kind. */
const paths = pathsWith({ Named: NAMED })(`
  GET /things/{id}/part getPart | {200: Named, 404: null}
  GET /things/{id}/label getLabel | {query: {size: {type: integer}}, 200: Named, default: null}
  GET /owners/{id} getOwner | {200: Named, 404: null}
  DELETE /owners/{id} deleteOwner | {204: null, 404: null}
  GET /ranges/{id} getRange | {2XX: ${linking('$request.path.id')}, default: ${linking('part')}}
`)

/** Answers below things, and to owners, with a status. */
const elsewhere =
  (status: number): Fault =>
  ({ path }) =>
    /^\/(owners|things\/[^/]+\/)/.test(path) ? { status, body: { name: 'a' } } : undefined

const SERVERS: Readonly<Record<string, Fault | undefined>> = {
  'is right': undefined,
  'names what is new otherwise': changing(/^POST/, ({ body }) => ({
    body: { ...Object(body), id: 'other' },
  })),
  'has nothing else': elsewhere(404),
  'has all else': elsewhere(200),
  'has something everywhere': () => ({ status: 200, body: { name: 'a' } }),
  'makes things later': changing(/^POST/, () => ({ status: 202 })),
  'refuses to read': refusing(/^GET/),
}

const ID = "{id: '$response.body#/id'}"
const TO_READ = `{operationId: read, parameters: ${ID}}`
const TO_LABEL = "{operationId: getLabel, parameters: {id: '$response.body#/id', size: 3}}"

/** A server, an operation and its links, the requests of following them, and what is found. */
const ROWS = tableOf<
  [what: string, server: string, of: string, links: object, asked: string[], ...told: string[]]
>(`
  links of what is new are followed, deletions last | is right | create | {gone: {operationId: remove, parameters: ${ID}}, changed: {operationId: replace, parameters: ${ID}, requestBody: $request.body}, thing: ${TO_READ}} | [POST /things, GET /things/ID, PUT /things/ID, DELETE /things/ID]
  a link leads to nothing | names what is new otherwise | create | {thing: ${TO_READ}} | [POST /things, GET /things/other] | 'thing: an answer of GET /things/{id}, to which the response links; status 404'
  a part may be missing where the document says so | has nothing else | create | {part: {operationId: getPart, parameters: ${ID}}} | [POST /things, GET /things/ID/part]
  a label may not be missing | has nothing else | create | {label: ${TO_LABEL}} | [POST /things, 'GET /things/ID/label?size=3'] | 'label: an answer of GET /things/{id}/label, to which the response links; status 404'
  parts and labels are there | has all else | create | {part: {operationId: getPart, parameters: ${ID}}, label: ${TO_LABEL}} | [POST /things, GET /things/ID/part, 'GET /things/ID/label?size=3']
  a thing of another kind need not exist that the response names | has nothing else | create | {owner: {operationId: getOwner, parameters: {id: '$response.body#/name'}}} | [POST /things, GET /owners/ID]
  a thing of another kind exists that the request has named | has nothing else | read | {owner: {operationId: getOwner, parameters: {id: $request.path.id}}} | [GET /things/ID, GET /owners/ID] | 'owner: an answer of GET /owners/{id}, to which the response links; status 404'
  what cannot be evaluated is not followed | is right | create | {member: {operationId: read, parameters: {id: '$response.body#/none'}}, body: {operationId: replace, parameters: ${ID}, requestBody: '$response.body#/none'}} | [POST /things]
  a range of statuses has links | has something everywhere | getRange | {} | [GET /ranges/ID, GET /owners/ID]
  a link that leaves its target open proves nothing | has nothing else | create | {label: {operationId: getLabel}} | [POST /things, GET /things/ID/label]
  what is made later has no links yet | makes things later | create | {thing: ${TO_READ}} | [POST /things]
  what is gone has no links | is right | remove | {thing: ${TO_READ}} | [DELETE /things/ID]
  what is refused has no links | refuses to read | read | {thing: ${TO_READ}} | [GET /things/ID]
`)

for (const [what, server, of, links, requests, ...found] of ROWS) {
  t.test(what, async (t) => {
    const { kit, world } = await played({ links, paths }, SERVERS[server], [])
    const operation = kit.contract.operations.find((each) => each.operationId === of) as Operation
    const start = world.asked.length
    const subject = { operation, pointer: operation.pointer, what: 'links' }
    await kit.scenario(subject, (run) => linksLead(new Scene(kit, run), operation))
    const told = kit.violations
      .filter(({ check }) => check === 'link')
      .map(
        ({ pointer, expected, received }) =>
          `${pointer.split('/').at(-1)}: ${expected}; ${received}`,
      )
    t.same(told, found)
    const asked = world.asked.slice(start)
    const sent = asked.map(({ method, path, query }) => {
      const place = path.replace(/\/(owners|ranges)\/\w+|\d{3}/, (_, room) =>
        room ? `/${room}/ID` : 'ID',
      )
      return `${method} ${place}${query.size > 0 ? `?${query}` : ''}`
    })
    t.same([...new Set(sent)], requests)
    const replaced = asked.find(({ method }) => method === 'PUT')
    if (replaced !== undefined) t.same(replaced.body, asked[0]?.body)
  })
}
