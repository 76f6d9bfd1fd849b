import { isDeepStrictEqual } from 'node:util'
import { parametersIn, pathsOf, pathsWith } from '../helpers/documents.js'
import { again, asIs, changing, listing } from './faults.js'
import { type Asked, CHOSEN, type Fault, NAMED, namedWith, type Shape } from './small-world.js'
import { tells } from './told.js'

const text = { type: 'string' }
const boolean = { type: 'boolean' }
const limit = { type: 'integer', minimum: 1, maximum: 100 }
const pages = parametersIn('query', { limit, offset: { type: 'integer', minimum: 0 } })
const count = { type: 'integer', format: 'int64', minimum: 2 ** 60 }
const meta = { type: 'object', properties: { total: { type: 'integer' } } }

const LOAN = { type: 'object', required: ['thingId'], properties: { id: text, thingId: text } }

const SHAPES: Readonly<Record<string, Shape>> = {
  pages: { query: pages },
  standard: { asks: namedWith({ size: { type: 'integer', default: 5 } }, []) },
  'made with 303': {
    only: 'list read',
    paths: pathsWith({ Named: NAMED })('POST /things | {asks: Named, 303: null, 400: null}'),
  },
  parted: {
    asks: namedWith({
      part: { type: 'object', properties: { size: { type: 'integer', default: 5 } } },
    }),
  },
  'base path': { query: pages, basePath: '/api' },
  limit: { query: pages.slice(0, 1) },
  default: { query: parametersIn('query', { limit: { ...limit, default: 3 } }) },
  chosen: { asks: CHOSEN },
  hides: { query: parametersIn('query', { hidden: { ...boolean, default: false } }) },
  retry: { asks: CHOSEN, description: 'It is safe to retry.' },
  'no 409': { asks: CHOSEN, statuses: [400] },
  done: { asks: { ...CHOSEN, properties: { id: text, done: boolean } } },
  total: {
    list: { type: 'object', properties: { items: { type: 'array', items: NAMED }, meta } },
  },
  sort: { query: parametersIn('query', { sort: { enum: [1, 'a\nb', '-name'] } }) },
  sides: { query: parametersIn('query', { isNew: boolean, issue: boolean, q: boolean }) },
  states: { asks: namedWith({ status: text }, []) },
  'no POST': { only: 'list read replace remove' },
  'PUT of 201 alone': {
    only: 'list',
    paths: pathsWith({ Named: NAMED })(`
      GET /things/{id} | {200: Named, 404: null}
      PUT /things/{id} | {asks: Named, 201: Named}
      DELETE /things/{id} | {204: null, 404: null}
    `),
  },
  numbers: {
    asks: { type: 'object', required: ['count'], properties: { count } },
    only: 'create list',
    query: pages,
  },
  photos: {
    paths: pathsOf(`
      GET /things/{id}/photo | {200: null, 404: null}
      PUT /things/{id}/photo | {204: null}
    `),
  },
  loans: {
    only: 'create read',
    paths: pathsWith({ Loan: LOAN })(`
      POST /loans | {asks: Loan, 201: Loan, 409: null}
      GET /loans/{loan} | {200: Loan, 404: null}
      DELETE /loans/{loan} | {204: null, 404: null}
    `),
  },
  parts: {
    paths: pathsWith({ Named: NAMED })(`
      GET /things/{id}/parts | {query: {isNew: {type: boolean}}, 200: [Named]}
      POST /things/{id}/parts | {asks: Named, 201: Named}
      GET /things/{id}/parts/{part} | {200: Named, 404: null}
    `),
  },
  'counted parts': {
    asks: namedWith({ partsCount: { type: 'integer', readOnly: true } }, []),
    paths: pathsWith({ Named: NAMED })(`
      GET /things/{id}/parts | {200: [Named]}
      POST /things/{id}/parts | {asks: Named, 201: Named}
      DELETE /things/{id}/parts/{part} | {204: null, 404: null}
    `),
  },
}

const lending = again('thingId', () => ({ status: 409, body: {} }))

const ROWS = `
  names another host as the place of what is new | createdIsAtLocation | base path | POST /things: Location names another host: …
  tells nothing but a wrong place | createdIsAtLocation | base path | media-type-documented: … | media-type-documented: … | location: a Location that leads to something; Location: …, status 404
  names a place that is no URL | createdIsAtLocation | base path | location: a Location that leads to what was created; Location: http://[, which is no URL
  names a place without the base path | createdIsAtLocation | base path | location: …
  lends a thing once and ends all loans | removedIsGone | loans | removed-alone: in another thing, …; nothing to read
  lists nothing | createdIsListed | chosen | created-listed: the thing with the identity "…"; 0 others
  lists nothing | createdIsListed | hides
  cuts names in the list | createdIsListed | hides | created-listed: /name is "…"; …
  lists each thing twice | createdIsListed | chosen | created-listed: the thing with the identity "…" once; 2 times
  is right | textsAreListed | {}
  lists names in lower case | textsAreListed | {} | created-listed: /name is "Kit UPPER lower"; "kit upper lower"
  keeps parts of what is replaced | partsOutlastReplacement | parts
  removes parts of what is replaced | partsOutlastReplacement | parts | replaced: in a part of the thing, …; nothing to read
  counts its parts | partsAreCounted | counted parts
  counts parts from one on | partsAreCounted | counted parts
  counts parts that are gone | partsAreCounted | counted parts | total: partsCount is 0: so many are listed; 1
  counts no parts | partsAreCounted | counted parts | total: partsCount is 1: so many are listed; 0
  counts its parts | partsOutlastReplacement | counted parts
  loses parts when it is replaced | partsOutlastReplacement | counted parts | replaced: in a part of the thing, …; nothing to read
  lists what has no identity | createdIsListed | chosen | body-valid: /0 must have required property 'id'; …
  makes a second thing at a retry | retryMakesNoSecond | chosen | identity-unique: the identity "…" once in the list; 2 times
  is right | limitIsRespected | pages
  has no default for its limit | limitIsRespected | default | limit: at most 3 items: the default of limit; 7 items
  lists all things | limitIsRespected | pages | limit: at most 1 items: limit; 7 items
  is right | pagesAreTheList | pages
  has something new on each page | pagesAreTheList | pages | paging: an end of the list; 60 pages and no end
  has the same on each page | pagesAreTheList | pages | paging: an end of the list; a page again
  refuses pages that are far behind the end | pagesAreTheList | pages
  has something far behind the end | pagesAreTheList | pages | paging: no items at offset 1013 of 7; 1 items
  has the last of a page on the next one, too | pagesAreTheList | pages | paging: each item on one page; b more than once
  links to the second page | pagesAreTheList | pages
  links from the second page on | pagesAreTheList | pages | paging: page 1 of 4, of 2 items: has next in Link is true; false
  links to the second page without the base path | pagesAreTheList | base path | paging: next below /api/; http://localhost/things?limit=2&offset=2
  links to the third page | pagesAreTheList | pages | paging: the second page at /things?limit=2&offset=4; the items 105,106
  links to what is not there | pagesAreTheList | pages | paging: the second page at /things?linked=yes; status 404
  links each page to the first one | pagesAreTheList | base path | paging: an end of the list; a page again
  numbers what has no identity, with large integers | pagesAreTheList | numbers
  has one of two large integers twice | pagesAreTheList | numbers | paging: each item on a page; 1 of 6 are on no page
  does not sort | sortingSorts | sort | sort: sort=-name: "…" before "…"; "…" before "…"
  counts right | totalIsTrue | total
  counts one too many | totalIsTrue | total | total: a total of 7; 8
  counts more than it lists, and links to more | totalIsTrue | limit
  lists four things at most | totalIsTrue | {} | created-listed: all 6 things that were made; all but 3 of them
  has all on both sides | filtersSelect | sides | filter: each item either with isNew=true or with isNew=false; … with both
  has nothing on one side | filtersSelect | sides
  has a part on both sides | filtersSelect | parts | filter: each item either with isNew=true or with isNew=false; p with both
  accepts everything | refusedChangesNothing | {}
  accepts everything | refusedCreatesNothing | {}
  lists more each time | refusedCreatesNothing | {}
  is right | refusedCreatesNothing | chosen
  keeps the identity of which a body was refused | refusedCreatesNothing | chosen | refused-unchanged: a success for id, of which a body was refused; status 409
  removes the first thing, too | removedIsGone | {} | removed-alone: … in the list after the DELETE of …; it is gone | removed-alone: in another thing, the thing as it was; nothing to read
  is right | removedIsGone | no POST
  answers PUT always with 200 | removedIsGone | no POST | replaced: status 201 for …
  answers PUT always with 201 | removedIsGone | no POST | replaced: no status 201 …
  answers PUT always with 201 | removedIsGone | PUT of 201 alone
  removes the last thing | removedIsGone | {} | removed: status 404 or 410 after a DELETE; status 200 | and 5 more
  ends what it is to remove, and says so | removedIsGone | states
  removes later | removedIsGone | photos | status-documented: …; status 202
  removes later | partsAreGone | photos | status-documented: …; status 202
  removes nothing | removedIsGone | photos | removed: status 404 or 410 after a DELETE; status 200 | removed: no thing with the identity "…" in the list after a DELETE; it is listed | removed: status 404 after a DELETE; status 200 | removed: status 404 after a DELETE; status 200 | removed: status 404 after a DELETE; status 204
  removes nothing | partsAreGone | photos | removed: status 404 after DELETE /things/{id}; status 200
  patches all things | patchIsPartial | {} | patched: in another thing, name is still …
  takes a second content with one identity | identityIsUnique | no 409 | POST /things: another content with the same identity answers 201
  forgets a conflict when it makes something else | identityIsUnique | chosen | identity-unique: status 409 for …, as before; status 201
  answers a retry with 302 | retryMakesNoSecond | retry | redirect: Location; status 302 without Location | status-documented: …; status 302
  answers a retry without a body | retryMakesNoSecond | retry | media-type-documented: application/json; no Content-Type
  takes the same members in any order for the same | retryMakesNoSecond | retry
  takes the same members in another order for others | retryMakesNoSecond | retry | retry: a success for the same members in another order; status 409
  has the default of a member that is left out | createdIsRead | standard
  has another default than the document | createdIsRead | standard | default-applied: size is its default where it is left out: 5; 7
  leads to what it makes | createdIsRead | made with 303
  leads to what it makes, and makes another | createdIsRead | made with 303 | round-trip: /name is "…"; "another" | round-trip: /name is "…"; "another"
  has another default in a part where it is read | createdIsRead | parted | media-type-documented: application/json; no Content-Type | media-type-documented: application/json; no Content-Type | default-applied: part.size is its default where it is left out: 5; 7
  has another default where it is read | createdIsRead | standard | media-type-documented: application/json; no Content-Type | media-type-documented: application/json; no Content-Type | default-applied: size is its default where it is left out: 5; 7
  is right | sequenceIsApart | standard
  has the default of a member that is left out | sequenceIsApart | standard
  has another default than the document | sequenceIsApart | standard | default-applied: size is its default where it is left out: 5; 7
  is right | creationsRace | chosen
  answers the same content again with success | creationsRace | done
  refuses each second thing of one identity | creationsRace | chosen | race: one success for one identity; 7 of 8 succeeded
`

/** Keeps what is made without a size with this one, and tells only where that is. */
const keepingSize =
  (size: number): Fault =>
  (asked, correct) => {
    if (asked.method !== 'POST') return undefined
    Object.assign(asked, { body: { size, ...Object(asked.body) } })
    return { ...correct(), body: undefined }
  }

const sizing = (size: number) =>
  changing(/^POST/, ({ body }) => ({ body: { size, ...Object(body) } }))

const isSmall = ({ query }: Asked) => Number(query.get('limit')) < 50
const isFar = ({ query }: Asked) => Number(query.get('offset')) > 500
const LIST = /^GET \/things$/

/** Links the first page to `next`, if there is one, and each other to the page behind it. */
const linking = (next: string | undefined) =>
  changing(LIST, (_, { query }, { things }) => {
    const limit = Number(query.get('limit') ?? 100)
    const end = Number(query.get('offset')) + limit
    const behind = query.has('offset') ? `/things?limit=${limit}&offset=${end}` : next
    return { headers: behind && end < things.size ? { link: `<${behind}>; rel="next"` } : {} }
  })

const placing = (location: string) =>
  changing(/^POST/, ({ headers }) => ({ headers: { ...headers, location } }))

const counting = (more: number) =>
  listing((all) => ({ items: all, meta: { total: all.length + more } }))

const putting = (status: number) =>
  changing(/^PUT/, (reply) => (reply.status < 300 ? { status } : {}))

const removing =
  (status: number): Fault =>
  ({ method, path }) => {
    if (path.endsWith('/photo')) return { status: method === 'GET' ? 200 : 204 }
    return method === 'DELETE' ? { status } : undefined
  }

const accepting: Fault = (_, correct) => {
  const reply = correct()
  return reply.status === 400 ? { status: 200, body: { id: 'a', name: 'b' } } : reply
}

const large = (at: number) => 2n ** 61n + BigInt(at)
const numbering: Fault = ({ method }, _, world) => {
  const { size } = world.things
  return method === 'POST' ? world.keep(`${size}`, { count: large(size) }) : undefined
}

/** Keeps a part, which may be gone when its whole is replaced. */
function ofParts(isKept: boolean): Fault {
  let part: unknown
  return ({ method, path, body }) => {
    if (!path.includes('/parts')) {
      if (method === 'PUT' && !isKept) part = undefined
      return undefined
    }
    if (method === 'POST') part = { ...Object(body), id: 'p' }
    return { status: method === 'POST' ? 201 : part ? 200 : 404, body: part }
  }
}

/** Keeps a list of parts, and counts them as `count` says, which knows how many were there at most. */
function countingParts(count: (parts: number, most: number) => number, isReset = false): Fault {
  const all = new Map<string, { id: string }[]>()
  const mosts = new Map<string, number>()
  return ({ method, path, body }, correct) => {
    const [, , id = '', room, own] = path.split('/')
    const parts = all.get(id) ?? []
    if (room === undefined) {
      if (method === 'PUT' && isReset) all.delete(id)
      const { body: item, ...reply } = correct()
      const partsCount = count(parts.length, mosts.get(id) ?? 0)
      return { ...reply, body: id ? { ...Object(item), partsCount } : item }
    }
    const part = { ...Object(body), id: `${parts.length + 1}` }
    if (method === 'POST') parts.push(part)
    if (method === 'DELETE')
      parts.splice(
        parts.findIndex((each) => each.id === own),
        1,
      )
    all.set(id, parts)
    mosts.set(id, Math.max(parts.length, mosts.get(id) ?? 0))
    if (method === 'DELETE') return { status: 204 }
    return method === 'POST' ? { status: 201, body: part } : { status: 200, body: parts }
  }
}

/** Answers a POST by what was sent first with its identity. */
function retrying(isSame: (one: object, other: object) => boolean): Fault {
  const firsts = new Map<unknown, object>()
  return again('id', ({ body }) => {
    const first = firsts.get(Object(body).id) ?? Object(body)
    firsts.set(Object(body).id, first)
    return isSame(first, Object(body)) ? { status: 201, body } : { status: 409, body: {} }
  })
}

/** Counts with how many POSTs each identity came, and refuses some. */
function refusingSecond(): Fault {
  const counts = new Map<string, number>()
  return ({ method, body }) => {
    if (method !== 'POST') return undefined
    const { id } = Object(body)
    counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts.get(id) === 2 ? { status: 409, body: {} } : { status: 201, body }
  }
}

let [last, length] = [0, 0]
let made: unknown
const taken = new Set<unknown>()

tells(ROWS, {
  shapes: SHAPES,
  servers: {
    'names another host as the place of what is new': placing('http://elsewhere.example/things/1'),
    'tells nothing but a wrong place': changing(/^POST/, () => ({
      headers: { location: '/api/elsewhere/1' },
      body: undefined,
    })),
    'names a place that is no URL': placing('http://['),
    'names a place without the base path': placing('/things/1'),
    'lends a thing once and ends all loans': (asked, correct, world) => {
      if (asked.method !== 'DELETE') return lending(asked, correct, world)
      const reply = correct()
      for (const [id, each] of world.things) if (Object(each).thingId) world.things.delete(id)
      return reply
    },
    'lists nothing': listing(() => []),
    'has no default for its limit': asIs,
    'does not sort': asIs,
    'has all on both sides': asIs,
    'lists each thing twice': listing((all) => [...all, ...all]),
    'lists names in lower case': listing<{ name: string }>((all) =>
      all.map((each) => ({ ...each, name: each.name.toLowerCase() })),
    ),
    'keeps parts of what is replaced': ofParts(true),
    'removes parts of what is replaced': ofParts(false),
    'counts its parts': countingParts((parts) => parts),
    'counts parts from one on': countingParts((parts) => parts + 1),
    'counts parts that are gone': countingParts((_, most) => most),
    'counts no parts': countingParts(() => 0),
    'loses parts when it is replaced': countingParts((parts) => parts, true),
    'lists what has no identity': listing(() => [{ label: 'no identity' }]),
    'makes a second thing at a retry': changing(/^POST/, ({ status }, { body }, { things }) => {
      if (status !== 409) return {}
      things.set(`again ${things.size}`, body)
      return { status: 201, body }
    }),
    'lists all things': listing((all) => all),
    'has something new on each page': changing(LIST, (_, asked) =>
      isSmall(asked) ? { body: [{ id: `new ${++last}`, name: 'a' }] } : {},
    ),
    'has the same on each page': changing(LIST, (_, asked) =>
      isSmall(asked) ? { body: [{ id: 'one', name: 'a' }] } : {},
    ),
    'refuses pages that are far behind the end': (asked) =>
      isFar(asked) ? { status: 400, body: {} } : undefined,
    'has something far behind the end': changing(LIST, (_, asked) =>
      isFar(asked) ? { body: [{ id: 'a', name: 'b' }] } : {},
    ),
    'has the last of a page on the next one, too': (asked, correct, { things }) => {
      if (things.size === 0)
        for (const id of ['a', 'b', 'c']) things.set(id, { id, name: 'of others' })
      const offset = Number(asked.query.get('offset'))
      if (asked.method === 'GET' && isSmall(asked) && offset > 0)
        asked.query.set('offset', `${offset - 1}`)
      return correct()
    },
    'links to the second page': linking('/things?limit=2&offset=2'),
    'links from the second page on': linking(undefined),
    'links to the second page without the base path': linking(
      'http://localhost/things?limit=2&offset=2',
    ),
    'links to the third page': linking('/things?limit=2&offset=4'),
    'links to what is not there': (asked, ...rest) =>
      asked.query.has('linked') ? { status: 404 } : linking('/things?linked=yes')(asked, ...rest),
    'links each page to the first one': changing(LIST, () => ({
      headers: { link: '</api/things?limit=2>; rel=next' },
    })),
    'numbers what has no identity, with large integers': numbering,
    'has one of two large integers twice': (asked, correct, world) => {
      const reply = numbering(asked, correct, world) ?? correct()
      if (asked.query.get('limit') !== '2') return reply
      const items = reply.body as { count: bigint }[]
      const body = items.map(({ count }) => ({ count: count === large(3) ? large(4) : count }))
      return { ...reply, body }
    },
    'cuts names in the list': listing((all) =>
      all.map((each) => ({ ...each, name: String(each.name).slice(0, 2) })),
    ),
    'counts right': counting(0),
    'counts one too many': counting(1),
    'counts more than it lists, and links to more': changing(LIST, () => ({
      headers: { 'x-total-count': '900', link: '</b>; rel=next' },
    })),
    'lists four things at most': listing((all) => all.slice(0, 4)),
    'has nothing on one side': listing((all, { query }) =>
      query.get('isNew') === 'true' ? [] : all,
    ),
    'has a part on both sides': ({ path, method, body }) => {
      if (!path.endsWith('/parts')) return undefined
      if (method === 'POST') return { status: 201, body: { ...Object(body), id: 'p' } }
      return { status: 200, body: [{ id: 'p', name: 'a' }] }
    },
    'accepts everything': accepting,
    'lists more each time': listing(() => {
      length += 1
      return Array.from({ length }, (_, at) => ({ id: `${at}`, name: 'a' }))
    }),
    'keeps the identity of which a body was refused': ({ method, body }, correct) => {
      const { id } = Object(body)
      if (method === 'POST' && taken.has(id)) return { status: 409, body: {} }
      const reply = correct()
      if (method === 'POST' && reply.status === 400) taken.add(id)
      return reply
    },
    'removes the first thing, too': changing(/^DELETE/, (_, __, { things }) => {
      things.delete([...things.keys()][0] as string)
      return {}
    }),
    'answers PUT always with 200': putting(200),
    'answers PUT always with 201': putting(201),
    'removes the last thing': ({ method }, _, { things }) => {
      if (method !== 'DELETE') return undefined
      return { status: things.delete([...things.keys()].at(-1) as string) ? 204 : 404 }
    },
    'ends what it is to remove, and says so': ({ method, path }, correct, { things }) => {
      const [, , id = ''] = path.split('/')
      const ended = method === 'DELETE' && things.has(id)
      if (ended) things.set(id, { ...Object(things.get(id)), status: 'cancelled' })
      return ended ? { status: 204 } : correct()
    },
    'removes later': removing(202),
    'removes nothing': removing(204),
    'patches all things': changing(/^PATCH/, ({ status }, { body }, { things }) => {
      const { name } = Object(body)
      if (status < 300) for (const [id, each] of things) things.set(id, { ...Object(each), name })
      return {}
    }),
    'takes a second content with one identity': again('id', ({ body }) => ({ status: 201, body })),
    'forgets a conflict when it makes something else': ({ method, body }, correct, { things }) => {
      const { id } = Object(body)
      if (method !== 'POST' || (things.has(String(id)) && made === id)) return correct()
      things.delete(String(id))
      const reply = correct()
      if (reply.status < 300) made = id
      return reply
    },
    'answers a retry with 302': again('id', () => ({ status: 302 })),
    'answers a retry without a body': again('id', () => ({ status: 201 })),
    'takes the same members in any order for the same': retrying(isDeepStrictEqual),
    'takes the same members in another order for others': retrying(
      (one, other) => JSON.stringify(one) === JSON.stringify(other),
    ),
    'answers the same content again with success': ({ method, body }, correct, { things }) => {
      const known = method === 'POST' && things.get(String(Object(body).id))
      return known && Object(known).done === Object(body).done ? { status: 201, body } : correct()
    },
    'refuses each second thing of one identity': refusingSecond(),
    'has the default of a member that is left out': sizing(5),
    'has another default than the document': sizing(7),
    'leads to what it makes': changing(/^POST/, () => ({ status: 303, body: undefined })),
    'leads to what it makes, and makes another': changing(/^POST/, (_, __, world) => {
      world.keep(`${world.last}`, { name: 'another' })
      return { status: 303, body: undefined }
    }),
    'has another default in a part where it is read': changing(/^POST/, (_, { body }, world) => {
      const part = { size: 7, ...Object(Object(body).part) }
      world.keep(`${world.last}`, { ...Object(body), part })
      return { body: undefined }
    }),
    'has another default where it is read': keepingSize(7),
  },
})
