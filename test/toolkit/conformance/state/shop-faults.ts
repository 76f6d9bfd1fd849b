import type { CheckName } from '#toolkit/conformance/index.js'
import { type Item, later, Refusal, type Shop } from './shop.js'

/** What a shop does wrong, the check that finds it, and how it comes to do so. */
type Fault = readonly [says: string, check: CheckName, patch: (shop: Shop) => void]

/** Puts another part in the place of one, made from it. */
function change<Name extends keyof Shop>(
  name: Name,
  make: (part: Shop[Name], shop: Shop) => Shop[Name],
) {
  return (shop: Shop) => {
    const part = shop[name]
    const bound = typeof part === 'function' ? part.bind(shop) : part
    shop[name] = make(bound as Shop[Name], shop)
  }
}

const keeps = (other: (body: Item) => Item) =>
  change('keep', (keep) => (body) => keep(other({ ...body })))

const after = (cursor: string) => new URLSearchParams({ cursor, limit: '1000' })

const creating: Fault[] = [
  ['what is created is not stored', 'created-readable', change('insert', () => () => {})],
  ['names are trimmed', 'round-trip', keeps((body) => ({ ...body, name: body.name.trim() }))],
  ['notes are lost', 'round-trip', keeps(({ note: _, ...body }) => body)],
  [
    'sizes are cut',
    'round-trip',
    keeps(({ size, ...body }) => ({ ...body, ...(size && { size: { wide: size.wide } }) })),
  ],
  [
    'tags are sorted out',
    'round-trip',
    keeps(({ tags, ...body }) => ({ ...body, ...(tags && { tags: [] }) })),
  ],
  [
    'large numbers are rounded',
    'round-trip',
    keeps((body) => (body.stock === undefined ? body : { ...body, stock: Number(body.stock) })),
  ],
  [
    'the answer to a creation is another than what is stored',
    'round-trip',
    change('create', (create) => async (asked) => {
      const reply = await create(asked)
      return reply.status === 201
        ? { ...reply, body: { ...(reply.body as Item), name: 'other' } }
        : reply
    }),
  ],
  [
    'Location leads to nothing',
    'location',
    change(
      'location',
      () =>
        ({ id }) =>
          `/wares/${id}9`,
    ),
  ],
  [
    'Location leads to another ware',
    'location',
    change('location', (_, shop) => () => `/wares/${[...shop.wares.keys()][0]}`),
  ],
  [
    'what is read has another id',
    'round-trip',
    change('read', (read) => (asked, ware) => {
      const reply = read(asked, ware)
      return reply.status === 200 ? { ...reply, body: { ...(reply.body as Item), id: 1 } } : reply
    }),
  ],
  [
    'the newest ware is not listed',
    'created-listed',
    change('visible', (visible) => (asked) => visible(asked).slice(0, -1)),
  ],
  [
    'wares are listed twice',
    'created-listed',
    change('visible', (visible) => (asked) => visible(asked).flatMap((each) => [each, each])),
  ],
  [
    'lists show other names',
    'created-listed',
    change('list', (list) => (asked) => {
      const reply = list(asked)
      const { items, ...body } = reply.body as { items: Item[] }
      return { ...reply, body: { ...body, items: items.map((each) => ({ ...each, name: 'one' })) } }
    }),
  ],
  [
    'clients choose the revision',
    'read-only',
    (s) => {
      const { insert } = s
      s.keep = ({ id: _, ...body }) => body
      s.create = async (asked) => {
        const body = s.parse(asked, 'WareInput')
        if (s.isTaken(body.sku)) throw new Refusal(409)
        const ware = { revision: 1, ...s.keep(body), id: s.newId(), owner: asked.user }
        await insert.call(s, ware)
        return {
          status: 201,
          body: s.present(ware),
          headers: { location: s.location(ware), etag: s.etag(ware) },
        }
      }
    },
  ],
  [
    'a replacement sets the revision',
    'read-only',
    (s) => {
      s.replace = (asked, ware) => {
        const { id: _, ...body } = s.parse(asked, 'WareInput')
        const updated: Item = { ...s.update(ware, body), ...body }
        s.wares.set(String(updated.id), updated)
        return s.shown(updated)
      }
    },
  ],
]

const identities: Fault[] = [
  ['a sku may be there twice', 'identity-unique', change('isTaken', () => () => false)],
  [
    'a sku that is taken is a bad request',
    'identity-unique',
    change('create', (create, shop) => (asked) => {
      if (shop.isTaken(shop.parse(asked, 'WareInput').sku)) throw new Refusal(400)
      return create(asked)
    }),
  ],
  [
    'skus race',
    'race',
    change('insert', (insert) => async (ware) => {
      await later()
      await insert(ware)
    }),
  ],
  [
    'lines race',
    'race',
    change('addLine', (add) => async (lines, line) => {
      await later()
      return add(lines, line)
    }),
  ],
  [
    'another line with the same id is accepted',
    'identity-unique',
    change('knownLine', () => (_, line) => ({ status: 200, body: line })),
  ],
  [
    'another line with the same id is a bad request',
    'identity-unique',
    change('knownLine', (known) => (...args) => {
      try {
        return known(...args)
      } catch {
        throw new Refusal(400)
      }
    }),
  ],
  [
    'a line that is refused replaces the first',
    'retry',
    change('knownLine', (known) => (lines, line, first) => {
      lines.set(String(line.id), line)
      return known(lines, line, first)
    }),
  ],
  [
    'a retry is refused',
    'retry',
    change('knownLine', () => () => {
      throw new Refusal(409)
    }),
  ],
  [
    'a retry with its members in another order is refused',
    'retry',
    change('knownLine', (known) => (lines, line, first) => {
      if (Object.keys(line).join() !== Object.keys(first).join()) throw new Refusal(409)
      return known(lines, line, first)
    }),
  ],
  [
    'a retry is answered with something else',
    'round-trip',
    change('knownLine', (known) => (...args) => {
      const reply = known(...args)
      return { ...reply, body: { ...(reply.body as Item), text: 'else' } }
    }),
  ],
  [
    'a retry makes a second line',
    'identity-unique',
    change('knownLine', () => (lines, line) => {
      lines.set(`${line.id} again`, line)
      return { status: 200, body: line }
    }),
  ],
  [
    'ids are doubles',
    'identity-exact',
    change(
      'lineKey',
      () =>
        ({ id }) =>
          String(Number(id)),
    ),
  ],
  [
    'ids have 32 bits',
    'identity-exact',
    change(
      'lineKey',
      () =>
        ({ id }) =>
          String(BigInt.asIntN(32, BigInt(id))),
    ),
  ],
  [
    'ids have 48 bits',
    'identity-exact',
    change(
      'lineKey',
      () =>
        ({ id }) =>
          String(BigInt.asUintN(48, BigInt(id))),
    ),
  ],
  [
    'a line is one of all wares',
    'parts-apart',
    (s) => {
      const { addLine } = s
      s.addLine = async (lines, line) => {
        for (const id of s.wares.keys()) s.lines.set(id, s.lines.get(id) ?? new Map())
        for (const each of s.lines.values()) each.set(s.lineKey(line), line)
        return addLine.call(s, lines, line)
      }
    },
  ],
  [
    'a line that is in conflict is stored',
    'refused-unchanged',
    change('knownLine', (known, shop) => (lines, line, before) => {
      lines.set(shop.lineKey(line), line)
      return known(lines, line, before)
    }),
  ],
  [
    'ids have no sign',
    'identity-exact',
    change(
      'lineKey',
      () =>
        ({ id }) =>
          String(id).replace('-', ''),
    ),
  ],
  [
    'large ids are rounded in answers',
    'identity-exact',
    change('createLine', (create) => async (asked, id) => {
      const reply = await create(asked, id)
      const body = reply.body as Item
      return Number.isSafeInteger(Number(body.id))
        ? reply
        : { ...reply, body: { ...body, text: 'large' } }
    }),
  ],
  [
    'a ware has the note of the one before',
    'requests-apart',
    (s) => {
      let note: string | undefined
      const { keep } = s
      s.keep = (body) => {
        const kept = keep({ ...(note !== undefined && { note }), ...body })
        note = body.note
        return kept
      }
    },
  ],
  [
    'after a while a ware has the name of the one before',
    'round-trip',
    (s) => {
      const names: string[] = []
      const { keep } = s
      s.keep = (body) => {
        names.push(body.name)
        return keep(names.length > 60 ? { ...body, name: names.at(-2) } : body)
      }
    },
  ],
  [
    'at once, answers are mixed up',
    'requests-apart',
    (s) => {
      let current: Item = {}
      const { insert } = s
      s.insert = async (ware) => {
        current = ware
        await insert.call(s, ware)
        for (let n = 0; n < 3; n++) await later()
        Object.assign(ware, { name: current.name })
      }
    },
  ],
]

const changing: Fault[] = [
  [
    'a ware is in conflict with itself',
    'replaced',
    change('isTaken', (isTaken) => (sku) => isTaken(sku)),
  ],
  [
    'PUT takes the sku of another ware',
    'identity-unique',
    change('isTaken', (isTaken) => (sku, except) => except === undefined && isTaken(sku)),
  ],
  [
    'PUT is a creation',
    'replaced',
    change(
      'update',
      (update, shop) => (ware, content) =>
        Object.assign(update(ware, content), { createdAt: shop.now() }),
    ),
  ],

  [
    'PUT stores nothing',
    'replaced',
    change('update', () => (ware, content) => ({ ...ware, ...content })),
  ],
  [
    'PUT is answered with the ware as it was',
    'replaced',
    change('replace', (replace, shop) => async (asked, ware) => {
      const before = shop.shown(ware)
      await replace(asked, ware)
      return before
    }),
  ],
  [
    'PUT merges',
    'replaced',
    (s) => {
      s.replace = (asked, ware) =>
        s.shown(s.update(ware, { ...ware, ...s.keep(s.parse(asked, 'WareInput')) }))
    },
  ],
  [
    'a PUT again appends to the name',
    'replaced',
    change(
      'update',
      (update) => (ware, content) =>
        update(ware, {
          ...content,
          name: ware.name === content.name ? `${content.name}+` : content.name,
        }),
    ),
  ],
  [
    'PUT changes all wares',
    'replaced',
    change('update', (update, shop) => (ware, content) => {
      for (const each of shop.wares.values()) each.note = content.note
      return update(ware, content)
    }),
  ],
  [
    'PATCH replaces',
    'merge-patch',
    change('merge', () => (target, patch) => ({
      name: Object(target).name,
      sku: Object(target).sku,
      ...Object(patch),
    })),
  ],
  [
    'PATCH keeps what is null',
    'merge-patch',
    change('merge', () => {
      const merge = (target: unknown, patch: unknown): unknown =>
        typeof patch === 'object' && patch !== null
          ? Object.fromEntries(
              Object.entries({ ...Object(target), ...patch }).map(([name, value]) => [
                name,
                value === null ? Object(target)[name] : merge(Object(target)[name], value),
              ]),
            )
          : patch
      return merge
    }),
  ],
  [
    'PATCH is shallow',
    'merge-patch',
    change('merge', () => (target, patch) => {
      const merged: Item = { ...Object(target), ...Object(patch) }
      return Object.fromEntries(
        Object.entries(merged)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [
            name,
            name === 'size'
              ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))
              : value,
          ]),
      )
    }),
  ],
  [
    'PATCH is answered with the ware as it was',
    'merge-patch',
    change('patch', (patch, shop) => async (asked, ware) => {
      const before = shop.shown(ware)
      await patch(asked, ware)
      return before
    }),
  ],
  [
    'a plain PATCH forgets the other members',
    'patched',
    change('patchShelf', (_, shop) => (asked, key, known) => {
      shop.shelves.set(key, { slug: known.slug, ...shop.parse(asked, 'ShelfPatch') })
      return { status: 200, body: shop.shelves.get(key) }
    }),
  ],
  [
    'a refused PUT is stored',
    'refused-unchanged',
    change('replace', (replace) => (asked, ware) => {
      try {
        return replace(asked, ware)
      } catch (error) {
        Object.assign(ware, { name: JSON.parse(asked.payload.toString()).name })
        throw error
      }
    }),
  ],
  [
    'a PATCH without credentials is stored',
    'refused-unchanged',
    change('replyTo', (reply, shop) => async (asked) => {
      const ware = shop.wares.get(asked.path.split('/')[2] ?? '')
      if (asked.user === '' && asked.method === 'PATCH' && ware)
        Object.assign(ware, shop.parse(asked, 'Patch'))
      return reply(asked)
    }),
  ],
  [
    'a DELETE without credentials deletes',
    'refused-unchanged',
    change('replyTo', (reply, shop) => async (asked) => {
      if (asked.user === '' && asked.method === 'DELETE')
        shop.wares.delete(asked.path.split('/')[2] as string)
      return reply(asked)
    }),
  ],
  [
    'a refused ware is stored',
    'refused-unchanged',
    change('create', (create, shop) => async (asked) => {
      try {
        return await create(asked)
      } catch (error) {
        if (error instanceof Refusal && error.status === 400) {
          const id = shop.newId()
          shop.wares.set(String(id), {
            id,
            revision: 1,
            name: 'x',
            sku: 'S0000000000',
            owner: asked.user,
          })
        }
        throw error
      }
    }),
  ],
  [
    'reading counts in the stock',
    'read-safe',
    change('read', (read) => (asked, ware) => {
      ware.stock = Number(ware.stock ?? 0) + 1
      return read(asked, ware)
    }),
  ],
]

const removing: Fault[] = [
  ['DELETE deletes nothing', 'removed', change('remove', () => () => ({ status: 204 }))],
  [
    'what is deleted is listed',
    'removed',
    (s) => {
      const gone: Item[] = []
      const { remove, visible } = s
      s.remove = (ware) => {
        gone.push(ware)
        return remove.call(s, ware)
      }
      s.visible = (asked) => [
        ...visible.call(s, asked),
        ...gone.filter(({ owner }) => owner === asked.user),
      ]
    },
  ],
  [
    'DELETE deletes twice',
    'removed',
    change('item', (item) => (asked, id) => {
      try {
        return item(asked, id)
      } catch (error) {
        if (asked.method === 'DELETE' && error instanceof Refusal && error.status === 404)
          return { status: 204 }
        throw error
      }
    }),
  ],
  [
    'PUT brings back what was deleted',
    'removed',
    change('item', (item, shop) => (asked, id) => {
      if (asked.method !== 'PUT' || shop.wares.has(id)) return item(asked, id)
      return shop.shown(
        shop.update(
          { id: Number(id), revision: 0, owner: asked.user },
          shop.parse(asked, 'WareInput'),
        ),
      )
    }),
  ],
  [
    'DELETE deletes the ware before, too',
    'removed-alone',
    change('remove', (remove, shop) => (ware) => {
      shop.wares.delete(String(ware.id - 1))
      return remove(ware)
    }),
  ],
  [
    'lines stay when their ware is deleted',
    'removed',
    change('linesOf', (_, shop) => (asked, id) => {
      if (!shop.lines.has(id)) shop.find(asked, id)
      const lines = shop.lines.get(id) ?? new Map()
      shop.lines.set(id, lines)
      return lines
    }),
  ],
  [
    'a ware that there is not is a bad request',
    'unknown-refused',
    change('find', (_, shop) => (_asked, id) => {
      const ware = shop.wares.get(id)
      if (ware === undefined) throw new Refusal(400)
      return ware
    }),
  ],
  [
    'a ware that there is not is another one',
    'unknown-refused',
    change(
      'find',
      (find, shop) => (asked, id) =>
        asked.method === 'GET'
          ? (shop.wares.get(id) ?? (shop.visible(asked)[0] as Item))
          : find(asked, id),
    ),
  ],
]

// Those that stay need something to stay.
const stays = removing.find(([says]) => says.startsWith('lines stay')) as Fault
removing.splice(removing.indexOf(stays), 1, [
  stays[0],
  stays[1],
  (s) => {
    stays[2](s)
    s.remove = ({ id }) => {
      s.wares.delete(String(id))
      return { status: 204 }
    }
  },
])

/** Leaves out the steps of a kind. */
const withoutSteps = (op: string) =>
  change(
    'stepped',
    (stepped) => (ware, steps) =>
      stepped(
        ware,
        steps.filter((each) => each.op !== op),
      ),
  )

const jsonPatches: Fault[] = [
  ...['add', 'remove', 'replace', 'test'].map(
    (op): Fault => [`steps of the kind ${op} have no effect`, 'json-patch', withoutSteps(op)],
  ),
  [
    'steps before the one that fails have an effect',
    'json-patch',
    (s) => {
      s.stepped = (ware, steps) =>
        steps.reduce<Item>((each, step) => Object.assign(ware, s.step(each, step)), ware)
    },
  ],
  [
    'what is not there is replaced',
    'json-patch',
    change(
      'step',
      (step) => (ware, each) => step(ware, each.op === 'replace' ? { ...each, op: 'add' } : each),
    ),
  ],
  [
    'what is not there is removed',
    'json-patch',
    change('step', (step) => (ware, each) => {
      const isThere = ware[each.path.slice(1)] !== undefined
      return each.op === 'remove' && !isThere ? ware : step(ware, each)
    }),
  ],
  [
    'a JSON patch removes the other members',
    'json-patch',
    change('stepped', (stepped) => (ware, steps) => {
      const { note: _, ...others } = stepped(ware, steps)
      return others
    }),
  ],
  [
    'a JSON patch deletes the ware',
    'json-patch',
    change('patchSteps', (patch, shop) => (asked, ware) => {
      const reply = patch(asked, ware)
      shop.remove(ware)
      return reply
    }),
  ],
]

const conditions: Fault[] = [
  [
    'If-None-Match has no effect',
    'if-none-match',
    change('read', (_, shop) => (_asked, ware) => shop.shown(ware)),
  ],
  [
    'If-None-Match knows no weak tags',
    'if-none-match',
    change(
      'read',
      (read) => (asked, ware) =>
        asked.headers['if-none-match']?.startsWith('W/')
          ? read({ ...asked, headers: {} }, ware)
          : read(asked, ware),
    ),
  ],
  [
    'everything is not modified',
    'if-none-match',
    change('lists', (lists) => (tags, etag) => tags.startsWith('"kit') || lists(tags, etag)),
  ],
  [
    'the ETag is always the same',
    'etag',
    change(
      'etag',
      () =>
        ({ id }) =>
          `"${id}"`,
    ),
  ],
  [
    'the ETag is never the same',
    'etag',
    (s) => {
      let n = 0
      s.etag = () => `"${++n}"`
    },
  ],
  [
    'PUT has the ETag of before',
    'etag',
    change('replace', (replace, shop) => async (asked, ware) => {
      const etag = shop.etag(ware)
      return { ...(await replace(asked, ware)), headers: { etag } }
    }),
  ],
  ['If-Match has no effect', 'if-match', change('ifMatch', () => () => {})],
  [
    'If-Match * is refused',
    'if-match',
    change('ifMatch', (match) => (asked, ware) => {
      if (asked.headers['if-match'] === '*') throw new Refusal(412)
      match(asked, ware)
    }),
  ],
  [
    'a change of a stale version is made and refused',
    'refused-unchanged',
    change('ifMatch', (match) => (asked, ware) => {
      try {
        match(asked, ware)
      } catch (error) {
        Object.assign(ware, { name: 'stale' })
        throw error
      }
    }),
  ],
  [
    'versions race',
    'race',
    change('replace', (replace) => async (asked, ware) => {
      await later()
      return replace(asked, ware)
    }),
  ],
]

const lists: Fault[] = [
  [
    'the limit has no effect',
    'limit',
    change('slice', () => (items, offset) => items.slice(offset)),
  ],
  [
    'there is one item too many',
    'limit',
    change('slice', () => (items, offset, limit) => items.slice(offset, offset + limit + 1)),
  ],
  [
    'the default of the limit is another',
    'limit',
    change('list', (list) => (asked) => {
      if (!asked.query.has('limit')) asked.query.set('limit', '5')
      return list(asked)
    }),
  ],
  [
    'the offset has no effect',
    'paging',
    change('slice', () => (items, _, limit) => items.slice(0, limit)),
  ],
  [
    'pages overlap',
    'paging',
    change(
      'slice',
      () => (items, offset, limit) =>
        items.slice(Math.max(0, offset - 1), offset + limit - 1 + Number(offset === 0)),
    ),
  ],
  [
    'pages have gaps',
    'paging',
    change(
      'slice',
      () => (items, offset, limit) => items.slice(offset + Number(offset > 0), offset + limit),
    ),
  ],
  [
    'a line that is left for the last page is on none',
    'paging',
    change('listLines', (list) => (asked, id) => {
      const { body, ...reply } = list(asked, id)
      const { data, nextCursor = '' } = body as { data: Item[]; nextCursor?: string }
      const rest = nextCursor && (list({ ...asked, query: after(nextCursor) }, id).body as Item)
      return { ...reply, body: rest && rest.data.length === 1 ? { data } : body }
    }),
  ],
  ['there is no next', 'paging', change('next', () => () => undefined)],
  [
    'next leads to the same page',
    'paging',
    change('next', (next) => (_, limit, query) => next(-limit, limit, query)),
  ],
  ['next leads to nothing', 'paging', change('next', () => () => '/wares?limit=none')],

  [
    'a cursor of the server is refused',
    'paging',
    change('start', (start) => (cursor) => {
      if (cursor !== null) throw new Refusal(400)
      return start(cursor)
    }),
  ],
  ['a cursor leads back', 'paging', change('nextCursor', () => () => 'after-0')],
  ['a cursor leads too far', 'paging', change('nextCursor', (next) => (end) => next(end + 1))],
  [
    'beyond the end is the last page',
    'paging',
    change(
      'slice',
      (slice) => (items, offset, limit) => slice(items, offset > items.length ? 0 : offset, limit),
    ),
  ],
  ['the total is that of the page', 'total', change('total', () => (_, page) => page.length)],
  ['the total is that of all', 'filter', change('total', (_, shop) => () => shop.wares.size)],
  ['kinds are not filtered', 'filter', change('filters', ({ kind: _, ...others }) => others)],
  ['names are not filtered', 'filter', change('filters', ({ name: _, ...others }) => others)],
  ['tags are not filtered', 'filter', change('filters', ({ tags: _, ...others }) => others)],
  [
    'of tags, nothing is found',
    'filter',
    change('filters', (all) => ({ ...all, tags: () => false })),
  ],
  ['units are not filtered', 'filter', change('filters', ({ unit: _, ...others }) => others)],
  [
    'minStock is the most',
    'filter',
    change('filters', (all) => ({
      ...all,
      minStock: ({ stock = 0 }, wanted) => BigInt(stock) <= BigInt(wanted),
    })),
  ],
  ['madeUntil has no effect', 'filter', change('filters', ({ madeUntil: _, ...others }) => others)],
  [
    'fragile=false is all',
    'filter',
    change('filters', (all) => ({
      ...all,
      fragile: ({ fragile = false }, wanted) => wanted === 'false' || fragile,
    })),
  ],
  ['inStock has no effect', 'filter', change('filters', ({ inStock: _, ...others }) => others)],
  ['names are not sorted', 'sort', change('orders', ({ name: _, ...others }) => others)],
  ['-name is up', 'sort', change('orders', (all) => ({ ...all, '-name': all.name as never }))],
  [
    'stock is sorted as texts are',
    'sort',
    change('orders', (all) => ({
      ...all,
      'stock:desc': (one, other) => (String(one.stock) < String(other.stock) ? -1 : 1),
    })),
  ],
  [
    'each page is sorted for itself',
    'sort',
    change('slice', () => (items, offset, limit) => items.slice(offset, offset + limit).reverse()),
  ],
]

const withCondition = (name: string, fits: Shop['conditions'][string]) =>
  change('conditions', (all) => ({ ...all, [name]: fits }))

/** Changes the body of a search before it is looked at. */
const searching = (other: (body: Item) => Item) =>
  change('search', (search) => (asked) => {
    const body = other(JSON.parse(String(asked.payload)))
    return search({ ...asked, payload: Buffer.from(JSON.stringify(body)) })
  })

const searches: Fault[] = [
  ['a search ignores names', 'filter', withCondition('name', () => true)],
  ['a search ignores kinds', 'filter', withCondition('kind', () => true)],
  ['a search ignores tags', 'filter', withCondition('tags', () => true)],
  ['a search ignores opposites', 'filter', withCondition('not', () => true)],
  [
    'a search has the border, too',
    'filter',
    withCondition('stock', ({ stock = 0 }, { gt = stock, atMost = stock }) => {
      return stock >= gt && stock <= atMost
    }),
  ],
  [
    'a search leaves out the last that fits',
    'filter',
    change('search', (search) => (asked) => {
      const reply = search(asked)
      const { items, total } = reply.body as { items: Item[]; total: number }
      return { ...reply, body: { items: total > items.length ? items : items.slice(0, -1), total } }
    }),
  ],
  [
    'a search takes either condition',
    'filter',
    (s) => {
      s.fits = (ware, where) =>
        Object.keys(where).length === 0 ||
        Object.entries(where).some(([name, wanted]) => s.conditions[name]?.(ware, wanted))
    },
  ],
  [
    'a search looks for the first of two opposites',
    'filter',
    (s) => {
      s.conditions.not = (ware, wanted) =>
        !s.fits(ware, Object.fromEntries(Object.entries(wanted).slice(0, 1)))
    },
  ],
  ['a search has no limit', 'limit', searching((body) => ({ ...body, limit: 50 }))],
  ['a search ignores its offset', 'paging', searching((body) => ({ ...body, offset: 0 }))],
  [
    'a search makes a ware',
    'read-safe',
    change('search', (search, shop) => (asked) => {
      const reply = search(asked)
      const ware = { name: 'a', sku: 'S0', revision: 1, id: shop.newId(), owner: asked.user }
      shop.insert(ware)
      return reply
    }),
  ],
  [
    'an export lacks the newest',
    'created-listed',
    change('exported', (exported) => (asked) => exported(asked).slice(0, -1)),
  ],
  [
    'an export has all twice',
    'created-listed',
    change('exported', (exported) => (asked) => exported(asked).flatMap((each) => [each, each])),
  ],
  [
    'an export has the oldest twice',
    'created-listed',
    change('exported', (exported) => (asked) => {
      const all = exported(asked)
      return [...all.slice(0, 1), ...all]
    }),
  ],
  [
    'an export has what was deleted',
    'removed',
    (s) => {
      const gone: Item[] = []
      const { remove, exported } = s
      s.remove = (ware) => {
        gone.push(ware)
        return remove.call(s, ware)
      }
      s.exported = (asked) => [...exported.call(s, asked), ...gone]
    },
  ],
  [
    'an export is not filtered',
    'filter',
    change('exported', (_, shop) => (asked) => shop.visible(asked)),
  ],
]

const singles: Fault[] = [
  [
    'photos are texts',
    'replaced',
    change('bytes', () => (payload) => Buffer.from(payload.toString())),
  ],
  [
    'settings are not stored',
    'replaced',
    change('single', (single, shop) => (asked) => {
      if (asked.method === 'GET') return single(asked)
      shop.parse(asked, 'Settings')
      return { status: 204 }
    }),
  ],
  [
    'photos are of another type',
    'media-type-documented',
    change('photo', (photo) => (asked, id) => {
      const reply = photo(asked, id)
      return asked.method === 'GET' ? { ...reply, headers: { 'content-type': 'image/gif' } } : reply
    }),
  ],
  [
    'photos are gone',
    'replaced',
    change('photo', (photo) => (asked, id) => {
      if (asked.method === 'GET') throw new Refusal(404)
      return photo(asked, id)
    }),
  ],
]

const owners: Fault[] = [
  ['wares have no owner', 'owner', change('mayReach', () => () => true)],
  ['lists have no owner', 'owner', change('visible', (_, shop) => () => [...shop.wares.values()])],
  [
    'others may change what they may not see',
    'owner',
    change(
      'mayReach',
      () => (asked, ware) => asked.user === ware.owner || asked.method === 'PATCH',
    ),
  ],
]

/** Shops with one fault each. */
export const FAULTS: readonly Fault[] = [
  ...creating,
  ...identities,
  ...changing,
  ...removing,
  ...jsonPatches,
  ...conditions,
  ...lists,
  ...searches,
  ...singles,
  ...owners,
]
