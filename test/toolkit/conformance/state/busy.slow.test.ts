import t from 'tap'
import { type Asked, type Fault, played, type Shape } from './small-world.js'

const text = { type: 'string' }
const SHAPES: Record<string, Shape> = {
  'the server names things': {},
  'the client names things': {
    asks: { type: 'object', required: ['id'], properties: { id: text, name: text } },
  },
  'the path names things': { only: 'replace read remove' },
}

type Kind = (asked: Asked) => boolean

const isWrite: Kind = ({ method }) => method !== 'GET'
const isRead: Kind = ({ method }) => method === 'GET'
const isAny: Kind = () => true

/** Fails at each request of a kind whose number has a remainder. */
function each(kind: Kind, of: number, fail: Fault): Fault {
  let count = 0
  return (...given) => {
    if (!kind(given[0])) return undefined
    count += 1
    return count % of === of - 1 ? fail(...given) : undefined
  }
}

const answering =
  (status: number): Fault =>
  () => ({ status, body: {} })
const broken: Fault = () => {
  throw new Error('the connection is lost')
}

async function checks(shape: Shape, fault: Fault): Promise<string[]> {
  const { told } = await played(shape, fault)
  return [...new Set(told.map((each) => each.split(':')[0] as string))].sort()
}

for (const [name, shape] of Object.entries(SHAPES)) {
  t.test(`${name}: the server has no time for some requests`, async (t) => {
    t.same(await checks(shape, each(isAny, 2, answering(429))), [])
    t.same(await checks(shape, each(isAny, 3, answering(503))), [])
    t.same(await checks(shape, each(isAny, 3, broken)), ['response-present'])
  })

  t.test(`${name}: some requests are refused`, async (t) => {
    const refused = await checks(shape, each(isWrite, 3, answering(403)))
    const found = refused.filter((each) => each !== 'if-match')
    t.same(found, [])
    const unread = await checks(shape, each(isRead, 2, answering(404)))
    const seen = unread.filter((each) => !['etag', 'if-none-match', 'read-safe'].includes(each))
    t.same(seen, [], 'a second look finds what the first one does not')
  })
}

t.test('nothing can be read', async (t) => {
  const unread = each(isRead, 1, answering(404))
  const [one, other, put] = await Promise.all(
    Object.values(SHAPES).map((shape) => checks(shape, unread)),
  )
  t.same(one, ['created-readable', 'location', 'replaced'])
  t.same(other, ['created-readable', 'location', 'refused-unchanged', 'replaced'])
  t.same(put, ['created-readable', 'replaced'])
})
