import t from 'tap'
import type { PatchStep } from '#toolkit/conformance/probes/state/json-patch.js'
import { jsonPatchIsApplied } from '#toolkit/conformance/probes/state/json-patched.js'
import { merged } from '#toolkit/conformance/probes/state/patched.js'
import { asIs, changing } from './faults.js'
import { type Fault, json, NAMED, namedWith, played, type Shape } from './small-world.js'
import { tells } from './told.js'

const text = { type: 'string' }
const MERGED = 'It is a JSON merge patch (RFC 7396).'
const readOnly = (schema: object) => ({ ...schema, readOnly: true })
const labels = { type: 'object', additionalProperties: { type: ['string', 'null'] } }
const object = (properties: object) => ({ type: 'object', properties })
const versioned = {
  ...{ id: readOnly(text), name: text, note: { type: ['string', 'null'] } },
  version: { type: 'integer' },
}

const versions = (properties: Record<keyof typeof versioned, object>): Shape => ({
  asks: {
    ...{ type: 'object', required: ['name'] },
    properties: { ...properties, version: readOnly(properties.version) },
  },
  changes: json({
    ...{ type: 'object', required: ['version'] },
    properties: { ...properties, id: false },
  }),
  only: 'create list read change remove',
  description: MERGED,
})

/** Things that JSON patches change, of steps of some kinds. */
const steps = (ops: readonly string[], shape: Shape = { asks: NAMED }): Shape => {
  const schema = { type: 'array', items: { type: 'object', properties: { op: { enum: ops } } } }
  const changes = { 'application/json-patch+json': { schema } }
  return { only: 'create read change remove', changes, ...shape }
}
const ALL = ['add', 'remove', 'replace', 'test']
const named = (members: object) => ({ asks: namedWith(members, []) })

const SHAPES: Readonly<Record<string, Shape>> = {
  labels: {
    asks: { type: 'object', properties: { id: readOnly(text), labels } },
    description: MERGED,
  },
  due: { asks: namedWith({ due: { ...text, format: 'date-time' } }), description: MERGED },
  created: {
    asks: {
      type: 'object',
      properties: { id: readOnly(text), created: readOnly(text), name: text },
    },
  },
  rows: {
    asks: namedWith({ rows: { type: 'array', items: object({ label: text }) } }),
    answers: namedWith({
      rows: { type: 'array', items: object({ id: { type: 'integer' }, label: text }) },
    }),
  },
  labeled: {
    asks: namedWith({ labels: { type: 'array', items: text } }),
    answers: namedWith({ labels: { type: 'array', items: object({ label: text }) } }),
  },
  seats: { asks: namedWith({ seats: { type: 'integer', minimum: 1, default: 1 } }, []) },
  edited: { asks: namedWith({ editedAt: readOnly({ type: ['string', 'null'] }) }, []) },
  dated: { asks: namedWith({ updatedAt: readOnly({ ...text, format: 'date-time' }) }, []) },
  modified: { asks: namedWith({ modified: readOnly({ ...text, format: 'date-time' }) }, []) },
  versions: versions(versioned),
  defaults: versions({ ...versioned, note: { ...versioned.note, default: 'null' } }),
  steps: steps(ALL),
  'steps or labels': {
    only: 'create read change remove',
    asks: { type: 'object', properties: { id: readOnly(text), labels } },
    changes: {
      ...steps(ALL).changes,
      'application/merge-patch+json': { schema: { type: 'object', properties: { labels } } },
    },
  },
  'two kinds of steps': steps(['add', 'replace']),
  'steps of one kind': steps(ALL, named({ kind: { const: 'a' } })),
  'steps of colors': steps(ALL, named({ color: text })),
  'steps of identities': steps(ALL, { content: {}, answers: NAMED }),
  'steps of texts': steps(ALL, { asks: text }),
  'any steps': steps(ALL, { asks: NAMED, changes: { 'application/json-patch+json': {} } }),
  'no steps': steps(ALL, { asks: NAMED, changes: json({}) }),
}

const ROWS = `
  merges patches | patchIsPartial | labels
  merges patches, and writes times its own way | patchIsPartial | due
  merges patches, and forgets the minutes | patchIsPartial | due | merge-patch: after …, due is …; … | and 3 more
  replaces objects | patchIsPartial | labels | merge-patch: after {"labels":{"de":"kitx"}}, labels is …"fr"…; … | and 3 more
  merges patches | patchIsPartial | steps or labels
  replaces objects | patchIsPartial | steps or labels | merge-patch: after … | and 3 more
  numbers rows at each change | patchIsPartial | rows
  numbers rows at each change, and forgets labels | patchIsPartial | rows | patched: after {"name":"…","rows":[{"label":"…"}…]}, rows is …; … | and 1 more
  has the default of what no patch names | patchIsPartial | seats | patched: after {"name":"…"}, seats is …; 1 | patched: read back after …, seats is …; 1
  makes objects of labels | patchIsPartial | labeled
  sets a time at creation | patchIsPartial | created
  sets a time at each change | patchIsPartial | created | patched: created is still …
  counts its versions | patchIsPartial | versions
  counts its versions | versionTellsChanges | versions
  keeps a text for null | patchIsPartial | versions | merge-patch: after {"version":1,"note":null}, note is nothing… | merge-patch: read back…
  keeps a text for null | patchIsPartial | defaults
  has two versions | versionTellsChanges | versions | version: another version…
  takes no third version | versionTellsChanges | versions | version: a success for a change of…
  takes any version | versionTellsChanges | versions | version: a refusal of version 1, which is 3; …
  takes versions that are to come | versionTellsChanges | versions | version: a refusal of version 1003, …
  tells the last change | changeIsDated | dated
  tells no last change | changeIsDated | edited | version: another editedAt after a change; null
  tells the creation as the last change | changeIsDated | dated | version: another updatedAt after a change; "2024-…"
  tells the creation as modified | changeIsDated | modified | version: another modified after a change; "2024-…"
  has a clock that stands still | changeIsDated | dated
  takes all steps or none | jsonPatchIsApplied | steps
  takes all steps or none | jsonPatchIsApplied | two kinds of steps
  takes all steps or none | jsonPatchIsApplied | steps of one kind
  takes all steps or none | jsonPatchIsApplied | steps of colors
  takes all steps or none | jsonPatchIsApplied | steps of identities
  takes all steps or none | jsonPatchIsApplied | steps of texts
  takes the steps before a wrong one | jsonPatchIsApplied | steps | json-patch: after … name is still…
  takes steps to what no thing is | jsonPatchIsApplied | steps | json-patch: id is read-only: … | body-valid: /name must be string; … | json-patch: a refusal of …, since no thing may be so; status 200 | and 6 more
  loses what is patched | jsonPatchIsApplied | no steps
  loses what is patched | jsonPatchIsApplied | any steps | json-patch: read back after …the thing; nothing to read
`

const idIn = (path: string) => path.split('/')[2] ?? ''

const merging: Fault = ({ method, path, body }, _, world) => {
  const id = idIn(path)
  return method === 'PATCH' ? world.keep(id, merged(world.things.get(id), body), { id }) : undefined
}

/** Keeps times in its own way. */
const timing =
  (kept: (due: Date) => string): Fault =>
  (asked, correct, world) => {
    const { due } = Object(asked.body)
    const own =
      due === undefined || Number.isNaN(Date.parse(due)) ? {} : { due: kept(new Date(due)) }
    const changed = {
      ...asked,
      ...(asked.body !== undefined && { body: { ...Object(asked.body), ...own } }),
    }
    return merging(changed, correct, world)
  }

let last = 0
/** Sets a time by a clock. */
const stamping = (methods: RegExp, name = 'created', tick = 1) =>
  changing(methods, ({ status, body }, _, { things }) => {
    if (status > 299) return {}
    const [id = ''] = [...things].find(([, each]) => each === body) ?? []
    things.set(id, { ...Object(body), [name]: `2024-01-01T00:00:${10 + (last % 50)}Z` })
    last += tick
    return { body: things.get(id) }
  })

/** Keeps the items of a list changed. */
const itemizing = (name: string, change: (item: object) => object) =>
  changing(/^(POST|PATCH)/, ({ status, body }, { body: sent }, { things }) => {
    const items = Object(sent)[name]
    if (status > 299 || !Array.isArray(items)) return {}
    const [id = ''] = [...things].find(([, each]) => each === body) ?? []
    things.set(id, { ...Object(body), [name]: items.map(change) })
    return { body: things.get(id) }
  })

/** Keeps versions: those that a PATCH may name, the next one, and what null does to a member. */
const counting =
  ({
    isTaken = (named: number, version: number) => named === version,
    next = (version: number) => version + 1,
    nothing = undefined as unknown,
  } = {}): Fault =>
  ({ method, path, body }, correct, world) => {
    const { things } = world
    const id = path.split('/')[2] ?? String(world.last + 1)
    const { version, ...patch } = Object(body)
    if (method === 'POST' && typeof patch.name === 'string')
      return world.keep(id, { ...patch, version: 1 }, { id: String(++world.last) })
    if (method !== 'PATCH' || !things.has(id) || patch.name?.length === 0) return correct()
    const known = Object(things.get(id))
    if (!isTaken(version, known.version)) return { status: 409, body: {} }
    const own = Object.entries(patch).map(([name, each]) => [name, each ?? nothing])
    const now = { ...known, ...Object.fromEntries(own), version: next(known.version) }
    return world.keep(id, JSON.parse(JSON.stringify(now)), { id })
  }

class Failed extends Error {}

function step(item: Record<string, unknown>, { op, path, from, value }: PatchStep): void {
  const name = path.slice(1)
  if (from !== undefined) {
    const given = item[from.slice(1)]
    delete item[from.slice(1)]
    item[name] = given
    return
  }
  if (op !== 'add' && !Object.hasOwn(item, name)) throw new Failed()
  if (op === 'test' && item[name] !== value) throw new Failed()
  if (op === 'remove') delete item[name]
  else item[name] = value
}

const isThing = ({ id: own, name, color = '' }: Record<string, unknown>, id: string) =>
  own === id && [name, color].every((each) => typeof each === 'string')

/**
 * Applies JSON patches as a whole; `isHalf` leaves what the steps before a failure did, `isOpen` takes things of any
 * shape.
 */
const patching =
  (isHalf = false, isOpen = false): Fault =>
  ({ method, path, body }, _, { things }) => {
    const id = idIn(path)
    if (method !== 'PATCH' || !things.has(id)) return undefined
    const item = { ...Object(things.get(id)) }
    try {
      for (const each of body as PatchStep[]) step(item, each)
      if (!isThing(item, id) && !isOpen) throw new Failed()
    } catch {
      if (isHalf && isThing(item, id)) things.set(id, item)
      return { status: 409, body: {} }
    }
    things.set(id, item)
    return { status: 200, body: item }
  }

tells(ROWS, {
  shapes: SHAPES,
  servers: {
    'merges patches': merging,
    'merges patches, and writes times its own way': timing((due) => due.toISOString()),
    'merges patches, and forgets the minutes': timing(
      (due) => `${due.toISOString().slice(0, 13)}:00:00Z`,
    ),
    'replaces objects': asIs,
    'sets a time at creation': stamping(/^POST/),
    'sets a time at each change': stamping(/^(POST|PATCH)/),
    'numbers rows at each change': itemizing('rows', (row) => ({ ...row, id: ++last })),
    'numbers rows at each change, and forgets labels': itemizing('rows', () => ({
      id: ++last,
      label: 'none',
    })),
    'has the default of what no patch names': ({ method, path, body }, _, world) => {
      const known = Object(world.things.get(idIn(path)))
      const patched = { ...known, seats: 1, ...Object(body) }
      return method === 'PATCH' ? world.keep(idIn(path), patched, { id: known.id }) : undefined
    },
    'makes objects of labels': itemizing('labels', (label) => ({ label })),
    'tells no last change': changing(/^(GET|P)/, ({ body }) => ({
      body: { ...Object(body), editedAt: null },
    })),
    'tells the last change': stamping(/^(POST|PATCH)/, 'updatedAt'),
    'tells the creation as the last change': stamping(/^POST/, 'updatedAt'),
    'tells the creation as modified': stamping(/^POST/, 'modified'),
    'has a clock that stands still': stamping(/^(POST|PATCH)/, 'updatedAt', 0),
    'counts its versions': counting(),
    'keeps a text for null': counting({ nothing: 'null' }),
    'has two versions': counting({ next: (version) => Math.min(version + 1, 2) }),
    'takes no third version': counting({ isTaken: (_, version) => version < 2 }),
    'takes any version': counting({ isTaken: () => true }),
    'takes versions that are to come': counting({ isTaken: (one, now) => one >= now }),
    'takes all steps or none': patching(),
    'takes the steps before a wrong one': patching(true),
    'takes steps to what no thing is': patching(false, true),
    'loses what is patched': (asked, correct, world) =>
      asked.method === 'GET' && world.asks('PATCH').length > 0
        ? { status: 404, body: {} }
        : patching()(asked, correct, world),
  },
})

t.test('steps are those that the document allows, at members that have other values', async (t) => {
  const sent = async (shape: string) => {
    const { world } = await played(SHAPES[shape] as Shape, patching(), [jsonPatchIsApplied])
    const all = world.asks('PATCH').flatMap(({ body }) => body as PatchStep[])
    return {
      all: all.map(({ op, path }) => `${op} ${path}`),
      ops: new Set(all.map(({ op }) => op)),
    }
  }
  t.same([...(await sent('steps')).ops].sort(), ['remove', 'replace', 'test'])
  t.same([...(await sent('two kinds of steps')).ops], ['replace'])
  t.notOk((await sent('steps of one kind')).all.some((each) => each.endsWith('/kind')))
  t.ok((await sent('steps of colors')).all.includes('remove /color'))
  const ofIdentities = (await sent('steps of identities')).all
  t.same([...new Set(ofIdentities.map((each) => each.split(' ')[1]))], ['/id'])
  t.same((await sent('steps of texts')).all, [])
})
