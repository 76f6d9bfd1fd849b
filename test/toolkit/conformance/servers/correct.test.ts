/** Of what servers may do, nothing is found; some of it is noted. */

import t from 'tap'
import { PROBES, TRANSPORT_PROBES } from '#toolkit/conformance/probes/probes.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import { rowsOf } from '../../../helpers/rows.js'
import { failsAt, type Servers, takes, wraps } from './faults/fault.js'
import { switched } from './faults/switches.js'
import { Failure } from './kernel/failure.js'
import type { Points } from './kernel/points.js'
import { probeServer } from './probe-server.js'
import { startPatched, startServer, startVariant } from './start.js'
import { variants } from './variants.js'

t.setTimeout(300_000)

for (const contract of ['plants', 'catalog'] as const) {
  t.test(`probes of credentials and HTTP find nothing wrong with ${contract}`, async (t) => {
    const probes = [validRequests, ...TRANSPORT_PROBES]
    const { told, notes } = await probeServer(t, probes, contract, await startServer(contract))
    t.same(told, [])
    t.same(notes, [])
  })
}

for (const variant of variants.filter((each) => each !== 'is slow')) {
  t.test(`probes of credentials and HTTP blame no server that ${variant}`, async (t) => {
    const server = await startVariant('plants', variant)
    t.same((await probeServer(t, TRANSPORT_PROBES, 'plants', server)).told, [])
  })
}

/** Reads the body before the credential, and refuses some then. */
const refusesBody = (status: number, when: (bytes: Buffer) => boolean) => (p: Points) => {
  const { readBody, authenticate } = p
  p.bodyLimit = () => 10_000_000
  p.authenticate = async (call) => {
    await readBody(call)
    if (when(call.bytes)) throw new Failure(status, 'It is refused.')
    return authenticate(call)
  }
}

/** Closes the connection at a large body; all of them from then on, if it `ends` there. */
const closesAtLarge = (ends: boolean) => (p: Points) => {
  const { checkMessage } = p
  let isDown = false
  p.checkMessage = (call) => {
    const isLarge = Number(call.headers['content-length']) > 2 ** 20
    isDown ||= ends && isLarge
    if (isLarge || isDown) call.request.socket.destroy()
    return checkMessage(call)
  }
}

/** What servers do, the probe that comes upon it, and what is noted then. */
const NOTED = rowsOf(`
  limits requests | media types of bodies | Requests were refused with 429: what they ask for is not tested; raise the limit, or take --rate-limit.
  limits attempts with wrong credentials | credentials | The server limits attempts with wrong credentials: not all were tried.
  answers 404 to methods that a path does not have | undocumented methods | An undocumented method of a path is answered with 404, not 405.
  takes paths for the same | paths | A path with a slash at its end is the same path. | A path in upper case is the same path.
  has pages for what is outside of all operations | errors outside of operations | Errors outside of all operations have another shape than the documented errors.
  parses bodies before it looks at credentials | credentials before all else | Without a credential, a body that is not JSON is answered with 400.
  refuses large bodies before it looks at credentials | credentials before all else
  takes JSON without a media type | media types of bodies | A body without a Content-Type is accepted.
`)

const SERVERS: Servers<Points> = {
  'limits requests': failsAt('authenticate', () => true, 429),
  'limits attempts with wrong credentials': switched('error 401: {status: 429, headers: {}}'),
  'answers 404 to methods that a path does not have': switched(
    'error 405: {status: 404, headers: {}}',
  ),
  'takes paths for the same': takes('match', (path) => [path.replace(/\/$/, '').toLowerCase()]),
  'has pages for what is outside of all operations': (p) => {
    for (const status of [404, 405]) switched(`error ${status}: {type: text/html, text: <p>}`)(p)
  },
  'parses bodies before it looks at credentials': refusesBody(
    400,
    (bytes) => bytes.toString() === '{"',
  ),
  'refuses large bodies before it looks at credentials': refusesBody(
    413,
    ({ length }) => length > 1_000_000,
  ),
  'takes JSON without a media type': wraps('checkMediaType', (checkMediaType) => (call) => {
    if (call.headers['content-type'] === undefined) call.type = 'application/json'
    else return checkMediaType(call)
  }),
}

for (const [does = '', name, ...noted] of NOTED) {
  t.test(`a server is not blamed that ${does}`, async (t) => {
    const probes = PROBES.filter((each) => each.name === name)
    const patch = SERVERS[does]
    t.ok(patch)
    const server = await startPatched('plants', patch)
    const { told, notes } = await probeServer(t, probes, 'plants', server)
    t.same(told, [])
    t.same(notes, noted)
  })
}

t.test('a server that limits requests is not blamed where two of them are compared', async (t) => {
  const probes = TRANSPORT_PROBES.filter(({ name }) => COMPARING.has(name))
  t.equal(probes.length, COMPARING.size)
  for (const each of [2, 3]) {
    let count = 0
    const limits = failsAt<Points, 'route'>('route', () => ++count % each === 0, 429)
    const { told } = await probeServer(t, probes, 'catalog', await startPatched('catalog', limits))
    t.same(told, [])
  }
})

const COMPARING = new Set(['HEAD', 'pipelining', 'preferences of the client', 'ranges'])

t.test('a server may close the connection at a large body, and goes on then', async (t) => {
  const probes = PROBES.filter(({ name }) => name === 'JSON texts')
  const found = async (ends: boolean) => {
    const server = await startPatched('plants', closesAtLarge(ends))
    return (await probeServer(t, probes, 'plants', server)).told
  }
  t.same(await found(false), [])
  t.ok((await found(true)).includes('response-present: the body has 2 MB'))
})
