import t from 'tap'
import { conform } from '#toolkit/conformance/index.js'
import { documentOf, pathsWith } from '../helpers/documents.js'
import { UNHURRIED } from '../helpers/kit.js'
import { type Asked, stubApp } from '../helpers/stub-app.js'

const object = (properties: object) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const [text, integer] = [{ type: 'string' }, { type: 'integer' }]
const name = { ...text, minLength: 1, maxLength: 9 }
const paths = pathsWith({
  Error: object({ message: text }),
  New: object({ name }),
  Order: object({ id: text, name: text, state: text, version: integer }),
  Change: object({ version: { ...integer, minimum: 1 }, name }),
  Cancellation: object({ reason: { ...text, enum: ['late', 'lost'] } }),
})(`
  POST /orders | {asks: New, 201: Order, default: Error}
  GET /orders/{id} | {200: Order, default: Error}
  PATCH /orders/{id} | {asks: Change, 200: Order, default: Error}
  POST /orders/{id}/cancel | {asks: Cancellation, 200: Order, default: Error}
`)
const DOCUMENT = documentOf(paths)

type Body = Readonly<Record<string, unknown>>

/** Orders that are cancelled once, and changed by who knows their version. */
function orders(fault: string) {
  const kept = new Map<string, Body>()
  const refuse = (status: number) => ({ status, body: { message: 'no' } })
  const isName = (name: unknown) => typeof name === 'string' && name !== '' && [...name].length < 10
  const changed = (order: Body, change: Body, isStored: boolean) => {
    const body = { ...order, ...change, version: Number(order.version) + 1 }
    if (isStored) kept.set(String(order.id), body)
    return { status: 200, body }
  }
  const answer = ({ method, path, json: parsed }: Asked) => {
    const [, top, id = '', action] = path.split('/')
    if (top !== 'orders' || (action !== undefined && action !== 'cancel')) return refuse(404)
    const right = action ? ['POST'] : id ? ['GET', 'HEAD', 'PATCH'] : ['POST']
    if (!right.includes(method)) return { ...refuse(405), headers: { allow: right.join(', ') } }
    const body: Body = method === 'GET' || method === 'HEAD' ? {} : Object(parsed())
    if (id === '') {
      if (!isName(body.name)) return refuse(400)
      const order = { id: `o${kept.size}`, name: body.name, state: 'open', version: 1 }
      kept.set(order.id, order)
      return { status: 201, body: order }
    }
    const isReason = body.reason === 'late' || body.reason === 'lost'
    if (action && !isReason && fault !== 'any reason is taken') return refuse(400)
    const isVersion = Number.isInteger(body.version) && Number(body.version) > 0
    if (method === 'PATCH' && !isVersion) return refuse(400)
    if (method === 'PATCH' && !isName(body.name) && fault !== 'any name is taken')
      return refuse(400)
    const order = kept.get(decodeURIComponent(id))
    if (order === undefined) return refuse(404)
    if (action && order.state !== 'open') return refuse(409)
    if (action && fault === 'all orders are cancelled')
      for (const [key, each] of kept) kept.set(key, { ...each, state: 'over' })
    if (action) return changed(order, { state: 'over' }, fault !== 'a cancellation is forgotten')
    if (method !== 'PATCH') return { status: 200, body: order }
    if (body.version !== order.version) return refuse(409)
    return changed(order, { name: body.name }, true)
  }
  return stubApp((asked) => {
    try {
      return answer(asked)
    } catch {
      return refuse(400)
    }
  }).app
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
    const common = { document: DOCUMENT, target: orders(fault), ...UNHURRIED }
    const { violations } = await conform({ ...common, seed: 1, depth: 'edges' })
    return violations.map(({ check }) => check as string)
  }
  const known = await checks('')
  for (const [fault, check] of FAULTS) {
    const found = await checks(fault)
    t.ok(found.includes(check), `${fault}: ${found}`)
    t.notOk(known.includes(check), 'a correct one is not accused')
  }
})
