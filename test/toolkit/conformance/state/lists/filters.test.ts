import t from 'tap'
import { filtersSelect } from '#toolkit/conformance/probes/state/lists/filters.js'
import { type Fault, json, NAMED, played, type Shape } from '../small-world.js'

const integer = { type: 'integer', minimum: 1, maximum: 900 }
const AGED = {
  ...NAMED,
  required: ['name', 'age'],
  properties: { ...NAMED.properties, age: integer },
}
const query = (name: string, schema: object) => [{ name, in: 'query', schema }]

/** What filters of a list find, and the queries that they ask. */
async function filtered(shape: Shape, path: string, fault?: Fault) {
  const { told, world } = await played(shape, fault, [filtersSelect])
  const asked = world.asked.filter((each) => each.method === 'GET' && each.path.endsWith(path))
  return { told, asked: asked.filter((each) => each.query.size > 0) }
}

const everything: Fault = ({ method, path }, _, world) =>
  method === 'GET' && path === '/things'
    ? { status: 200, body: [...world.things.values()] }
    : undefined

t.test('a filter by a number is asked for numbers that items have', async (t) => {
  const shape = { asks: AGED, query: query('age', integer) }
  const { told, asked } = await filtered(shape, '/things')
  t.same(told, [])
  t.match(
    asked.map((each) => `${each.query}`),
    [/^age=\d+$/, /^age=\d+$/, /^age=\d+$/],
  )
  const { told: found } = await filtered(shape, '/things', everything)
  t.match(found, [/^filter: age=\d+: only items that fit \| an item with \{"age":\[\d+\]\}$/])
})

t.test('a filter by several numbers finds the items that have one of them', async (t) => {
  const shape = { asks: AGED, query: query('age', { type: 'array', items: integer }) }
  const having =
    (most: number): Fault =>
    (asked, correct, world) => {
      const reply = everything(asked, correct, world)
      const ages = asked.query.getAll('age').slice(0, most)
      if (reply === undefined || ages.length === 0) return reply
      const all = reply.body as { age: number }[]
      return { ...reply, body: all.filter(({ age }) => ages.includes(String(age))) }
    }
  const { told, asked } = await filtered(shape, '/things', having(2))
  t.same(told, [])
  t.match(`${asked.at(-1)?.query}`, /^age=\d+&age=\d+$/)
  t.match((await filtered(shape, '/things', having(1))).told, [
    /^filter: age=\[\d+,\d+\]: the \d items that fit \| all but \d, such as one with \{"age":\[\d+\]\}$/,
  ])
})

t.test('the parts of a thing are filtered where they are', async (t) => {
  const color = { type: 'string', enum: ['red', 'blue'] }
  const PART = { type: 'object', required: ['color'], properties: { color } }
  const paths = {
    '/things/{id}/parts': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        parameters: query('color', color),
        responses: { 200: { description: 'All.', content: json({ type: 'array', items: PART }) } },
      },
      post: {
        requestBody: { required: true, content: json(PART) },
        responses: { 201: { description: 'It.', content: json(PART) } },
      },
    },
  }
  const serving = (isFiltered: boolean): Fault => {
    const kept = new Map<string, { color: string }[]>()
    return ({ method, path, body, query: asked }) => {
      if (!path.endsWith('/parts')) return undefined
      const parts = kept.get(path) ?? []
      if (method === 'POST') kept.set(path, [...parts, body as never])
      const wanted = isFiltered ? asked.get('color') : null
      const found = parts.filter((each) => wanted === null || each.color === wanted)
      return method === 'POST' ? { status: 201, body } : { status: 200, body: found }
    }
  }
  const { told, asked } = await filtered({ paths }, '/parts', serving(true))
  t.same(told, [])
  t.same(
    asked.map((each) => `${each.query}`),
    ['color=red', 'color=blue'],
  )
  t.equal(new Set(asked.map((each) => each.path)).size, 1, 'of one thing')
  t.match((await filtered({ paths }, '/parts', serving(false))).told, [
    /^filter: color="red": only items that fit \| an item with \{"color":\["blue"\]\}$/,
  ])
})
