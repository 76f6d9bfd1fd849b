import t from 'tap'
import { filtersSelect } from '#toolkit/conformance/probes/state/lists/filters.js'
import { parametersIn, pathsWith } from '../../helpers/documents.js'
import { listing } from '../faults.js'
import { type Fault, NAMED, namedWith, played, type Shape } from '../small-world.js'
import { tells } from '../told.js'

const integer = { type: 'integer', minimum: 1, maximum: 900 }
const text = { type: 'string' }
const kind = { enum: ['a', 'b'] }
const state = { type: 'string', enum: ['new', 'old'] }
const host = { type: 'string', pattern: '^[a-z]{3}[.](org|net)$' }
const owner = { type: 'string', format: 'uuid' }
const createdAt = { type: 'string', format: 'date-time' }
const tags = { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c', 'd'] } }
const color = { type: 'string', enum: ['red', 'blue'] }
const Part = { type: 'object', required: ['color'], properties: { color } }
const PARTS = `
  GET /things/{id}/parts | {query: {color: Color}, 200: [Part]}
  POST /things/{id}/parts | {asks: Part, 201: Part}
`

/** Things that have a member more, by whose name and others they are filtered. */
const by = (member: object, query: object, description?: string): Shape => ({
  asks: namedWith(member),
  query: parametersIn('query', { ...query }).map((each) => ({ ...each, description })),
})
const byAge = (name: string, description?: string) =>
  by({ age: integer }, { [name]: integer }, description)
const byName = (description: string) => by({ age: integer }, { name: text }, description)
const byTags = (description: string) => by({ tags }, { tags }, description)
const filter = { type: 'object', properties: { age: integer, name: text } }

const SHAPES: Readonly<Record<string, Shape>> = {
  age: byAge('age'),
  'filter[age]': byAge('filter[age]'),
  ages: by({ age: integer }, { age: { type: 'array', items: integer } }),
  states: {
    asks: namedWith({ state: { ...state, readOnly: true } }, []),
    query: parametersIn('query', { state: { type: 'array', items: state } }),
  },
  'least age': byAge('minAge'),
  'age above': byAge('minAge', 'Older than this.'),
  'any least age': by({ age: integer }, { minAge: { type: 'integer', minimum: 1 } }),
  kind: by({ kind }, { kind }),
  done: by({ done: { type: 'boolean' } }, { done: { enum: ['true', 'false'] } }),
  'any kind': by({ kind }, { kind: { enum: ['all', 'a', 'b'] } }),
  owner: {
    ...by({ owner }, { owner }),
    asks: { ...NAMED, required: ['owner'], properties: { id: NAMED.properties.id, owner } },
  },
  parts: { paths: pathsWith({ Part, Color: color })(PARTS) },
  'the name': byName('Exactly this name.'),
  'part of a name': byName('Names that contain this text.'),
  'begin of a name': byName('Names that begin with this.'),
  'any name': byName('By name.'),
  wildcards: byName('By name; % and _ are wildcards.'),
  'all tags': byTags('Things that have all of these tags.'),
  'one tag': byTags('Things that have one of these tags.'),
  'any tags': byTags('By tags.'),
  'a label': by({ labels: { type: 'array', items: text } }, { label: text }, 'Has this label.'),
  'things with a label': by(
    { labels: { type: 'array', items: text } },
    { label: text },
    'Only those with this label.',
  ),
  'text in names': by({ text }, { text }, 'Things whose name contains this text.'),
  'a short tag': by(
    { tags: { type: 'array', default: [], items: { type: 'string', pattern: '^[a-z]{2,3}$' } } },
    { tag: text },
  ),
  hosts: by({ host }, { host }),
  'age and name': by({ age: integer }, { age: integer, name: text }),
  members: {
    ...byAge('age'),
    query: [
      {
        ...{ name: 'filter', in: 'query', schema: filter, style: 'deepObject' },
        description: 'All members must fit.',
      },
    ],
  },
  pages: by(
    { age: integer },
    {
      age: integer,
      limit: { type: 'integer', minimum: 1, maximum: 50 },
      page: { type: 'integer' },
    },
  ),
  created: by({ createdAt }, { createdFrom: createdAt }),
}

const ROWS = `
  is right | filtersSelect | age
  lists everything | filtersSelect | age | filter: age=…: only items that fit; an item with {"age":[…]}
  lists everything | filtersSelect | filter[age] | filter: filter[age]=…: only items that fit; an item with {"age":[…]}
  lists everything | filtersSelect | kind | filter: kind="…": only items that fit; …
  is right | filtersSelect | done
  lists everything | filtersSelect | done | filter: done="true": only items that fit; an item with {"done":[false]}
  knows a word for all kinds | filtersSelect | any kind
  is right | filtersSelect | any kind | filter: kind="all": the … items that fit; all but …
  gives all things one owner | filtersSelect | owner | filter: owner=…: only items that fit; …
  takes two ages | filtersSelect | ages
  takes the first of two ages | filtersSelect | ages | filter: age=[…,…]: the … items that fit; all but …, such as one with {"age":[…]}
  takes two states | filtersSelect | states
  takes the first of two states | filtersSelect | states | filter: state=["old","new"]: the … items that fit; all but …
  has new things that are old when they are looked for | filtersSelect | states
  is right | filtersSelect | hosts
  lists everything | filtersSelect | hosts | filter: host=…: only items that fit; …
  filters parts | filtersSelect | parts
  lists all parts | filtersSelect | parts | filter: color="red": only items that fit; an item with {"color":["blue"]}
  lists from an age on | filtersSelect | least age
  lists what is above an age | filtersSelect | least age | filter: …the … items that fit; all but …
  lists what is above an age | filtersSelect | age above
  lists from an age on | filtersSelect | age above | filter: …only items that fit; …
  lists from an age on | filtersSelect | any least age
  answers 404 in place of an empty list | filtersSelect | any least age | filter: …a list, if only an empty one; status 404…
  compares names | filtersSelect | the name
  looks into names | filtersSelect | the name | filter: name=…
  looks at the begin of names | filtersSelect | the name | filter: name=…
  compares names | filtersSelect | part of a name | filter: name=…
  looks into names | filtersSelect | part of a name
  looks at the begin of names | filtersSelect | part of a name | filter: name=…
  compares names | filtersSelect | begin of a name | filter: name=…
  looks into names | filtersSelect | begin of a name | filter: name=…
  looks at the begin of names | filtersSelect | begin of a name
  compares names | filtersSelect | any name
  looks into names | filtersSelect | any name
  takes % and _ in names for any text | filtersSelect | any name | filter: name="kit…_…": only items that fit; …
  takes % and _ in names for any text | filtersSelect | wildcards
  looks for all tags | filtersSelect | all tags
  looks for one tag | filtersSelect | all tags | filter: tags=…
  looks for one tag | filtersSelect | one tag
  looks for all tags | filtersSelect | one tag | filter: tags=…
  looks for all tags | filtersSelect | any tags
  looks for one tag | filtersSelect | any tags
  looks at all labels | filtersSelect | a label
  looks at the first label | filtersSelect | a label | filter: label="…": the … items that fit; all but 1, such as one with {"labels":[…]}
  looks at the begin of labels | filtersSelect | things with a label | filter: label="…
  lists everything | filtersSelect | a short tag | filter: tag="…": only items that fit; an item with {"tags":["…"]}
  looks for a text in names | filtersSelect | text in names
  looks at each filter | filtersSelect | age and name
  looks at no filter where there are two | filtersSelect | age and name | filter: age=… and name=…
  looks at each filter | filtersSelect | members
  looks at the last filter | filtersSelect | members | filter: filter=…
  is right | filtersSelect | pages
  filters pages | filtersSelect | pages | filter: …the … items that fit; all but …
  knows time zones | filtersSelect | created
  overlooks time zones | filtersSelect | created | filter: createdFrom=…+05:30": …
`

interface Thing {
  readonly name: string
  readonly age: number
  readonly tags: string[]
  readonly labels: string[]
}

const keeping = (rule: (item: Thing, query: URLSearchParams) => boolean) =>
  listing<Thing>((all, { query }) => all.filter((each) => rule(each, query)))

const having = (most: number) =>
  keeping(({ age }, query) => {
    const ages = query.getAll('age').slice(0, most)
    return ages.length === 0 || ages.includes(String(age))
  })

/** Has but new things, and looks for so many states of those that are asked for. */
const newest = (most: number) =>
  listing<object>((all, { query }) => {
    const states = query.getAll('state').slice(0, most)
    const isNew = states.length === 0 || states.includes('new')
    return isNew ? all.map((each) => ({ ...each, state: 'new' })) : []
  })

/** Has things that go on by themselves, as soon as they are looked for. */
function aging(): Fault {
  let state = 'new'
  return listing<object>((all, { query }) => {
    const states = query.getAll('state')
    if (states.length > 0) state = 'old'
    const isThere = states.length === 0 || states.includes(state)
    return isThere ? all.map((each) => ({ ...each, state })) : []
  })
}

const labelled = (most?: number) =>
  keeping(({ labels }, query) => {
    const label = query.get('label')
    return label === null || labels.slice(0, most).includes(label)
  })

const fromAge: Fault = keeping(({ age }, query) => age >= Number(query.get('minAge') ?? 0))

/** Looks at all filters, or at those of them that `chosen` leaves. */
const fitting = (chosen: (keys: string[]) => string[]) =>
  keeping((item, query) =>
    chosen([...query.keys()]).every(
      (key) => String(item[key.replace(/^filter\[(.*)\]$/, '$1') as never]) === query.get(key),
    ),
  )

function ofParts(isFiltered: boolean): Fault {
  const kept = new Map<string, { color: string }[]>()
  return ({ method, path, body, query }) => {
    if (!path.endsWith('/parts')) return undefined
    const parts = kept.get(path) ?? []
    if (method === 'POST') kept.set(path, [...parts, body as never])
    const wanted = isFiltered ? query.get('color') : null
    const found = parts.filter((each) => wanted === null || each.color === wanted)
    return method === 'POST' ? { status: 201, body } : { status: 200, body: found }
  }
}

/** Shows when things were made, a minute one after the other, and lists those since an instant. */
const since = (isZoned: boolean) =>
  listing<object>((all, { query }) => {
    const instant = (at: number) => new Date(1.7e12 + at * 60_000).toISOString()
    const given = query.get('createdFrom') ?? instant(0)
    const from = Date.parse(isZoned ? given : given.replace('+05:30', 'Z'))
    return all
      .map((each, at) => ({ ...each, createdAt: instant(at) }))
      .filter((each) => Date.parse(each.createdAt) >= from)
  })

tells(ROWS, {
  shapes: SHAPES,
  servers: {
    'lists everything': listing((all) => all),
    'knows a word for all kinds': keeping((item, query) => {
      const asked = query.get('kind') ?? 'all'
      return asked === 'all' || Object(item).kind === asked
    }),
    'gives all things one owner': (asked, correct, { things }) => {
      const owner = '7b1f5a2c-6d0f-4f7e-9a4d-0c8f7a3b5e21'
      for (const [id, each] of things) things.set(id, { ...Object(each), owner })
      return listing((all) => all)(asked, correct, { things } as never)
    },
    'takes two ages': having(2),
    'takes the first of two ages': having(1),
    'takes two states': newest(2),
    'takes the first of two states': newest(1),
    'has new things that are old when they are looked for': aging(),
    'filters parts': ofParts(true),
    'lists all parts': ofParts(false),
    'lists from an age on': fromAge,
    'lists what is above an age': keeping(
      ({ age }, query) => age > Number(query.get('minAge') ?? 0),
    ),
    'answers 404 in place of an empty list': (...given) => {
      const answer = fromAge(...given)
      return Array.isArray(answer?.body) && answer.body.length === 0 ? { status: 404 } : answer
    },
    'looks at all labels': labelled(),
    'looks at the first label': labelled(1),
    'looks at the begin of labels': keeping(({ labels }, query) =>
      labels.some((each) => each.startsWith(query.get('label') ?? '')),
    ),
    'compares names': keeping(({ name }, query) => name === (query.get('name') ?? name)),
    'looks for a text in names': keeping(({ name }, query) =>
      name.includes(query.get('text') ?? ''),
    ),
    'looks into names': keeping(({ name }, query) => name.includes(query.get('name') ?? '')),
    'looks at the begin of names': keeping(({ name }, query) =>
      name.startsWith(query.get('name') ?? ''),
    ),
    'takes % and _ in names for any text': keeping(({ name }, query) => {
      const pattern = query.get('name') ?? '%'
      return new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`).test(name)
    }),
    'looks for all tags': keeping((item, query) =>
      query.getAll('tags').every((each) => item.tags.includes(each)),
    ),
    'looks for one tag': keeping(
      (item, query) =>
        !query.has('tags') || query.getAll('tags').some((each) => item.tags.includes(each)),
    ),
    'looks at each filter': fitting((keys) => keys),
    'looks at the last filter': fitting((keys) => keys.slice(-1)),
    'looks at no filter where there are two': fitting((keys) => (keys.length > 1 ? [] : keys)),
    'filters pages': ({ query }, correct) => {
      const age = query.get('age')
      query.delete('age')
      const reply = correct()
      if (age === null || !Array.isArray(reply.body)) return reply
      return { ...reply, body: reply.body.filter((each) => String(each.age) === age) }
    },
    'knows time zones': since(true),
    'overlooks time zones': since(false),
  },
})

t.test('a filter is asked for three values that items have, and of one thing', async (t) => {
  const asked = async (shape: Shape, fault?: Fault) => {
    const { world } = await played(shape, fault, [filtersSelect])
    return world.asked
      .filter(({ method, query }) => method === 'GET' && query.size > 0)
      .map((each) => `${each.path.replace(/\d+/, 'ID')}?${each.query}`)
  }
  t.match(await asked(SHAPES.age as Shape), Array(3).fill(/^\/things\?age=\d+$/))
  t.same(await asked(SHAPES.parts as Shape, ofParts(true)), [
    '/things/ID/parts?color=red',
    '/things/ID/parts?color=blue',
  ])
})
