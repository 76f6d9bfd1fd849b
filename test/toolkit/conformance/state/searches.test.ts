import t from 'tap'
import { filtersSelect } from '#toolkit/conformance/probes/state/lists/filters.js'
import { searchesSelect } from '#toolkit/conformance/probes/state/lists/searches.js'
import { parametersIn, pathsWith } from '../helpers/documents.js'
import { type Fault, namedWith, played, type Shape } from './small-world.js'
import { tells } from './told.js'

const text = { type: 'string' }
const boolean = { type: 'boolean' }
const color = { enum: ['red', 'blue'], ...text }
const COLORED = {
  type: 'object',
  required: ['color'],
  properties: { id: { ...text, readOnly: true }, color },
}

/** The schema of what POST asks for: things are of one kind by being of one schema. */
const Thing = { $ref: '#/paths/~1things/post/requestBody/content/application~1json/schema' }

/** Things with a search at a path of its own. */
const searching = (asks: string, shape: Shape = {}): Shape => {
  const paths = pathsWith({ Thing })(`POST /things/search | {${asks} 200: [Thing]}`)
  return { asks: COLORED, answers: Thing, paths, ...shape }
}

const OF_COLOR = 'properties: {color: {enum: [red, blue], type: string}}'
const asked = `asks: {type: object, ${OF_COLOR}},`
const open = parametersIn('query', { open: { ...boolean, default: true } })

const SHAPES: Readonly<Record<string, Shape>> = {
  'no body': searching(''),
  listed: searching(asked),
  texts: searching('asks: {type: object, properties: {color: {type: string}}},'),
  within: searching(`asks: {type: object, properties: {where: {type: object, ${OF_COLOR}}}},`),
  'no list': searching(asked, { only: 'create read remove' }),
  open: searching(asked, { query: open }),
  nothing: searching(`asks: {type: object, maxProperties: 0, ${OF_COLOR}},`),
  required: searching(`asks: {type: object, required: [color], ${OF_COLOR}},`),
}

const ROWS = `
  finds all | searchesSelect | no body
  finds things of a color | searchesSelect | listed
  finds things of a color | searchesSelect | texts
  finds things of a color | searchesSelect | required
  finds things of the color within a member | searchesSelect | within
  finds all | searchesSelect | listed | filter: …only items that fit; …
  finds all | searchesSelect | no list | filter: …only items that fit; …
  finds things of a color | searchesSelect | open
  finds all | searchesSelect | open | filter: …
`

/** Answers a search with the things of the color that `colorOf` takes from its body. */
const answering =
  (colorOf: (body: { color?: string; where?: { color?: string } }) => string | undefined): Fault =>
  ({ path, body }, _, { things }) => {
    if (path !== '/things/search') return undefined
    const wanted = colorOf(Object(body))
    const all = [...things.values()] as { color: string }[]
    return { status: 200, body: all.filter((each) => !wanted || each.color === wanted) }
  }
const byColor = answering(({ color }) => color)
const all = answering(() => undefined)

tells(ROWS, {
  shapes: SHAPES,
  servers: {
    'finds all': all,
    'finds things of a color': byColor,
    'finds things of the color within a member': answering(({ where }) => where?.color),
  },
})

const search = async (shape: string, fault: Fault) => {
  const { told, world } = await played(SHAPES[shape] as Shape, fault, [searchesSelect])
  const bodies = world.asks('POST /things/search').map(({ body }) => Object.keys(Object(body)))
  return { told, members: [...new Set(bodies.map((each) => each.join()))] }
}

t.test('nothing is searched for without a body, or by one that is not allowed', async (t) => {
  for (const [shape, ...members] of [
    ['no body'],
    ['nothing'],
    ['required', 'color'],
    ['listed', 'color'],
  ] as const)
    t.same((await search(shape, byColor)).members.toSorted(), members, shape)
})

t.test('what no answer has shown is not searched for', async (t) => {
  const silent: Fault = ({ method }, correct) =>
    method === 'POST' ? { ...correct(), body: undefined } : undefined
  const { told, members } = await search('no list', silent)
  t.same(members, [])
  t.notOk(told.some((each) => each.startsWith('filter')))
})

t.test('a list that others add to meanwhile is no fault of a search', async (t) => {
  const { told } = await search('listed', (asked, correct, world) => {
    if (asked.method === 'GET' && asked.path === '/things')
      world.keep(`other-${world.asked.length}`, { color: 'red' })
    return byColor(asked, correct, world)
  })
  t.notOk(told.some((each) => each.startsWith('read-safe')))
})

/** The queries that filters of a list are asked with, and by which nothing is found. */
async function queries(asks: object, query: object[]): Promise<string[]> {
  const { told, world } = await played({ asks, query }, undefined, [filtersSelect])
  t.same(told, [])
  return world.asks('GET /things').flatMap(({ query: each }) => (each.size > 0 ? `${each}` : []))
}

t.test('a list is filtered that is selected already, not one that needs a parameter', async (t) => {
  const filter = parametersIn('query', { color: text })
  const selected = await queries(COLORED, [...filter, ...open])
  t.ok(selected.length > 0 && selected.every((each) => /^color=\w+$/.test(each)))
  const mode = parametersIn('query', { 'mode!': { enum: ['all'] } })
  t.notOk((await queries(COLORED, [...filter, ...mode])).some((each) => each.includes('color')))
})

t.test('a filter is asked for values that it may have', async (t) => {
  const letters = { ...text, enum: ['a', 'b'] }
  const day = { ...text, format: 'date' }
  for (const [member, schema, ...expected] of [
    [letters, { ...letters, pattern: '^a$' }, 'kind=a'],
    [boolean, boolean, 'kind=true', 'kind=false'],
    [day, day],
  ] as const) {
    const asks = namedWith({ kind: member })
    t.same(await queries(asks, parametersIn('query', { kind: schema })), expected)
  }
})
