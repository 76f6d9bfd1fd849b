import t from 'tap'
import { staleChangeIsRefused } from '#toolkit/conformance/probes/state/conditions.js'
import { replacementIsWhole } from '#toolkit/conformance/probes/state/replaced.js'
import { bodiesAreTaken } from '#toolkit/conformance/probes/state/taken-bodies.js'
import type { Scenario } from '#toolkit/conformance/resources/scenario.js'
import { parametersIn, pathsWith } from '../helpers/documents.js'
import { changing, listing, refusing } from './faults.js'
import {
  type Fault,
  json,
  NAMED,
  namedWith,
  played,
  type Reply,
  type Shape,
} from './small-world.js'
import { tells } from './told.js'

const text = { type: 'string' }
const map = (values: object) => ({ type: 'object', minProperties: 1, additionalProperties: values })

const boxes = {
  tags: { type: 'array', items: text, minItems: 1 },
  sizes: map({ type: 'integer' }),
}

const Case = namedWith(
  { state: { type: 'string', enum: ['open', 'over'] }, visits: { type: 'integer' } },
  [],
)
const closing = (conflict: string, description = 'Closes it.'): Shape => ({
  answers: Case,
  paths: pathsWith({ Case })(
    `POST /things/{id}/close | {description: ${description}, 200: Case, 404: null, 409: {description: ${conflict}}}`,
  ),
})

const SHAPES: Readonly<Record<string, Shape>> = {
  etags: { only: 'create read replace' },
  'closed changes': {
    ...{ only: 'create read change', asks: namedWith({ note: text }) },
    changes: json({ ...NAMED, required: [], minProperties: 1, additionalProperties: false }),
  },
  'new ones': { only: 'read replace', headers: parametersIn('header', { 'If-None-Match': text }) },
  deleted: {
    query: parametersIn('query', { includeDeleted: { type: 'boolean', default: false } }),
  },
  restored: {
    paths: pathsWith({ Named: NAMED })(
      'POST /things/{id}/restore | {200: Named, 404: null, 409: null}',
    ),
  },
  prices: {
    paths: pathsWith({ Price: namedWith({ cents: { type: 'integer' } }) })(
      'POST /things/{id}/price | {200: Price, 404: null}',
    ),
  },
  'open cases': closing('It is not open.'),
  'cases that are over': closing('It is over already.'),
  'cases for which it is': closing('It is not open.', 'Closes what is open or over.'),
  'cases that are opened': {
    answers: Case,
    paths: pathsWith({ Case })(`
      POST /things/{id}/close | {200: Case, 404: null}
      POST /things/{id}/open | {200: Case, 404: null}
    `),
  },
  'only open cases': closing(
    'No.',
    'Only a case that is open can be closed. Its state is then over.',
  ),
  'closed over': closing('It is not open.', 'Its state is then over.'),
  'some cases': closing('It is not open unless it is over.'),
  notes: { asks: namedWith({ note: text }, []) },
  instants: { asks: namedWith({ at: { type: 'string', format: 'date-time' } }, []) },
  boxes: { asks: namedWith(boxes) },
  counts: { asks: namedWith({ count: { type: 'integer' } }) },
  zoned: {
    asks: namedWith({ zone: { ...text, examples: ['UTC'] }, note: text, seal: text }, ['zone']),
  },
  labels: { asks: namedWith({ labels: { type: 'object', additionalProperties: text } }, []) },
  anything: { asks: namedWith({ extra: { type: 'object' } }) },
  nothing: { asks: namedWith({ note: { type: ['string', 'null'] } }) },
  zeros: {
    asks: namedWith(
      {
        extra: { type: 'object', additionalProperties: { type: ['boolean', 'string'] } },
        count: { type: 'integer', format: 'int32' },
      },
      [],
    ),
  },
}

const ROWS = `
  is right | readIsReached | etags
  forbids all changes | readIsReached | etags
  is right | replacementIsKept | notes
  loses the note of a PUT | replacementIsKept | notes | replaced: read back, /note is "…"; nothing
  finds nothing to replace | readIsReached | etags | replaced: no status 404 for what GET answers; status 404
  finds nothing to change | readIsReached | closed changes | patched: no status 404 for what GET answers; status 404
  finds nothing to remove | readIsReached | instants | removed: no status 404 for what GET answers; status 404
  forbids all changes | staleChangeIsRefused | etags
  refuses a change of another version with 409 | staleChangeIsRefused | etags | if-match: status 412 for If-Match with another ETag than "…"; status 409
  is right | staleIsRefused | closed changes
  ignores If-Match | staleIsRefused | closed changes | if-match: status 412 for If-Match with another ETag than "…"; status 200
  heeds If-None-Match | onlyNewIsMade | new ones
  ignores If-None-Match | onlyNewIsMade | new ones | if-none-match: status 412 for If-None-Match: * …; status 200
  includes what was deleted | moreIsIncluded | deleted
  lists only what was deleted | moreIsIncluded | deleted | filter: includeDeleted=true: what is in the list without it, too; all but some…
  forgets what was deleted | moreIsIncluded | deleted | filter: includeDeleted=true: what was removed; … others
  restores what was deleted | actionIsKept | restored
  answers as if it restored | actionIsKept | restored | action-kept: what POST /things/{id}/restore has restored; status 404
  tells a price that no thing has | actionIsKept | prices
  closes cases once | stateIsHeeded | open cases
  closes cases again | stateIsHeeded | open cases | state-heeded: status 409: state is "over"; a success
  closes cases again | stateIsHeeded | cases that are over | state-heeded: status 409: state is "over"; a success
  closes cases again | stateIsHeeded | cases for which it is
  closes cases again | stateIsHeeded | some cases
  closes cases again | stateIsHeeded | only open cases | state-heeded: status 409: state is "over"; a success
  closes cases again | stateIsHeeded | closed over | state-heeded: status 409: state is "over"; a success
  makes cases that are over, and closes each once | stateIsHeeded | open cases | state-heeded: status 409: state is "over"; a success
  closes no cases | actionIsKept | some cases | action-kept: state is "over"; nothing
  closes cases, and opens none | actionIsKept | cases that are opened | action-kept: state is "open"; "over"
  opens cases again that it has closed | actionIsKept | some cases
  has cases that open and close by themselves | actionIsKept | some cases
  has cases that open and close by themselves | stateIsHeeded | open cases
  keeps instants in UTC | valuesSurvive | instants
  forgets time zones | valuesSurvive | instants | round-trip: /at is "2024-06-30T23:30:00+05:30"; "2024-06-30T23:30:00Z"
  checks what no schema says | strictIsWhole | zoned
  checks what no schema says, and merges what is put | strictIsWhole | zoned | replaced: no note after a PUT without it; …
  has no labels for none | replacementIsWhole | labels
  is right | valuesSurvive | boxes
  has tags in small letters | valuesSurvive | boxes | round-trip: /tags/0… is …
  has names of sizes in small letters | valuesSurvive | boxes | round-trip: /sizes/KitName… is …
  is right | valuesSurvive | zeros
  is right | valuesSurvive | anything
  keeps texts of numbers | valuesSurvive | anything | round-trip: /extra/count is 7; "7"
  keeps an empty text for null | valuesSurvive | nothing | round-trip: /note is null; ""
  takes zero for nothing | valuesSurvive | zeros | round-trip: /count is 0; nothing
  refuses integers that no double holds | valuesSurvive | counts
`

/** It writes the others as JavaScript writes numbers. */
const doubles: Fault = ({ payload }, correct) => {
  const [digits = '0'] = /-?\d{16,}/.exec(String(payload)) ?? []
  if (BigInt(Number(digits)) !== BigInt(digits)) return { status: 400, body: {} }
  const { body, ...reply } = correct()
  const isItem = Object(body).count !== undefined
  return { ...reply, body: isItem ? { ...Object(body), count: Number(Object(body).count) } : body }
}

interface Thing {
  readonly at?: string
  readonly tags: string[]
  readonly sizes: object
  readonly labels?: object
  readonly extra: object
}

const showing = (change: (thing: Thing) => object) =>
  changing(/^GET .*\/things\/./, ({ status, body }) =>
    status === 200 ? { body: { ...Object(body), ...change(body as Thing) } } : {},
  )
const keepingAt = (kept: (text: string) => string) =>
  showing(({ at }) => (at === undefined ? {} : { at: kept(at) }))

const lower = (each: string) => each.toLowerCase()

const losing = (value: unknown) =>
  changing(/^GET .*\/things\/./, ({ status, body }: Reply) => {
    const without = (_: string, each: unknown) => (each === value ? undefined : each)
    return status === 200 ? { body: JSON.parse(JSON.stringify(body, without)) } : {}
  })

/** Keeps what was deleted, and lists what `shown` chooses of both. */
function keeping(shown: (there: object[], gone: unknown[], isAsked: boolean) => unknown): Fault {
  const gone: unknown[] = []
  const list = listing((all, { query }) => shown(all, gone, query.get('includeDeleted') === 'true'))
  return (asked, correct, world) => {
    const thing = world.things.get(asked.path.split('/')[2] ?? '')
    if (asked.method === 'DELETE' && thing !== undefined) gone.push(thing)
    return list(asked, correct, world)
  }
}

function restoring(isKept: boolean): Fault {
  const gone = new Map<string, unknown>()
  return ({ method, path }, _, { things }) => {
    const [, , id = '', action] = path.split('/')
    if (method === 'DELETE' && things.has(id)) gone.set(id, things.get(id))
    if (action !== 'restore') return undefined
    if (!gone.has(id)) return { status: things.has(id) ? 409 : 404, body: {} }
    if (isKept) things.set(id, gone.get(id))
    return { status: 200, body: gone.get(id) }
  }
}

const closingCases =
  (isOnce: boolean): Fault =>
  ({ path }, _, { things }) => {
    const [, , id = '', action] = path.split('/')
    const known = Object(things.get(id))
    if (action !== 'close' || !things.has(id)) return undefined
    if (isOnce && known.state === 'over') return { status: 409, body: {} }
    things.set(id, { ...known, state: 'over' })
    return { status: 200, body: things.get(id) }
  }

/** Has cases that go on by themselves after each request of a method. */
const goingOn = (method: string, next: (state: string) => string): Fault => {
  const close = closingCases(false)
  return (asked, correct, world) => {
    const reply = close(asked, correct, world) ?? correct()
    const { id } = Object(reply.body)
    const { state = 'open', ...known } = Object(world.things.get(id))
    const kept = (is: string) => world.keep(id, { ...known, state: is, visits: world.asked.length })
    if (asked.path === '/things' && asked.method === 'POST') return kept(state)
    if (asked.method === method && asked.path !== '/things') kept(next(state))
    return reply
  }
}

/** Knows one zone, makes nothing twice with one name, and takes a seal of nobody. */
const strict =
  (isMerging: boolean): Fault =>
  ({ method, path, body }, correct, world) => {
    const { name, zone, seal } = Object(body)
    const isTaken = [...world.things.values()].some((each) => Object(each).name === name)
    if (method === 'POST' && isTaken) return { status: 409, body: {} }
    if (method.startsWith('P') && (zone !== 'UTC' || seal)) return { status: 400, body: {} }
    const id = path.split('/')[2] as string
    const merged = { ...Object(world.things.get(id)), ...Object(body) }
    return method === 'PUT' && isMerging ? world.keep(id, merged) : correct()
  }

/** Plays a scenario with bodies of which it is known what the server takes. */
const knowing = (scenario: Scenario): Scenario => ({
  ...scenario,
  async play(...given) {
    await bodiesAreTaken.play(...given)
    await scenario.play(...given)
  },
})

tells(ROWS, {
  scenarios: {
    strictIsWhole: knowing(replacementIsWhole),
    staleIsRefused: knowing(staleChangeIsRefused),
  },
  shapes: SHAPES,
  servers: {
    'checks what no schema says': strict(false),
    'checks what no schema says, and merges what is put': strict(true),
    'has no labels for none': showing(({ labels = {} }) => ({ labels })),
    'loses the note of a PUT': ({ method, path }, correct, { things }) => {
      if (method !== 'PUT') return undefined
      const reply = correct()
      const [, , id = ''] = path.split('/')
      const { note: _, ...others } = Object(things.get(id))
      things.set(id, others)
      return reply
    },
    'finds nothing to replace': refusing(/^PUT/, 404),
    'finds nothing to change': refusing(/^PATCH/, 404),
    'finds nothing to remove': refusing(/^DELETE/, 404),
    'forbids all changes': refusing(/^PUT/),
    'refuses a change of another version with 409': changing(/./, ({ status }) =>
      status === 412 ? { status: 409, body: {} } : {},
    ),
    'ignores If-Match': (asked, correct) => {
      Object.assign(asked, { headers: { ...asked.headers, 'if-match': undefined } })
      return correct()
    },
    'heeds If-None-Match': ({ method, headers }, correct, { things }) =>
      method === 'PUT' && headers['if-none-match'] === '*' && things.size > 0
        ? { status: 412, body: {} }
        : correct(),
    'ignores If-None-Match': ({ method, path, body }, correct, world) =>
      method === 'PUT' ? world.keep(path.split('/')[2] as string, body) : correct(),
    'includes what was deleted': keeping((there, gone, isAsked) => [
      ...[...there, ...(isAsked ? gone : [])],
    ]),
    'lists only what was deleted': keeping((there, gone, isAsked) => (isAsked ? gone : there)),
    'forgets what was deleted': keeping((there) => there),
    'restores what was deleted': restoring(true),
    'answers as if it restored': restoring(false),
    'tells a price that no thing has': ({ path }, _, { things }) => {
      const known = things.get(path.split('/')[2] ?? '')
      const isPriced = path.endsWith('/price') && known !== undefined
      return isPriced ? { status: 200, body: { ...Object(known), cents: 5 } } : undefined
    },
    'makes cases that are over, and closes each once': (asked, correct, world) => {
      if (asked.path.endsWith('/close') && world.asks(`POST ${asked.path}`).length > 1)
        return { status: 409, body: {} }
      const reply = closingCases(false)(asked, correct, world) ?? correct()
      const { id } = Object(reply.body)
      const isNew = asked.method === 'POST' && asked.path === '/things' && reply.status === 201
      return isNew ? world.keep(id, { ...Object(reply.body), state: 'over' }) : reply
    },
    'closes cases once': closingCases(true),
    'closes cases again': closingCases(false),
    'closes cases, and opens none': (asked, correct, world) => {
      const [, , id = '', action] = asked.path.split('/')
      const opened = { ...Object(world.things.get(id)), state: 'open' }
      if (action === 'open') return { status: 200, body: opened }
      return goingOn('', String)(asked, correct, world)
    },
    'closes no cases': ({ path }, _, { things }) => {
      const known = things.get(path.split('/')[2] ?? '')
      const isClosed = path.endsWith('/close') && known !== undefined
      return isClosed ? { status: 200, body: { ...Object(known), state: 'over' } } : undefined
    },
    'opens cases again that it has closed': goingOn('POST', () => 'open'),
    'has cases that open and close by themselves': goingOn('GET', (state) =>
      state === 'open' ? 'over' : 'open',
    ),
    'keeps instants in UTC': keepingAt((at) => new Date(at).toISOString()),
    'forgets time zones': keepingAt((at) => `${at.slice(0, 19)}Z`),
    'has tags in small letters': showing(({ tags }) => ({ tags: tags.map(lower) })),
    'has names of sizes in small letters': showing(({ sizes }) => ({
      sizes: Object.fromEntries(Object.entries(sizes).map(([name, each]) => [lower(name), each])),
    })),
    'keeps an empty text for null': showing((item) => ({ note: Object(item).note ?? '' })),
    'takes zero for nothing': losing(0),
    'refuses integers that no double holds': doubles,
    'keeps texts of numbers': showing(({ extra }) => {
      const text = (_: string, each: unknown) => (typeof each === 'number' ? `${each}` : each)
      return { extra: JSON.parse(JSON.stringify(extra, text)) }
    }),
  },
})

t.test('a change that is forbidden is tried for another version, and for its own', async (t) => {
  const { world } = await played(SHAPES.etags as Shape, refusing(/^PUT/), [staleChangeIsRefused])
  const found = world.asks('PUT').map(({ headers }) => headers['if-match'])
  t.match(found, ['"kit-of-another-version"', /^"\d+-1"$/])
})
