import t from 'tap'
import { filtersSelect } from '#toolkit/conformance/probes/state/lists/filters.js'
import { type Fault, json, NAMED, played, type Shape } from '../small-world.js'

const integer = { type: 'integer', minimum: 1, maximum: 900 }
const AGED = {
  ...NAMED,
  required: ['name', 'age'],
  properties: { ...NAMED.properties, age: integer },
}
const query = (name: string, schema: object, more: object = {}) => [
  { name, in: 'query', schema, ...more },
]

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

t.test('a filter by what nothing has finds nothing', async (t) => {
  const uuid = { type: 'string', format: 'uuid' }
  const asks = {
    ...AGED,
    required: ['name', 'kind'],
    properties: { ...NAMED.properties, kind: { enum: ['a', 'b'] } },
  }
  const kinds = await filtered(
    { asks, query: query('kind', { enum: ['a', 'b'] }) },
    '/things',
    everything,
  )
  t.match(kinds.told, [/^filter: kind="[ab]": only items that fit/], 'listed values need no type')
  const owned = {
    ...NAMED,
    required: ['owner'],
    properties: { id: NAMED.properties.id, owner: uuid },
  }
  const alone: Fault = (asked, correct, world) => {
    const owner = '7b1f5a2c-6d0f-4f7e-9a4d-0c8f7a3b5e21'
    for (const [id, each] of world.things) world.things.set(id, { ...Object(each), owner })
    return everything(asked, correct, world)
  }
  const shape = { asks: owned, query: query('owner', uuid) }
  t.match((await filtered(shape, '/things', alone)).told, [
    /^filter: owner=.*: only items that fit/,
  ])
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
  t.ok(asked.some((each) => /^age=\d+&age=\d+$/.test(`${each.query}`)))
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

/** Lists the things that a rule keeps. */
const keeping =
  (
    rule: (item: { name: string; age: number; tags: string[] }, query: URLSearchParams) => boolean,
  ): Fault =>
  (asked, correct, world) => {
    const reply = everything(asked, correct, world)
    return (
      reply && { ...reply, body: (reply.body as never[]).filter((each) => rule(each, asked.query)) }
    )
  }

t.test('a minimum is a value that items may have; what is said otherwise counts', async (t) => {
  const inside = keeping(({ age }, asked) => age >= Number(asked.get('minAge') ?? 0))
  const outside = keeping(({ age }, asked) => age > Number(asked.get('minAge') ?? 0))
  const least = { asks: AGED, query: query('minAge', integer) }
  t.same((await filtered(least, '/things', inside)).told, [])
  t.match((await filtered(least, '/things', outside)).told, [/the \d items that fit \| all but/])
  const description = 'Older than this.'
  const above = { asks: AGED, query: query('minAge', integer, { description }) }
  t.same((await filtered(above, '/things', outside)).told, [])
  t.match((await filtered(above, '/things', inside)).told, [/only items that fit/])
})

t.test('a limit that nothing fits is answered with an empty list', async (t) => {
  const inside = keeping(({ age }, asked) => age >= Number(asked.get('minAge') ?? 0))
  const none: Fault = (asked, reply, world) => {
    const answer = inside(asked, reply, world)
    return Array.isArray(answer?.body) && answer.body.length === 0 ? { status: 404 } : answer
  }
  const shape = { asks: AGED, query: query('minAge', { type: 'integer', minimum: 1 }) }
  t.same((await filtered(shape, '/things', inside)).told, [])
  t.match((await filtered(shape, '/things', none)).told, [
    /a list, if only an empty one \| status 404/,
  ])
})

const TEXTS: readonly [description: string, right: number, wrong: number[]][] = [
  ['Exactly this name.', 0, [1, 2]],
  ['Names that contain this text.', 1, [0, 2]],
  ['Names that begin with this.', 2, [0, 1]],
]

t.test('a text is compared as the description says; else how that is done is noted', async (t) => {
  const ways = [
    keeping(({ name }, asked) => name === (asked.get('name') ?? name)),
    keeping(({ name }, asked) => name.includes(asked.get('name') ?? '')),
    keeping(({ name }, asked) => name.startsWith(asked.get('name') ?? '')),
  ]
  const about = (description: string) => ({
    asks: AGED,
    query: query('name', { type: 'string' }, { description }),
  })
  for (const [description, right, wrong] of TEXTS) {
    t.same((await filtered(about(description), '/things', ways[right])).told, [], description)
    for (const each of wrong) {
      t.match((await filtered(about(description), '/things', ways[each])).told, [/^filter: name=/])
    }
  }
  for (const [at, note] of [
    'finds no parts of texts',
    'finds texts that contain its value',
  ].entries()) {
    const { told, notes } = await played(about('By name.'), ways[at], [filtersSelect])
    t.same(told, [])
    t.same(notes, [`name of GET /things ${note}`])
  }
})

t.test('of several values one is enough, or all are asked for, as is said', async (t) => {
  const tag = { type: 'string', enum: ['a', 'b', 'c', 'd'] }
  const tags = { type: 'array', items: tag }
  const asks = { ...NAMED, required: ['name', 'tags'], properties: { ...NAMED.properties, tags } }
  const about = (description: string) => ({ asks, query: query('tags', tags, { description }) })
  const all = keeping((item, asked) =>
    asked.getAll('tags').every((each) => item.tags.includes(each)),
  )
  const any = keeping(
    (item, asked) =>
      !asked.has('tags') || asked.getAll('tags').some((each) => item.tags.includes(each)),
  )
  for (const [description, right, wrong] of [
    ['Things that have all of these tags.', all, any],
    ['Things that have one of these tags.', any, all],
  ] as const) {
    t.same((await filtered(about(description), '/things', right)).told, [], description)
    t.match((await filtered(about(description), '/things', wrong)).told, [/^filter: tags=/])
  }
  for (const each of [all, any]) {
    t.same((await filtered(about('By tags.'), '/things', each)).told, [])
  }
})

t.test('members of a parameter are conditions, and two filters count at once', async (t) => {
  const properties = { age: integer, name: { type: 'string' } }
  const deep = query('filter', { type: 'object', properties }, { style: 'deepObject' })
  const two = [...query('age', integer), ...query('name', { type: 'string' })]
  const keys = (asked: URLSearchParams) => [...asked].map(([key]) => key)
  const fits = (item: object, asked: URLSearchParams, key: string) =>
    String(item[key.replace(/^filter\[(.*)\]$/, '$1') as never]) === asked.get(key)
  const every = keeping((item, asked) => keys(asked).every((key) => fits(item, asked, key)))
  const last = keeping((item, asked) =>
    keys(asked)
      .slice(-1)
      .every((key) => fits(item, asked, key)),
  )
  const none = keeping(
    (item, asked) => asked.size !== 1 || keys(asked).every((key) => fits(item, asked, key)),
  )
  t.same((await filtered({ asks: AGED, query: two }, '/things', every)).told, [])
  t.match((await filtered({ asks: AGED, query: two }, '/things', none)).told, [
    /^filter: age=.* and name=/,
  ])
  const all = [{ ...deep[0], description: 'All members must fit.' }]
  const { told, asked } = await filtered({ asks: AGED, query: all }, '/things', every)
  t.same(told, [])
  t.ok(asked.some((each) => each.query.size === 2))
  t.match((await filtered({ asks: AGED, query: all }, '/things', last)).told, [/^filter: filter=/])
})

t.test('pages are parts of a list that is filtered already', async (t) => {
  const limit = { type: 'integer', minimum: 1, maximum: 50 }
  const shape = {
    asks: AGED,
    query: [
      ...query('age', integer),
      ...query('limit', limit),
      ...query('page', { type: 'integer' }),
    ],
  }
  t.same((await filtered(shape, '/things')).told, [])
  const late: Fault = ({ query: asked }, correct) => {
    const age = asked.get('age')
    asked.delete('age')
    const reply = correct()
    if (age === null || !Array.isArray(reply.body)) return reply
    return { ...reply, body: reply.body.filter((each) => String(each.age) === age) }
  }
  t.match((await filtered(shape, '/things', late)).told, [/the \d items that fit \| all but/])
})

t.test('what SQL takes for any character is one of a text', async (t) => {
  const about = (description: string) => ({
    asks: AGED,
    query: query('name', { type: 'string' }, { description }),
  })
  const like = keeping(({ name }, asked) =>
    new RegExp(`^${(asked.get('name') ?? '%').replaceAll('%', '.*').replaceAll('_', '.')}$`).test(
      name,
    ),
  )
  t.match((await filtered(about('By name.'), '/things', like)).told, [/^filter: name="kit._/])
  t.same((await filtered(about('By name; % and _ are wildcards.'), '/things', like)).told, [])
})

t.test('an instant is the same in another time zone', async (t) => {
  const createdAt = { type: 'string', format: 'date-time' }
  const asks = {
    ...NAMED,
    required: ['name', 'createdAt'],
    properties: { ...NAMED.properties, createdAt },
  }
  const shape = { asks, query: query('createdFrom', createdAt) }
  /** A server that shows when things were made: a minute one after the other. */
  const since =
    (isZoned: boolean): Fault =>
    (asked, correct, world) => {
      const reply = everything(asked, correct, world)
      if (reply === undefined) return reply
      const instant = (at: number) => new Date(1.7e12 + at * 60_000).toISOString()
      const all = (reply.body as object[]).map((each, at) => ({ ...each, createdAt: instant(at) }))
      const text = asked.query.get('createdFrom') ?? instant(0)
      const from = Date.parse(isZoned ? text : text.replace('+05:30', 'Z'))
      return { ...reply, body: all.filter((each) => Date.parse(each.createdAt) >= from) }
    }
  t.same((await filtered(shape, '/things', since(true))).told, [])
  const { told } = await filtered(shape, '/things', since(false))
  t.match(told, [/^filter: createdFrom=.*\+05:30": /])
})
