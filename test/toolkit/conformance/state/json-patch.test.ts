import t from 'tap'
import type { PatchStep } from '#toolkit/conformance/probes/state/json-patch.js'
import { jsonPatchIsApplied } from '#toolkit/conformance/probes/state/json-patched.js'
import { type Fault, json, NAMED, played, type Shape } from './small-world.js'

const text = { type: 'string' }
const steps = (ops: readonly string[]) => ({
  'application/json-patch+json': {
    schema: { type: 'array', items: { type: 'object', properties: { op: { enum: ops } } } },
  },
})
const ALL = ['add', 'remove', 'replace', 'test']
const KIND = { ...NAMED, properties: { ...NAMED.properties, kind: { const: 'a' } } }

class Failed extends Error {}

function step(item: Record<string, unknown>, { op, path, from, value }: PatchStep): void {
  const name = path.slice(1)
  if (from !== undefined) {
    const given = item[from.slice(1)]
    delete item[from.slice(1)]
    item[name] = given
    return
  }
  if (op !== 'add' && !Object.hasOwn(item, name)) throw new Failed()
  if (op === 'test' && item[name] !== value) throw new Failed()
  if (op === 'remove') delete item[name]
  else item[name] = value
}

const isThing = ({ id: own, name, color = '' }: Record<string, unknown>, id: string) =>
  own === id && [name, color].every((each) => typeof each === 'string')

/**
 * Applies JSON patches as a whole; `isHalf` leaves what the steps before a failure did, `isOpen` takes things of any
 * shape.
 */
const patching =
  (isHalf = false, isOpen = false): Fault =>
  ({ method, path, body }, _, world) => {
    const id = path.split('/')[2] ?? ''
    if (method !== 'PATCH' || !world.things.has(id)) return undefined
    const item = { ...Object(world.things.get(id)) }
    try {
      for (const each of body as PatchStep[]) step(item, each)
      if (!isThing(item, id) && !isOpen) throw new Failed()
    } catch {
      if (isHalf && isThing(item, id)) world.things.set(id, item)
      return { status: 409, body: {} }
    }
    world.things.set(id, item)
    return { status: 200, body: item }
  }

async function patched(shape: Shape, fault: Fault = patching()) {
  const only = 'create read change remove'
  const { told, world } = await played({ only, ...shape }, fault, [jsonPatchIsApplied])
  const sent = world.asks('PATCH').map(({ body }) => body as PatchStep[])
  return { told, ops: [...new Set(sent.flat().map(({ op }) => op))].sort(), sent }
}

t.test('a JSON patch is applied as a whole', async (t) => {
  const { told, ops } = await patched({ asks: NAMED, changes: steps(ALL) })
  t.same(told, [])
  t.same(ops, ['remove', 'replace', 'test'])
})

t.test('half a JSON patch is found', async (t) => {
  const { told } = await patched({ asks: NAMED, changes: steps(ALL) }, patching(true))
  t.match(told, [/^json-patch: after .* name is still/])
})

t.test('a JSON patch that makes what no thing may be is refused', async (t) => {
  const { told } = await patched({ asks: NAMED, changes: steps(ALL) }, patching(false, true))
  t.match(told[0], /^json-patch: id is read-only: /)
  t.match(told[2], /^json-patch: a refusal of .*, since no thing may be so \| status 200$/)
})

t.test('a member without another value is not patched', async (t) => {
  const { told, sent } = await patched({ asks: KIND, changes: steps(ALL) })
  t.same(told, [])
  t.notOk(sent.flat().some(({ path }) => path === '/kind'))
})

t.test('a member that may be missing is added, removed and added again', async (t) => {
  const asks = { ...NAMED, properties: { ...NAMED.properties, color: text } }
  const { told, sent } = await patched({ asks, changes: steps(ALL) })
  t.same(told, [])
  t.ok(sent.some(([first]) => first?.op === 'remove' && first.path === '/color'))
})

t.test('steps that the document does not allow are not sent', async (t) => {
  const { told, ops } = await patched({ asks: NAMED, changes: steps(['add', 'replace']) })
  t.same(told, [])
  t.same(ops, ['replace'])
})

t.test('of things without members that clients set only the identity is patched', async (t) => {
  const shape = { content: {}, answers: NAMED, changes: steps(ALL) }
  const { told, sent } = await patched(shape)
  t.same(told, [])
  t.same([...new Set(sent.flat().map(({ path }) => path))], ['/id'])
  const texts = await patched({ asks: text, changes: steps(ALL) })
  t.same(texts.sent, [])
})

t.test('a thing that is gone after a patch is found', async (t) => {
  let isGone = false
  const gone: Fault = (asked, correct, world) => {
    if (asked.method === 'PATCH') isGone = true
    if (asked.method === 'GET' && isGone) return { status: 404, body: {} }
    return patching()(asked, correct, world)
  }
  const { told } = await patched({ asks: NAMED, changes: json({}) }, gone)
  t.same(told, [], 'no JSON patch, nothing to say')
  isGone = false
  const lost = await patched({ asks: NAMED, changes: { 'application/json-patch+json': {} } }, gone)
  t.match(lost.told[0], /^json-patch: read back after .*the thing \| nothing to read$/)
})
