import t from 'tap'
import { merged, patchIsPartial } from '#toolkit/conformance/probes/state/patched.js'
import { type Fault, played } from './small-world.js'

const LABELED = {
  type: 'object',
  properties: {
    id: { type: 'string', readOnly: true },
    labels: {
      type: 'object',
      additionalProperties: { type: ['string', 'null'] },
    },
  },
}

/** What a merge patch of things with texts in an object comes to. */
async function patched(fault?: Fault) {
  const shape = { asks: LABELED, description: 'It is a JSON merge patch (RFC 7396).' }
  const { told, world } = await played(shape, fault, [patchIsPartial])
  const texts = world.asks('PATCH').flatMap(({ body }) => Object(Object(body).labels).de ?? [])
  return { told, texts }
}

t.test('a merge patch changes one text of an object, and leaves the others', async (t) => {
  const merging: Fault = ({ method, path, body }, _, world) => {
    const id = path.split('/')[2] as string
    return method === 'PATCH'
      ? world.keep(id, merged(world.things.get(id), body), { id })
      : undefined
  }
  const { told, texts } = await patched(merging)
  t.same(told, [])
  t.ok(texts.includes('kitx'), 'another text than it was')
})

t.test('a patch leaves the time of creation as it is', async (t) => {
  const asks = {
    type: 'object',
    properties: {
      id: { type: 'string', readOnly: true },
      created: { type: 'string', readOnly: true },
      name: { type: 'string' },
    },
  }
  let last = 0
  const stamping =
    (methods: RegExp): Fault =>
    (asked, correct, world) => {
      const reply = correct()
      if (!methods.test(asked.method) || reply.status > 299) return reply
      const [id = ''] = [...world.things].find(([, each]) => each === reply.body) ?? []
      const created = `2024-01-01T00:00:${10 + (last++ % 50)}Z`
      world.things.set(id, { ...Object(reply.body), created })
      return { ...reply, body: world.things.get(id) }
    }
  t.same((await played({ asks }, stamping(/POST/), [patchIsPartial])).told, [])
  t.match((await played({ asks }, stamping(/POST|PATCH/), [patchIsPartial])).told, [
    /^patched: created is still /,
  ])
})

t.test('a merge patch that replaces an object as a whole is found', async (t) => {
  const { told } = await patched()
  t.match(told[0], /^merge-patch: after \{"labels":\{"de":"kitx"\}\}, labels is .*"fr".* \| /)
})
