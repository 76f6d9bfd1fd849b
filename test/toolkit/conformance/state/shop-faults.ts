import type { CheckName } from '#toolkit/conformance/index.js'
import { type Item, later, Refusal, type Shop } from './shop.js'

type Patch = (shop: Shop) => void

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

const withCondition = (name: string, fits: Shop['conditions'][string]) =>
  change('conditions', (all) => ({ ...all, [name]: fits }))

/** Changes the body of a search before it is looked at. */
const searching = (other: (body: Item) => Item) =>
  change('search', (search) => (asked) => {
    const body = other(JSON.parse(String(asked.payload)))
    return search({ ...asked, payload: Buffer.from(JSON.stringify(body)) })
  })

/** Faults by the check that finds them: what a shop does wrong, and how it comes to do so. */
const faults: Partial<Record<CheckName, Record<string, Patch>>> = {
  'created-readable': {
    'what is created is not stored': change('insert', () => () => {}),
  },
  'round-trip': {
    'names are trimmed': keeps((body) => ({ ...body, name: body.name.trim() })),
    'notes are lost': keeps(({ note: _, ...body }) => body),
    'sizes are cut': keeps(({ size, ...body }) => ({
      ...body,
      ...(size && { size: { wide: size.wide } }),
    })),
    'tags are sorted out': keeps(({ tags, ...body }) => ({ ...body, ...(tags && { tags: [] }) })),
    'large numbers are rounded': keeps((body) =>
      body.stock === undefined ? body : { ...body, stock: Number(body.stock) },
    ),
    'the answer to a creation is another than what is stored': change(
      'create',
      (create) => async (asked) => {
        const reply = await create(asked)
        return reply.status === 201
          ? { ...reply, body: { ...(reply.body as Item), name: 'other' } }
          : reply
      },
    ),
    'what is read has another id': change('read', (read) => (asked, ware) => {
      const reply = read(asked, ware)
      return reply.status === 200 ? { ...reply, body: { ...(reply.body as Item), id: 1 } } : reply
    }),
    'a retry is answered with something else': change('knownLine', (known) => (...args) => {
      const reply = known(...args)
      return { ...reply, body: { ...(reply.body as Item), text: 'else' } }
    }),
    'after a while a ware has the name of the one before': (s) => {
      const names: string[] = []
      const { keep } = s
      s.keep = (body) => {
        names.push(body.name)
        return keep(names.length > 60 ? { ...body, name: names.at(-2) } : body)
      }
    },
  },
  location: {
    'Location leads to nothing': change(
      'location',
      () =>
        ({ id }) =>
          `/wares/${id}9`,
    ),
    'Location leads to another ware': change(
      'location',
      (_, shop) => () => `/wares/${[...shop.wares.keys()][0]}`,
    ),
  },
  'created-listed': {
    'the newest ware is not listed': change(
      'visible',
      (visible) => (asked) => visible(asked).slice(0, -1),
    ),
    'wares are listed twice': change(
      'visible',
      (visible) => (asked) => visible(asked).flatMap((each) => [each, each]),
    ),
    'lists show other names': change('list', (list) => (asked) => {
      const reply = list(asked)
      const { items, ...body } = reply.body as { items: Item[] }
      return { ...reply, body: { ...body, items: items.map((each) => ({ ...each, name: 'one' })) } }
    }),
    'an export lacks the newest': change(
      'exported',
      (exported) => (asked) => exported(asked).slice(0, -1),
    ),
    'an export has all twice': change(
      'exported',
      (exported) => (asked) => exported(asked).flatMap((each) => [each, each]),
    ),
    'an export has the oldest twice': change('exported', (exported) => (asked) => {
      const all = exported(asked)
      return [...all.slice(0, 1), ...all]
    }),
  },
  'read-only': {
    'clients choose the revision': (s) => {
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
    'a replacement sets the revision': (s) => {
      s.replace = (asked, ware) => {
        const { id: _, ...body } = s.parse(asked, 'WareInput')
        const updated: Item = { ...s.update(ware, body), ...body }
        s.wares.set(String(updated.id), updated)
        return s.shown(updated)
      }
    },
  },
  'identity-unique': {
    'a sku may be there twice': change('isTaken', () => () => false),
    'a sku that is taken is a bad request': change('create', (create, shop) => (asked) => {
      if (shop.isTaken(shop.parse(asked, 'WareInput').sku)) throw new Refusal(400)
      return create(asked)
    }),
    'another line with the same id is accepted': change('knownLine', () => (_, line) => ({
      status: 200,
      body: line,
    })),
    'another line with the same id is a bad request': change('knownLine', (known) => (...args) => {
      try {
        return known(...args)
      } catch {
        throw new Refusal(400)
      }
    }),
    'a retry makes a second line': change('knownLine', () => (lines, line) => {
      lines.set(`${line.id} again`, line)
      return { status: 200, body: line }
    }),
    'PUT takes the sku of another ware': change(
      'isTaken',
      (isTaken) => (sku, except) => except === undefined && isTaken(sku),
    ),
  },
  race: {
    'skus race': change('insert', (insert) => async (ware) => {
      await later()
      await insert(ware)
    }),
    'lines race': change('addLine', (add) => async (lines, line) => {
      await later()
      return add(lines, line)
    }),
    'versions race': change('replace', (replace) => async (asked, ware) => {
      await later()
      return replace(asked, ware)
    }),
  },
  retry: {
    'a line that is refused replaces the first': change(
      'knownLine',
      (known) => (lines, line, first) => {
        lines.set(String(line.id), line)
        return known(lines, line, first)
      },
    ),
    'a retry is refused': change('knownLine', () => () => {
      throw new Refusal(409)
    }),
    'a retry with its members in another order is refused': change(
      'knownLine',
      (known) => (lines, line, first) => {
        if (Object.keys(line).join() !== Object.keys(first).join()) throw new Refusal(409)
        return known(lines, line, first)
      },
    ),
  },
  'identity-exact': {
    'ids are doubles': change(
      'lineKey',
      () =>
        ({ id }) =>
          String(Number(id)),
    ),
    'ids have 32 bits': change(
      'lineKey',
      () =>
        ({ id }) =>
          String(BigInt.asIntN(32, BigInt(id))),
    ),
    'ids have 48 bits': change(
      'lineKey',
      () =>
        ({ id }) =>
          String(BigInt.asUintN(48, BigInt(id))),
    ),
    'ids have no sign': change(
      'lineKey',
      () =>
        ({ id }) =>
          String(id).replace('-', ''),
    ),
    'large ids are rounded in answers': change('createLine', (create) => async (asked, id) => {
      const reply = await create(asked, id)
      const body = reply.body as Item
      return Number.isSafeInteger(Number(body.id))
        ? reply
        : { ...reply, body: { ...body, text: 'large' } }
    }),
  },
  'parts-apart': {
    'a line is one of all wares': (s) => {
      const { addLine } = s
      s.addLine = async (lines, line) => {
        for (const id of s.wares.keys()) s.lines.set(id, s.lines.get(id) ?? new Map())
        for (const each of s.lines.values()) each.set(s.lineKey(line), line)
        return addLine.call(s, lines, line)
      }
    },
  },
  'refused-unchanged': {
    'a line that is in conflict is stored': change(
      'knownLine',
      (known, shop) => (lines, line, before) => {
        lines.set(shop.lineKey(line), line)
        return known(lines, line, before)
      },
    ),
    'a refused PUT is stored': change('replace', (replace) => (asked, ware) => {
      try {
        return replace(asked, ware)
      } catch (error) {
        Object.assign(ware, { name: JSON.parse(asked.payload.toString()).name })
        throw error
      }
    }),
    'a PATCH without credentials is stored': change('replyTo', (reply, shop) => async (asked) => {
      const ware = shop.wares.get(asked.path.split('/')[2] ?? '')
      if (asked.user === '' && asked.method === 'PATCH' && ware)
        Object.assign(ware, shop.parse(asked, 'Patch'))
      return reply(asked)
    }),
    'a DELETE without credentials deletes': change('replyTo', (reply, shop) => async (asked) => {
      if (asked.user === '' && asked.method === 'DELETE')
        shop.wares.delete(asked.path.split('/')[2] as string)
      return reply(asked)
    }),
    'a refused ware is stored': change('create', (create, shop) => async (asked) => {
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
    'a change of a stale version is made and refused': change(
      'ifMatch',
      (match) => (asked, ware) => {
        try {
          match(asked, ware)
        } catch (error) {
          Object.assign(ware, { name: 'stale' })
          throw error
        }
      },
    ),
  },
  'requests-apart': {
    'a ware has the note of the one before': (s) => {
      let note: string | undefined
      const { keep } = s
      s.keep = (body) => {
        const kept = keep({ ...(note !== undefined && { note }), ...body })
        note = body.note
        return kept
      }
    },
    'at once, answers are mixed up': (s) => {
      let current: Item = {}
      const { insert } = s
      s.insert = async (ware) => {
        current = ware
        await insert.call(s, ware)
        for (let n = 0; n < 3; n++) await later()
        Object.assign(ware, { name: current.name })
      }
    },
  },
  replaced: {
    'a ware is in conflict with itself': change('isTaken', (isTaken) => (sku) => isTaken(sku)),
    'PUT is a creation': change(
      'update',
      (update, shop) => (ware, content) =>
        Object.assign(update(ware, content), { createdAt: shop.now() }),
    ),
    'PUT stores nothing': change('update', () => (ware, content) => ({ ...ware, ...content })),
    'PUT is answered with the ware as it was': change(
      'replace',
      (replace, shop) => async (asked, ware) => {
        const before = shop.shown(ware)
        await replace(asked, ware)
        return before
      },
    ),
    'PUT merges': (s) => {
      s.replace = (asked, ware) =>
        s.shown(s.update(ware, { ...ware, ...s.keep(s.parse(asked, 'WareInput')) }))
    },
    'a PUT again appends to the name': change(
      'update',
      (update) => (ware, content) =>
        update(ware, {
          ...content,
          name: ware.name === content.name ? `${content.name}+` : content.name,
        }),
    ),
    'PUT changes all wares': change('update', (update, shop) => (ware, content) => {
      for (const each of shop.wares.values()) each.note = content.note
      return update(ware, content)
    }),
    'photos are texts': change('bytes', () => (payload) => Buffer.from(payload.toString())),
    'settings are not stored': change('single', (single, shop) => (asked) => {
      if (asked.method === 'GET') return single(asked)
      shop.parse(asked, 'Settings')
      return { status: 204 }
    }),
    'photos are gone': change('photo', (photo) => (asked, id) => {
      if (asked.method === 'GET') throw new Refusal(404)
      return photo(asked, id)
    }),
  },
  'merge-patch': {
    'PATCH replaces': change('merge', () => (target, patch) => ({
      name: Object(target).name,
      sku: Object(target).sku,
      ...Object(patch),
    })),
    'PATCH keeps what is null': change('merge', () => {
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
    'PATCH is shallow': change('merge', () => (target, patch) => {
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
    'PATCH is answered with the ware as it was': change(
      'patch',
      (patch, shop) => async (asked, ware) => {
        const before = shop.shown(ware)
        await patch(asked, ware)
        return before
      },
    ),
  },
  patched: {
    'a plain PATCH forgets the other members': change(
      'patchShelf',
      (_, shop) => (asked, key, known) => {
        shop.shelves.set(key, { slug: known.slug, ...shop.parse(asked, 'ShelfPatch') })
        return { status: 200, body: shop.shelves.get(key) }
      },
    ),
  },
  'read-safe': {
    'reading counts in the stock': change('read', (read) => (asked, ware) => {
      ware.stock = Number(ware.stock ?? 0) + 1
      return read(asked, ware)
    }),
    'a search makes a ware': change('search', (search, shop) => (asked) => {
      const reply = search(asked)
      const ware = { name: 'a', sku: 'S0', revision: 1, id: shop.newId(), owner: asked.user }
      shop.insert(ware)
      return reply
    }),
  },
  removed: {
    'DELETE deletes nothing': change('remove', () => () => ({ status: 204 })),
    'what is deleted is listed': (s) => {
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
    'DELETE deletes twice': change('item', (item) => (asked, id) => {
      try {
        return item(asked, id)
      } catch (error) {
        if (asked.method === 'DELETE' && error instanceof Refusal && error.status === 404)
          return { status: 204 }
        throw error
      }
    }),
    'PUT brings back what was deleted': change('item', (item, shop) => (asked, id) => {
      if (asked.method !== 'PUT' || shop.wares.has(id)) return item(asked, id)
      return shop.shown(
        shop.update(
          { id: Number(id), revision: 0, owner: asked.user },
          shop.parse(asked, 'WareInput'),
        ),
      )
    }),
    'lines stay when their ware is deleted': (s) => {
      s.linesOf = (asked, id) => {
        if (!s.lines.has(id)) s.find(asked, id)
        const lines = s.lines.get(id) ?? new Map()
        s.lines.set(id, lines)
        return lines
      }
      s.remove = ({ id }) => {
        s.wares.delete(String(id))
        return { status: 204 }
      }
    },
    'an export has what was deleted': (s) => {
      const gone: Item[] = []
      const { remove, exported } = s
      s.remove = (ware) => {
        gone.push(ware)
        return remove.call(s, ware)
      }
      s.exported = (asked) => [...exported.call(s, asked), ...gone]
    },
  },
  'removed-alone': {
    'DELETE deletes the ware before, too': change('remove', (remove, shop) => (ware) => {
      shop.wares.delete(String(ware.id - 1))
      return remove(ware)
    }),
  },
  'unknown-refused': {
    'a ware that there is not is a bad request': change('find', (_, shop) => (_asked, id) => {
      const ware = shop.wares.get(id)
      if (ware === undefined) throw new Refusal(400)
      return ware
    }),
    'a ware that there is not is another one': change(
      'find',
      (find, shop) => (asked, id) =>
        asked.method === 'GET'
          ? (shop.wares.get(id) ?? (shop.visible(asked)[0] as Item))
          : find(asked, id),
    ),
  },
  'json-patch': {
    'steps before the one that fails have an effect': (s) => {
      s.stepped = (ware, steps) =>
        steps.reduce<Item>((each, step) => Object.assign(ware, s.step(each, step)), ware)
    },
    'what is not there is replaced': change(
      'step',
      (step) => (ware, each) => step(ware, each.op === 'replace' ? { ...each, op: 'add' } : each),
    ),
    'what is not there is removed': change('step', (step) => (ware, each) => {
      const isThere = ware[each.path.slice(1)] !== undefined
      return each.op === 'remove' && !isThere ? ware : step(ware, each)
    }),
    'a JSON patch removes the other members': change('stepped', (stepped) => (ware, steps) => {
      const { note: _, ...others } = stepped(ware, steps)
      return others
    }),
    'a JSON patch deletes the ware': change('patchSteps', (patch, shop) => (asked, ware) => {
      const reply = patch(asked, ware)
      shop.remove(ware)
      return reply
    }),
    ...Object.fromEntries(
      ['add', 'remove', 'replace', 'test'].map((op) => [
        `steps of the kind ${op} have no effect`,
        withoutSteps(op),
      ]),
    ),
  },
  'if-none-match': {
    'If-None-Match has no effect': change('read', (_, shop) => (_asked, ware) => shop.shown(ware)),
    'If-None-Match knows no weak tags': change(
      'read',
      (read) => (asked, ware) =>
        asked.headers['if-none-match']?.startsWith('W/')
          ? read({ ...asked, headers: {} }, ware)
          : read(asked, ware),
    ),
    'everything is not modified': change(
      'lists',
      (lists) => (tags, etag) => tags.startsWith('"kit') || lists(tags, etag),
    ),
  },
  etag: {
    'the ETag is always the same': change(
      'etag',
      () =>
        ({ id }) =>
          `"${id}"`,
    ),
    'the ETag is never the same': (s) => {
      let n = 0
      s.etag = () => `"${++n}"`
    },
    'PUT has the ETag of before': change('replace', (replace, shop) => async (asked, ware) => {
      const etag = shop.etag(ware)
      return { ...(await replace(asked, ware)), headers: { etag } }
    }),
  },
  'if-match': {
    'If-Match has no effect': change('ifMatch', () => () => {}),
    'If-Match * is refused': change('ifMatch', (match) => (asked, ware) => {
      if (asked.headers['if-match'] === '*') throw new Refusal(412)
      match(asked, ware)
    }),
  },
  limit: {
    'the limit has no effect': change('slice', () => (items, offset) => items.slice(offset)),
    'there is one item too many': change(
      'slice',
      () => (items, offset, limit) => items.slice(offset, offset + limit + 1),
    ),
    'the default of the limit is another': change('list', (list) => (asked) => {
      if (!asked.query.has('limit')) asked.query.set('limit', '5')
      return list(asked)
    }),
    'a search has no limit': searching((body) => ({ ...body, limit: 50 })),
  },
  paging: {
    'the offset has no effect': change('slice', () => (items, _, limit) => items.slice(0, limit)),
    'pages overlap': change(
      'slice',
      () => (items, offset, limit) =>
        items.slice(Math.max(0, offset - 1), offset + limit - 1 + Number(offset === 0)),
    ),
    'pages have gaps': change(
      'slice',
      () => (items, offset, limit) => items.slice(offset + Number(offset > 0), offset + limit),
    ),
    'a line that is left for the last page is on none': change(
      'listLines',
      (list) => (asked, id) => {
        const { body, ...reply } = list(asked, id)
        const { data, nextCursor = '' } = body as { data: Item[]; nextCursor?: string }
        const rest = nextCursor && (list({ ...asked, query: after(nextCursor) }, id).body as Item)
        return { ...reply, body: rest && rest.data.length === 1 ? { data } : body }
      },
    ),
    'there is no next': change('next', () => () => undefined),
    'next leads to the same page': change(
      'next',
      (next) => (_, limit, query) => next(-limit, limit, query),
    ),
    'next leads to nothing': change('next', () => () => '/wares?limit=none'),
    'a cursor of the server is refused': change('start', (start) => (cursor) => {
      if (cursor !== null) throw new Refusal(400)
      return start(cursor)
    }),
    'a cursor leads back': change('nextCursor', () => () => 'after-0'),
    'a cursor leads too far': change('nextCursor', (next) => (end) => next(end + 1)),
    'beyond the end is the last page': change(
      'slice',
      (slice) => (items, offset, limit) => slice(items, offset > items.length ? 0 : offset, limit),
    ),
    'a search ignores its offset': searching((body) => ({ ...body, offset: 0 })),
  },
  total: {
    'the total is that of the page': change('total', () => (_, page) => page.length),
  },
  filter: {
    'the total is that of all': change('total', (_, shop) => () => shop.wares.size),
    'kinds are not filtered': change('filters', ({ kind: _, ...others }) => others),
    'names are not filtered': change('filters', ({ name: _, ...others }) => others),
    'tags are not filtered': change('filters', ({ tags: _, ...others }) => others),
    'of tags, nothing is found': change('filters', (all) => ({ ...all, tags: () => false })),
    'units are not filtered': change('filters', ({ unit: _, ...others }) => others),
    'minStock is the most': change('filters', (all) => ({
      ...all,
      minStock: ({ stock = 0 }, wanted) => BigInt(stock) <= BigInt(wanted),
    })),
    'madeUntil has no effect': change('filters', ({ madeUntil: _, ...others }) => others),
    'fragile=false is all': change('filters', (all) => ({
      ...all,
      fragile: ({ fragile = false }, wanted) => wanted === 'false' || fragile,
    })),
    'inStock has no effect': change('filters', ({ inStock: _, ...others }) => others),
    'a search ignores names': withCondition('name', () => true),
    'a search ignores kinds': withCondition('kind', () => true),
    'a search ignores tags': withCondition('tags', () => true),
    'a search ignores opposites': withCondition('not', () => true),
    'a search has the border, too': withCondition(
      'stock',
      ({ stock = 0 }, { gt = stock, atMost = stock }) => {
        return stock >= gt && stock <= atMost
      },
    ),
    'a search leaves out the last that fits': change('search', (search) => (asked) => {
      const reply = search(asked)
      const { items, total } = reply.body as { items: Item[]; total: number }
      return { ...reply, body: { items: total > items.length ? items : items.slice(0, -1), total } }
    }),
    'a search takes either condition': (s) => {
      s.fits = (ware, where) =>
        Object.keys(where).length === 0 ||
        Object.entries(where).some(([name, wanted]) => s.conditions[name]?.(ware, wanted))
    },
    'a search looks for the first of two opposites': (s) => {
      s.conditions.not = (ware, wanted) =>
        !s.fits(ware, Object.fromEntries(Object.entries(wanted).slice(0, 1)))
    },
    'an export is not filtered': change('exported', (_, shop) => (asked) => shop.visible(asked)),
  },
  sort: {
    'names are not sorted': change('orders', ({ name: _, ...others }) => others),
    '-name is up': change('orders', (all) => ({ ...all, '-name': all.name as never })),
    'stock is sorted as texts are': change('orders', (all) => ({
      ...all,
      'stock:desc': (one, other) => (String(one.stock) < String(other.stock) ? -1 : 1),
    })),
    'each page is sorted for itself': change(
      'slice',
      () => (items, offset, limit) => items.slice(offset, offset + limit).reverse(),
    ),
  },
  'media-type-documented': {
    'photos are of another type': change('photo', (photo) => (asked, id) => {
      const reply = photo(asked, id)
      return asked.method === 'GET' ? { ...reply, headers: { 'content-type': 'image/gif' } } : reply
    }),
  },
  owner: {
    'wares have no owner': change('mayReach', () => () => true),
    'lists have no owner': change('visible', (_, shop) => () => [...shop.wares.values()]),
    'others may change what they may not see': change(
      'mayReach',
      () => (asked, ware) => asked.user === ware.owner || asked.method === 'PATCH',
    ),
  },
}

/** Shops with one fault each: what it is, the check that finds it, and how the shop comes to have it. */
export const FAULTS = Object.entries(faults).flatMap(([check, patches]) =>
  Object.entries(patches).map(([says, patch]) => [says, check as CheckName, patch] as const),
)
