import t from 'tap'
import { allAreMade } from '#toolkit/conformance/probes/state/bulk.js'
import { type Fault, json, NAMED, played } from './small-world.js'

const list = { type: 'array', minItems: 1, items: NAMED }
const results = { description: 'Results.', content: json(list) }
const named = (name: string, description: string) => ({
  '/things/batch': {
    post: {
      description,
      requestBody: {
        required: true,
        content: json({ type: 'object', required: [name], properties: { [name]: list } }),
      },
      responses: { 200: results, 201: results },
    },
  },
})

type Named = Readonly<{ id: string; name?: unknown }>

/** Makes several things, and answers with what `told` makes of them; `kept` says which, and of which refused ones. */
const making =
  (
    told: (made: Named[]) => Named[] = (made) => made,
    { kept = (all: Named[]) => all, status = 200, isWhole = true } = {},
  ): Fault =>
  ({ method, path, body }, _, world) => {
    if (method !== 'POST' || path !== '/things/batch') return undefined
    const made: Named[] = Object(body).all.map((each: object) => ({
      ...each,
      id: String(world.last++),
    }))
    const valid = made.filter(({ name }) => typeof name === 'string')
    const isValid = valid.length === made.length
    for (const each of isValid || !isWhole ? kept(valid) : []) {
      world.keep(each.id, each)
    }
    return isValid ? { status, body: told(made) } : { status: 400, body: {} }
  }

const told = async (fault: Fault, description = 'Results are in the order of the request.') =>
  (await played({ paths: named('all', description) }, fault, [allAreMade])).told

const alike = (made: Named[]) => made.map((each) => ({ ...each, name: made[0]?.name }))

t.test('what is made together has a result each, in order, and is kept', async (t) => {
  t.same(await told(making()), [])
  t.same(
    await told(
      making((made) => made.toReversed()),
      'Makes all.',
    ),
    [],
  )
  const rows: [fault: Fault, expected: RegExp, description?: string][] = [
    [making((made) => made.toReversed()), /^bulk: result 0 is of what was sent there: \/name is /],
    [making((made) => made.slice(1)), /^bulk: 3 results, one for each \| 2/],
    [making((made) => made.slice(1), { status: 201 }), /^bulk: 3 results/, 'Makes all.'],
    [making(alike), /^bulk: result 1 is of something that was sent/, 'Makes all.'],
    [making(undefined, { kept: () => [] }), /can be read \| status 404/],
    [making(undefined, { kept: (all) => all.slice(0, 1) }), /can be read \| status 404/],
    [making(undefined, { kept: alike }), /^bulk: read after its result, \/name is /],
    [
      making((made) => made.map((each) => ({ ...each, id: '101' }))),
      /^bulk: each result has its identity/,
    ],
    [making(undefined, { isWhole: false }), /^refused-unchanged: \d+ items after status 400/],
  ]
  for (const [fault, expected, description] of rows) {
    t.match(await told(fault, description), [expected])
  }
})
