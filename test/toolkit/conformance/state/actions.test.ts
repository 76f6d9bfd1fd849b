import t from 'tap'
import { edgesOfBodies } from '#toolkit/conformance/probes/bodies/edges-of-bodies.js'
import { state } from '#toolkit/conformance/probes/state/state.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import { pathsWith } from '../helpers/documents.js'
import { kitFor, probed } from '../helpers/kit.js'
import { type Fault, json, type Shape, worldOf } from './small-world.js'

const object = (properties: object) => ({
  ...{ type: 'object', required: Object.keys(properties) },
  properties,
})
const [text, integer] = [{ type: 'string' }, { type: 'integer' }]
const name = { ...text, minLength: 1, maxLength: 9 }
const Order = object({ id: text, name: text, state: text, version: integer })
const Cancellation = object({ reason: { ...text, enum: ['late', 'lost'] } })
const ORDERS: Shape = {
  ...{ only: 'create read change', asks: object({ name }), answers: Order },
  changes: json(object({ version: { ...integer, minimum: 1 }, name })),
  paths: pathsWith({ Order, Cancellation })(
    'POST /things/{id}/cancel | {asks: Cancellation, 200: Order, default: null}',
  ),
}

/** Orders that are cancelled once, and changed by who knows their version. */
const orders =
  (fault: string): Fault =>
  ({ method, path, body }, correct, { things }) => {
    const [, , id = '', action] = path.split('/')
    const order = Object(things.get(id))
    const changed = (change: object, isStored = true) => {
      const now = { ...order, ...change, version: order.version + 1 }
      if (isStored) things.set(id, now)
      return { status: 200, body: now }
    }
    const { name, version } = Object(body)
    if (method === 'PATCH' && things.has(id) && Number.isInteger(version) && version > 0) {
      if (version !== order.version) return { status: 409, body: {} }
      if (fault === 'any name is taken') return changed({ name })
    }
    const reply = correct()
    if (reply.status === 400 && !(action && fault === 'any reason is taken')) return reply
    if (method === 'PATCH' && reply.status === 200) return changed({ name })
    if (method === 'POST' && id === '') {
      const made = { ...Object(reply.body), state: 'open', version: 1 }
      things.set(made.id, made)
      return { status: 201, body: made }
    }
    if (action !== 'cancel' || !things.has(id)) return reply
    if (order.state !== 'open') return { status: 409, body: {} }
    if (fault === 'all orders are cancelled')
      for (const [key, each] of things) things.set(key, { ...Object(each), state: 'over' })
    return changed({ state: 'over' }, fault !== 'a cancellation is forgotten')
  }

const FAULTS: [fault: string, check: string][] = [
  ['any reason is taken', 'invalid-refused'],
  ['a cancellation is forgotten', 'action-kept'],
  ['all orders are cancelled', 'action-kept'],
  ['any name is taken', 'invalid-refused'],
]

t.setTimeout(120_000)

t.test('faults are found where each action and change is done once', async (t) => {
  const checks = async (fault: string) => {
    const { contract, world } = worldOf(ORDERS, orders(fault))
    const kit = kitFor(contract, world.app)
    await kit.prepare()
    return (await probed(kit, [validRequests, edgesOfBodies, state])).checks
  }
  const known = await checks('')
  for (const [fault, check] of FAULTS) {
    const found = await checks(fault)
    t.ok(found.includes(check), `${fault}: ${found}`)
    t.notOk(known.includes(check), 'a correct one is not accused')
  }
})
