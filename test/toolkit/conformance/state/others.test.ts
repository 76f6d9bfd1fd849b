import t from 'tap'
import {
  fewAreApart,
  onceIsApart,
  sequenceIsApart,
} from '#toolkit/conformance/probes/state/apart.js'
import { createdIsAtLocation } from '#toolkit/conformance/probes/state/created.js'
import { listsAreOfOwners } from '#toolkit/conformance/probes/state/owners.js'
import { strangersChangeNothing } from '#toolkit/conformance/probes/state/refused.js'
import { unknownIsRefused } from '#toolkit/conformance/probes/state/unknown.js'
import { objectOf } from '../../../helpers/rows.js'
import { pathsWith } from '../helpers/documents.js'
import { type Fault, played } from './small-world.js'

async function told(fault?: Fault): Promise<string[]> {
  const text = { type: 'string' }
  const asks = { type: 'object', required: ['name'], properties: { name: text, note: text } }
  const scenarios = [fewAreApart, onceIsApart, sequenceIsApart]
  const found = (await played({ asks }, fault, scenarios)).told
  return found.filter((each) => each.startsWith('requests-apart'))
}

t.test('requests at once that get their own responses are as they should be', async (t) => {
  t.same(await told(), [])
})

t.test('a response with what belongs to another request is found', async (t) => {
  let before: unknown
  let count = 0
  const swapping: Fault = ({ method, body }) => {
    if (method !== 'POST') return undefined
    count += 1
    // From the third request on, each response has what the request before sent.
    const shown = count > 2 ? before : body
    before = body
    return { status: 201, body: { ...Object(shown), id: `${count}` } }
  }
  t.match(await told(swapping), [/requests-apart/])
})

t.test('things that are made at once have identities of their own', async (t) => {
  let last = 0
  let count = 0
  const numbering: Fault = ({ method, body }) => {
    if (method !== 'POST') return undefined
    count += 1
    // Two at once get the same number; one after another they do not.
    if (count < 3 || count % 2) last += 1
    return { status: 201, body: { ...Object(body), id: `${last}` } }
  }
  t.match(await told(numbering), [
    /^requests-apart: an identity for each thing that is made \| "\d+" twice$/,
  ])
})

t.test('a response that has other values for a request alone says nothing of many', async (t) => {
  const exchanging: Fault = ({ method, body }) =>
    method === 'POST'
      ? { status: 201, body: { ...Object(body), id: 'a', name: 'the name of the session' } }
      : undefined
  t.same(await told(exchanging), [])
})

const others = [{ scheme: 'token', token: 'second', isForeign: true }]

t.test('what one user made is not in another one’s list, where things have owners', async (t) => {
  const told = async (owners: boolean, isApart: boolean) => {
    const fault: Fault = ({ method, path, headers }) => {
      const isOthers =
        path === '/things' && method === 'GET' && headers.authorization === 'Bearer second'
      return isApart && isOthers ? { status: 200, body: [] } : undefined
    }
    const settings = { others, owners, credentials: { token: 'first' } }
    return (await played({ more: shape.more }, fault, [listsAreOfOwners], settings)).told
  }
  t.same(await told(true, true), [])
  t.same(await told(false, false), [])
  t.same(await told(true, false), [
    'owner: a list without the things of another user | one of them',
  ])
})

t.test('what is refused to another user changes nothing', async (t) => {
  const told = async (isDone: boolean) => {
    const fault: Fault = ({ method, headers: { authorization } }, correct) => {
      if (method === 'GET' || authorization === 'Bearer first') return undefined
      if (isDone && authorization === 'Bearer second') correct()
      return {
        status: authorization === undefined ? 401 : 403,
        headers: { 'www-authenticate': 'Bearer' },
      }
    }
    const settings = { others, credentials: { token: 'first' } }
    const { told } = await played({ more: shape.more }, fault, [strangersChangeNothing], settings)
    return told.filter((each) => each.startsWith('refused-unchanged'))
  }
  t.same(await told(false), [])
  t.match(await told(true), [/^refused-unchanged: after PUT with status 403, /])
})

const Pet = objectOf(`
  type: object
  required: [name]
  properties: { id: { type: string, format: uuid, readOnly: true }, name: { type: string } }
`)
const shape = {
  only: '',
  paths: pathsWith({ Pet })(`
    POST /pets | {asks: Pet, 201: Pet, 401: null}
    GET /pets/{id} | {path: {id: {type: string, format: uuid}}, 200: Pet, 401: null, 404: null}
  `),
  more: {
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  },
}

t.test('a Location is followed with the key that stands in the query', async (t) => {
  const scheme = { type: 'apiKey', in: 'query', name: 'key' }
  const more = { ...shape.more, components: { securitySchemes: { token: scheme } } }
  const fault: Fault = ({ method, query }) => {
    if (query.get('key') !== 'key-of-ada') return { status: 401 }
    const body = { id: ID, name: 'a' }
    const headers = { location: `/pets/${ID}` }
    return method === 'POST' ? { status: 201, body, headers } : { status: 200, body }
  }
  const credentials = { token: 'key-of-ada' }
  const { told } = await played({ ...shape, more }, fault, [createdIsAtLocation], { credentials })
  t.same(told, [])
})

const ID = 'd8ae94a9-3d0c-4e9c-9f0a-4b0d5b8f8a11'

/** What is found where requests without a credential have these statuses, by whether the thing is there. */
async function found(statusOf: (isThere: boolean) => number) {
  const fault: Fault = ({ method, path, headers }) => {
    const isThere = method === 'POST' || path.endsWith(ID)
    const challenge = { 'www-authenticate': 'Bearer' }
    if (headers.authorization === undefined)
      return { status: statusOf(isThere), headers: challenge }
    if (!isThere) return { status: 404 }
    return { status: method === 'POST' ? 201 : 200, body: { id: ID, name: 'a' } }
  }
  const credentials = { token: 'token-of-ada' }
  const { told } = await played(shape, fault, [unknownIsRefused], { credentials })
  return told.map((each) => each.replace(/: .* \| /, ': '))
}

t.test('without a credential nobody learns what there is', async (t) => {
  t.same(await found((isThere) => (isThere ? 401 : 404)), ['authentication-first: status 404'])
  t.same(await found(() => 401), [])
  t.same(await found(() => 404), [], 'it hides all')
})
