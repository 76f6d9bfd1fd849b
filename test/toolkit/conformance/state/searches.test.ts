import t from 'tap'
import { filtersSelect } from '#toolkit/conformance/probes/state/lists/filters.js'
import { searchesSelect } from '#toolkit/conformance/probes/state/lists/searches.js'
import { type Fault, json, NAMED, played, type Shape } from './small-world.js'

const text = { type: 'string' }
const COLORED = {
  type: 'object',
  required: ['color'],
  properties: { id: { ...text, readOnly: true }, color: { enum: ['red', 'blue'], ...text } },
}

/** The schema of what POST asks for: things are of one kind by being of one schema. */
const THING = { $ref: '#/paths/~1things/post/requestBody/content/application~1json/schema' }

/** A search for things, at a path of its own. */
const searching = (requestBody: object) => ({
  '/things/search': {
    post: {
      ...requestBody,
      responses: {
        200: { description: 'All.', content: json({ type: 'array', items: THING }) },
      },
    },
  },
})
const body = (properties: object) => ({
  requestBody: { required: true, content: json({ type: 'object', properties }) },
})

/** Answers a search with the things of the color that `colorOf` takes from its body. */
const answers =
  (colorOf: (body: { color?: string; where?: { color?: string } }) => string | undefined): Fault =>
  (asked, _, world) => {
    if (asked.path !== '/things/search') return undefined
    const color = colorOf(Object(asked.body))
    const all = [...world.things.values()] as { color: string }[]
    return { status: 200, body: all.filter((each) => !color || each.color === color) }
  }

async function search(paths: object, fault: Fault, shape: Shape = {}) {
  const { told, world } = await played({ asks: COLORED, answers: THING, paths, ...shape }, fault, [
    searchesSelect,
  ])
  return { told, searches: world.asks('POST /things/search') }
}

const direct = searching(body({ color: text }))
const within = searching(
  body({ where: { type: 'object', properties: { color: COLORED.properties.color } } }),
)
const listed = searching(body({ color: COLORED.properties.color }))

const byColor = answers(({ color }) => color)
const all = answers(() => undefined)

t.test('a search without a body selects nothing', async (t) => {
  const { told, searches } = await search(searching({}), all)
  t.same(told, [])
  t.same(searches, [])
})

t.test('conditions are in the body, or in a member of it', async (t) => {
  for (const [paths, fault] of [
    [listed, byColor],
    [within, answers(({ where }) => where?.color)],
    [direct, byColor],
  ] as const) {
    const { told, searches } = await search(paths, fault)
    t.same(told, [])
    t.ok(searches.length > 0)
  }
})

t.test(
  'a search that overlooks its conditions is found, with a list of all or without',
  async (t) => {
    for (const shape of [{}, { only: 'create read remove' }]) {
      const { told } = await search(listed, all, shape)
      t.match(told, [/^filter: .*only items that fit/])
    }
  },
)

t.test('what no answer has shown is not searched for', async (t) => {
  const silent: Fault = (asked, correct) =>
    asked.method === 'POST' ? { ...correct(), body: undefined } : undefined
  const { told, searches } = await search(listed, silent, { only: 'create read remove' })
  t.same(searches, [])
  t.notOk(told.some((each) => each.startsWith('filter')))
})

t.test('a body that the document does not allow is not sent', async (t) => {
  const properties = { color: COLORED.properties.color }
  const asking = async (schema: object) => {
    const content = json({ type: 'object', properties, ...schema })
    const paths = searching({ requestBody: { required: true, content } })
    const { told, searches } = await search(paths, byColor)
    t.same(told, [])
    return [...new Set(searches.map((each) => Object.keys(Object(each.body)).join()))]
  }
  t.same(await asking({ maxProperties: 0 }), [])
  t.same(await asking({ required: ['color'] }), ['color'])
})

t.test('a list that others add to meanwhile is no fault of a search', async (t) => {
  const { told } = await search(listed, (asked, correct, world) => {
    if (asked.method === 'GET' && asked.path === '/things')
      world.keep(`other-${world.asked.length}`, { color: 'red' })
    return byColor(asked, correct, world)
  })
  t.notOk(told.some((each) => each.startsWith('read-safe')))
})

t.test('what a search finds is known where the list is selected already', async (t) => {
  const open = query('open', { type: 'boolean', default: true })
  const shape = { query: [open] }
  t.same((await search(listed, byColor, shape)).told, [])
  t.match((await search(listed, all, shape)).told, [/^filter: /])
})

const query = (name: string, schema: object, more: object = {}) => ({
  ...{ name, in: 'query', schema },
  ...more,
})

/** What is asked for with a filter of a list. */
async function filter(shape: Shape, fault?: Fault) {
  const { told, world } = await played(shape, fault, [filtersSelect])
  const queries = world.asks('GET /things').map((each) => `${each.query}`)
  return { told, queries: queries.filter((each) => each !== '') }
}

t.test(
  'a list that is selected already is filtered, one that needs another parameter is not',
  async (t) => {
    const color = query('color', text)
    const open = query('open', { type: 'boolean', default: true })
    const mode = query('mode', { enum: ['all'] }, { required: true })
    const selected = await filter({ asks: COLORED, query: [color, open] })
    t.same(selected.told, [])
    t.ok(selected.queries.every((each) => /^color=\w+$/.test(each)))
    t.ok(selected.queries.length > 0)
    const { told, queries } = await filter({ asks: COLORED, query: [color, mode] })
    t.same(told, [])
    t.notOk(queries.some((each) => each.includes('color')))
  },
)

t.test('a filter is asked for values that it may have', async (t) => {
  const asks = (member: object) => ({
    ...NAMED,
    required: ['name', 'kind'],
    properties: { ...NAMED.properties, kind: member },
  })
  const listOf = (values: unknown[]) => ({ type: 'string', enum: values })
  const narrow = query('kind', { type: 'string', enum: ['a', 'b'], pattern: '^a$' })
  const one = await filter({ asks: asks(listOf(['a', 'b'])), query: [narrow] })
  t.same(one, { told: [], queries: ['kind=a'] })
  const either = query('kind', { type: 'boolean' })
  const two = await filter({ asks: asks({ type: 'boolean' }), query: [either] })
  t.same(two, { told: [], queries: ['kind=true', 'kind=false'] })
  const day = query('kind', { type: 'string', format: 'date' })
  const three = await filter({ asks: asks({ type: 'string', format: 'date' }), query: [day] })
  t.same(three, { told: [], queries: [] })
})
