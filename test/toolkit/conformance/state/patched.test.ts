import t from 'tap'
import { merged, patchIsPartial } from '#toolkit/conformance/probes/state/patched.js'
import { versionTellsChanges } from '#toolkit/conformance/probes/state/version-members.js'
import { type Fault, json, played } from './small-world.js'

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

const VERSIONED = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'string', readOnly: true },
    version: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    note: { type: ['string', 'null'] },
  },
}
const changes = json({
  type: 'object',
  required: ['version'],
  properties: { ...VERSIONED.properties, id: false, version: { type: 'integer' } },
})

/** Keeps versions: those that a PATCH may name, the next one, and what null does to a member. */
const versioned =
  ({
    isTaken = (named: number, version: number) => named === version,
    next = (version: number) => version + 1,
    nothing = undefined as unknown,
  } = {}): Fault =>
  ({ method, path, body }, correct, world) => {
    const id = path.split('/')[2] ?? String(world.last + 1)
    const known = Object(world.things.get(id))
    const { version, ...patch } = Object(body)
    if (method === 'POST' && typeof patch.name === 'string') {
      return world.keep(id, { ...patch, version: 1 }, { id: String(++world.last) })
    }
    if (method !== 'PATCH' || !world.things.has(id) || patch.name?.length === 0) return correct()
    if (!isTaken(version, known.version)) return { status: 409, body: {} }
    const own = Object.entries(patch).map(([name, each]) => [name, each ?? nothing])
    const now = { ...known, ...Object.fromEntries(own), version: next(known.version) }
    return world.keep(id, JSON.parse(JSON.stringify(now)), { id })
  }

t.test('a change has to name the version, which is another one after each', async (t) => {
  const only = 'create list read change remove'
  const shape = {
    asks: VERSIONED,
    changes,
    only,
    description: 'It is a JSON merge patch (RFC 7396).',
  }
  const told = async (fault: Fault) =>
    (await played(shape, fault, [patchIsPartial, versionTellsChanges])).told
  t.same(await told(versioned()), [])
  t.same(await told(versioned({ next: (version) => version + 7 })), [])
  t.match(await told(versioned({ nothing: 'null' })), [
    /^merge-patch: after \{"version":1,"note":null\}, note is nothing/,
    /^merge-patch: read back/,
  ])
  const rows: [fault: Fault, expected: RegExp][] = [
    [versioned({ next: (version) => version }), /^version: another version after it \| 1$/],
    [versioned({ next: (version) => Math.min(version + 1, 2) }), /^version: another version/],
    [versioned({ isTaken: (_, version) => version < 2 }), /^version: a success for a change of/],
    [versioned({ isTaken: () => true }), /^version: a refusal of version 1, which is 3 \|/],
    [versioned({ isTaken: (one, now) => one >= now }), /^version: a refusal of version 1003,/],
  ]
  for (const [fault, expected] of rows) {
    t.match((await played(shape, fault, [versionTellsChanges])).told, [expected])
  }
})
