import t from 'tap'
import { allAreMade } from '#toolkit/conformance/probes/state/bulk.js'
import { type Fault, json, NAMED, played } from './small-world.js'

const list = { type: 'array', minItems: 1, items: NAMED }
const named = (name: string, description: string) => ({
  '/things/batch': {
    post: {
      description,
      requestBody: {
        required: true,
        content: json({ type: 'object', required: [name], properties: { [name]: list } }),
      },
      responses: { 200: { description: 'A result for each.', content: json(list) } },
    },
  },
})

/** Makes several things, and answers with what `told` makes of them. */
const making =
  (told: (made: unknown[]) => unknown[], isKept = true): Fault =>
  ({ method, path, body }, _, world) => {
    if (method !== 'POST' || path !== '/things/batch') return undefined
    const made = Object(body).all.map((each: object, at: number) => {
      const id = `b${at}`
      const thing = { ...each, id }
      if (isKept) world.keep(id, each, { id })
      return thing
    })
    return { status: 200, body: told(made) }
  }

t.test('what is made together has a result each, in order, and can be read', async (t) => {
  const told = async (fault: Fault, description = 'Results are in the order of the request.') =>
    (await played({ paths: named('all', description) }, fault, [allAreMade])).told
  t.same(await told(making((made) => made)), [])
  const reversed = making((made) => made.toReversed())
  t.match(await told(reversed), [/^bulk: result 0 is of what was sent there: \/name is /])
  t.same(await told(reversed, 'Makes all.'), [])
  t.same(await told(making((made) => made.slice(1))), ['bulk: 3 results, one for each | 2'])
  t.same(await told(making((made) => made, false)), [
    'bulk: each thing that a result shows can be read | status 404',
  ])
})
