import t from 'tap'
import { createdIsRead } from '#toolkit/conformance/probes/state/created.js'
import { keyMakesOneThing } from '#toolkit/conformance/probes/state/idempotency-keys.js'
import { keysAreExact } from '#toolkit/conformance/probes/state/keys-apart.js'
import { parametersIn, pathsWith } from '../helpers/documents.js'
import { again, changing, refusing } from './faults.js'
import {
  type Asked,
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
const PUTS: Shape = {
  only: 'read replace',
  asks: { type: 'object', required: ['name'], properties: { name: text } },
}

/** A POST that takes a key, of which this is said. */
const keyed = (description: string): Shape => ({
  keys: parametersIn('header', { 'Idempotency-Key': text }).map((each) => ({
    ...each,
    description,
  })),
})
const SAME = 'The same key with the same body makes nothing new.'

/** A POST that makes several things. */
const bulk = (description: string): Shape => {
  const List = { type: 'array', minItems: 1, items: NAMED }
  const All = { type: 'object', required: ['all'], properties: { all: List } }
  const row = `POST /things/batch | {description: ${description}, asks: All, 200: List, 201: List}`
  return { paths: pathsWith({ List, All })(row) }
}

const partsIn = (whole: string): Shape => ({
  paths: pathsWith({ Named: NAMED })(`
    POST ${whole}/parts | {asks: Named, 201: Named, 404: null}
    GET ${whole}/parts/{part} | {200: Named, 404: null}
    DELETE ${whole}/parts/{part} | {204: null, 404: null}
  `),
})

const SHAPES: Readonly<Record<string, Shape>> = {
  parts: partsIn('/things/{id}'),
  'parts of any box': partsIn('/boxes/{box}'),
  'parts in a language': partsIn('/languages/{language}'),
  'named parts': {
    paths: pathsWith({ Named: NAMED })(`
      GET /things/{id}/parts | {200: [Named]}
      PUT /things/{id}/parts/{part} | {asks: Named, 200: Named}
    `),
  },
  'lone parts': {
    paths: pathsWith({ Named: NAMED })(`
      POST /things/{id}/parts | {asks: Named, 201: Named, 404: null, 409: null}
      GET /things/{id}/parts/{part} | {200: Named, 404: null}
      DELETE /things/{id}/parts/{part} | {204: null, 404: null}
    `),
  },
  'parts below all': {
    only: 'create list',
    paths: pathsWith({ Named: NAMED })(`
      GET /things/{id}/parts | {200: [Named], 404: null}
      POST /things/{id}/parts | {asks: Named, 201: Named, 400: null, 404: null}
    `),
  },
  trees: {
    asks: namedWith({ parentId: { type: ['string', 'null'] } }, []),
  },
  entries: {
    paths: pathsWith({ Entry: { type: 'object', required: ['text'], properties: { text } } })(`
      GET /things/{id}/entries | {200: [Entry], 404: null}
      POST /things/{id}/entries | {asks: Entry, 201: Entry, 404: null, 409: null}
    `),
  },
  favourites: {
    paths: pathsWith({ Favourite: { type: 'object', properties: { thingId: text } } })(`
      GET /favourites | {200: [Favourite]}
      PUT /favourites/{thingId} | {204: null, 404: null}
      DELETE /favourites/{thingId} | {204: null}
    `),
  },
  'parts elsewhere': {
    paths: pathsWith({ Part: { $ref: '#/components/schemas/Part' } })(`
      POST /things/{id}/parts | {asks: Part, 201: Part, 404: null}
      GET /parts/{part} | {200: Part, 404: null}
      DELETE /parts/{part} | {204: null, 404: null}
    `),
    more: { components: { schemas: { Part: NAMED } } },
  },
  references: {
    asks: { type: 'object', required: ['name', 'ref'], properties: { name: text, ref: text } },
  },
  names: {
    asks: { type: 'object', required: ['name', 'note'], properties: { name: text, note: text } },
  },
  titles: { asks: namedWith({ title: { ...text, minLength: 1, maxLength: 50 } }) },
  mails: {
    ...{ only: 'create read change', asks: namedWith({ email: { ...text, format: 'email' } }) },
    changes: json({ type: 'object', properties: { email: text } }),
  },
  links: {
    only: '',
    paths: pathsWith({ Named: NAMED })(`
      POST /links | {asks: Named, 201: Named}
      DELETE /links/{code} | {204: null, 404: null}
      GET /{code} | {302: null, 404: null}
    `),
  },
  tags: {
    only: 'create read',
    paths: pathsWith({})(`
      PUT /things/{id}/tags/{tag} | {204: null, 404: null}
      DELETE /things/{id}/tags/{tag} | {204: null, 404: null}
    `),
  },
  'names said': {
    paths: pathsWith({ Named: NAMED })(`
      POST /things | {asks: Named, 201: Named, 409: {description: The name is taken.}}
      GET /things/{id} | {200: Named, 404: null}
    `),
  },
  keys: PUTS,
  numbers: { ...PUTS, id: { type: 'integer' } },
  'same key': keyed(SAME),
  'used keys': {
    paths: pathsWith({ Named: NAMED })(
      `POST /things | {asks: Named, 201: Named, 403: {description: The key is of another body.}, parameters: [${JSON.stringify(keyed(SAME).keys?.[0])}]}`,
    ),
  },
  'same response': keyed('The same key gets the same response.'),
  'other body': keyed(`${SAME} With another body it is 403.`),
  otherwise: keyed('A key of before gets the answer of before if all is the same, 403 otherwise.'),
  'any key': keyed('A key.'),
  'in order': bulk('Results are in the order of the request.'),
  all: bulk('Makes all.'),
}

const ROWS = `
  keeps the parts of things apart | partsAreApart | parts
  reads a part below any thing | partsAreApart | parts | parts-apart: the part "…" … alone; GET finds it below …
  removes a part below any thing | partsAreApart | parts | parts-apart: the part "…" … alone; DELETE finds it below …
  keeps the parts of things apart | partsAreApart | parts of any box
  reads a part below any thing | partsAreApart | parts of any box | parts-apart: the part "…" … alone; GET finds it below …
  reads a part below any thing | partsAreApart | parts in a language
  keeps named parts apart | partsAreApart | named parts
  lists the named parts of all things | partsAreApart | named parts | parts-apart: the part "…" … alone; it is in the list of …
  is right | createdIsListed | trees
  keeps all at the root | createdIsListed | trees | created-listed: /parentId is "…"; null
  refuses what is not at the root | createdIsListed | trees
  keeps the entries of things apart | partsAreApart | entries
  lists the entries of all things | partsAreApart | entries | parts-apart: the part {"text":"…"} of "…" alone; it is in the list of …
  takes an entry of each thing | valuesSurvive | entries
  takes an entry of each thing, and trims it | valuesSurvive | entries | round-trip: /text is " kit "; "kit"
  keeps one part of each thing | removedIsGone | lone parts
  keeps one part of each thing for ever | removedIsGone | lone parts | removed: status 404 or 410 after a DELETE; … | removed: status 404 after a DELETE; …
  lists parts of what there is | unknownIsRefused | parts below all
  lists parts of what there is not | unknownIsRefused | parts below all | unknown-refused: status 404: …; status 200 | unknown-refused: status 404: …; status 201
  refuses all parts | unknownIsRefused | parts below all
  keeps things that are favourites | createdIsListed | favourites
  keeps things that are favourites | removedIsGone | favourites
  keeps a favourite twice | createdIsListed | favourites | created-listed: the thing with the identity "…" once; 2 times
  keeps favourites that are none any more | removedIsGone | favourites | removed: …; it is listed
  has the parts of things elsewhere | partsAreApart | parts elsewhere
  keeps removed parts elsewhere | removedIsGone | parts elsewhere | removed: … | and 1 more
  tells things by a member that only Location shows | createdIsRead | references
  tells things by their names | identityIsUnique | names
  tells things by their names, and takes each again | identityIsUnique | names | identity-unique: status 409 for another content with the same identity; status …
  has tags or has none | unknownIsRefused | tags
  has tags or has none | removedIsGone | tags
  has each email once | retryMakesNoSecond | mails
  has each new email once | retryMakesNoSecond | mails | identity-unique: status 409 for the email of another thing; status 200
  leads by links | unknownIsRefused | links
  leads by any link | unknownIsRefused | links | unknown-refused: status 404: nothing has the identity …; status 302
  leads by links | partsAreGone | links
  leads by any link | partsAreGone | links | removed: status 404 after DELETE /links/{code}; status 302
  has each title once | removedIsGone | titles
  has each title once, and removes nothing | removedIsGone | titles | removed: status 404 or 410 after a DELETE; status 200 | and 4 more
  has each name once | retryMakesNoSecond | names said
  is right | retryMakesNoSecond | names said | identity-unique: status 409 for the same name again; status 201
  is right | keysAreExact | keys
  is right | keysAreExact | numbers
  decodes paths twice | keysAreExact | keys | identity-exact: … lead to different things; …it decodes paths twice
  cuts keys at a slash | keysAreExact | keys | identity-exact: … lead to different things; …it cuts keys at a slash
  takes + for a space | keysAreExact | keys | identity-exact: … lead to different things; …it takes + for a space
  takes + for a space where it is not encoded | keysAreExact | keys | identity-exact: …; …it takes + for a space
  has keys in small letters | keysAreExact | keys
  refuses odd keys | keysAreExact | keys
  makes one thing of a key | keyMakesOneThing | same key
  does not know keys | keyMakesOneThing | same key | retry: one thing for one idempotency key, sent again; … and … | retry: one thing for one idempotency key, sent at once; … and …
  takes all keys for one | keyMakesOneThing | same key | retry: another thing for another idempotency-key; … again
  refuses keys that it knows | keyMakesOneThing | same key
  refuses keys that it knows | keyMakesOneThing | same response | retry: the response to the first request with its idempotency-key; status 409
  does not know keys | keyMakesOneThing | any key
  refuses another body with a key | keyMakesOneThing | other body
  makes one thing of a key | keyMakesOneThing | other body | retry: status 403 for another body with the same key; status 201
  refuses another body with a key | keyMakesOneThing | otherwise
  makes one thing of a key | keyMakesOneThing | otherwise | retry: status 403 for another body with the same key; status 201
  refuses another body with a key | keyMakesOneThing | used keys
  makes one thing of a key | keyMakesOneThing | used keys | retry: status 403 for another body with the same key; status 201
  fails at another body with a key | keyMakesOneThing | same key | no-server-error: …
  makes several things | allAreMade | in order
  answers in another order | allAreMade | all
  answers in another order | allAreMade | in order | bulk: result 0 is of what was sent there: /name is …
  leaves a result out | allAreMade | in order | bulk: 3 results, one for each; 2
  leaves a result out of 201 | allAreMade | all | bulk: 3 results, one for each; 2
  answers with one thing for all | allAreMade | all | bulk: result 1 is of something that was sent… | bulk: read after its result, /name is …
  keeps the first of several things | allAreMade | in order | …can be read; status 404
  keeps several things with the name of the first | allAreMade | in order | bulk: read after its result, /name is …
  gives several things one identity | allAreMade | in order | bulk: each result has its identity…
  keeps what is valid of several things | allAreMade | in order | refused-unchanged: … items after status 400…
`

/** Keeps the parts of things; `careless` methods do not look at the thing that the path names. */
function parting(...careless: readonly string[]): Fault {
  const kept = new Map<string, { owner: string; part: object }>()
  return ({ method, path, body }) => {
    const isElsewhere = path.startsWith('/parts/')
    const [, , owner = '', room, id] = `${isElsewhere ? '/things/any' : ''}${path}`.split('/')
    if (room !== 'parts') return undefined
    if (id === undefined) {
      const part = { ...Object(body), id: `p${kept.size + 1}` }
      kept.set(part.id, { owner, part })
      return { status: 201, body: part }
    }
    const found = kept.get(id)
    const isThere = found?.owner === owner || isElsewhere || careless.includes(method)
    if (found === undefined || !isThere) return { status: 404, body: {} }
    if (method === 'GET') return { status: 200, body: found.part }
    if (!careless.includes('kept')) kept.delete(id)
    return { status: 204 }
  }
}

const alone =
  (parts: Fault): Fault =>
  (asked, correct, world) => {
    const isSecond = asked.method === 'POST' && world.asks(`POST ${asked.path}`).length > 1
    const isPart = asked.path.endsWith('/parts')
    return isSecond && isPart ? { status: 409 } : parts(asked, correct, world)
  }

/** Has no parts, and answers with a status where one is made below a thing, or below nothing. */
const barely =
  (made: number, isAnything = false): Fault =>
  ({ method, path, body }, _, { things }) => {
    if (!path.endsWith('/parts')) return undefined
    const isThere = isAnything || things.has(path.split('/')[2] ?? '')
    if (method === 'GET') return isThere ? { status: 200, body: [] } : { status: 404 }
    return { status: made === 400 || isThere ? made : 404, body: { ...Object(body), id: 'a' } }
  }

/** Keeps parts by their names, and lists those of one thing or of all. */
function naming(areApart: boolean): Fault {
  const kept: (readonly [owner: string, part: object])[] = []
  return ({ method, path, body }) => {
    const [, , owner = '', room, id = ''] = path.split('/')
    if (room !== 'parts') return undefined
    const part = { ...Object(body), id }
    if (method === 'PUT') kept.push([owner, part])
    const listed = kept.flatMap(([each, own]) => (areApart && each !== owner ? [] : [own]))
    return { status: 200, body: method === 'PUT' ? part : listed }
  }
}

/** Keeps entries of things, so many of each at most. */
function entering(most = 99, kept = (entry: object) => entry, areApart = true): Fault {
  const all: (readonly [path: string, entry: object])[] = []
  return ({ method, path, body }) => {
    if (!path.endsWith('/entries')) return undefined
    const own = all.filter(([each]) => each === path || !areApart)
    if (method === 'GET') return { status: 200, body: own.map(([, entry]) => entry) }
    if (own.length >= most) return { status: 409, body: {} }
    all.push([path, kept(Object(body))])
    return { status: 201, body: kept(Object(body)) }
  }
}

const trimmed = (entry: { text?: string }) => ({ ...entry, text: String(entry.text).trim() })

/** Keeps which things are favourites; `isOnce` keeps each once. */
function liking(isOnce: boolean, isRemoved = true): Fault {
  let all: string[] = []
  return ({ method, path }, _, { things }) => {
    const [, room, id = ''] = path.split('/')
    if (room !== 'favourites') return undefined
    if (method === 'GET') return { status: 200, body: all.map((thingId) => ({ thingId })) }
    if (method === 'PUT' && !things.has(id)) return { status: 404 }
    if (method === 'DELETE') all = all.filter((each) => each !== id || !isRemoved)
    else if (!isOnce || !all.includes(id)) all.push(id)
    return { status: 204 }
  }
}

const reading =
  (keyOf: (path: string) => string): Fault =>
  (asked, correct) => {
    Object.assign(asked, { path: keyOf(asked.path) })
    return correct()
  }

const sent = ({ headers }: Asked) => headers['idempotency-key']

/** Knows keys as `keyOf` says, and answers with what it made for them. */
function knowing(keyOf: (asked: Asked, count: number) => string | undefined): Fault {
  const known = new Map<string, Reply>()
  let count = 0
  return (asked, correct) => {
    if (asked.method !== 'POST' || sent(asked) === undefined) return undefined
    count += 1
    const key = keyOf(asked, count) ?? `${count}`
    const reply = known.get(key) ?? correct()
    known.set(key, reply)
    return reply
  }
}

function knowingBodies(): Fault {
  const known = new Map<string | undefined, string>()
  const knows = knowing(sent)
  return (asked, ...given) => {
    const [key, own] = [sent(asked), String(asked.payload)]
    if (key !== undefined && (known.get(key) ?? own) !== own) return { status: 403, body: {} }
    known.set(key, own)
    return knows(asked, ...given)
  }
}

const knowsBodies = knowingBodies()

type Named = Readonly<{ id: string; name?: unknown }>

/** Makes several things, and answers with what `told` makes of them; `kept` says which are kept. */
const making =
  (
    told = (made: Named[]) => made,
    { kept = (all: Named[]) => all, status = 200, isWhole = true } = {},
  ): Fault =>
  ({ method, path, body }, _, world) => {
    if (method !== 'POST' || path !== '/things/batch') return undefined
    const made: Named[] = Object(body).all.map((each: object) => ({
      ...each,
      id: String(world.last++),
    }))
    const valid = made.filter(({ name }) => typeof name === 'string')
    const isValid = valid.length === made.length
    for (const each of isValid || !isWhole ? kept(valid) : []) world.keep(each.id, each)
    return isValid ? { status, body: told(made) } : { status: 400, body: {} }
  }
/** Has things where a member says. */
const telling =
  (member: string, isUnique = true): Fault =>
  ({ method, body }, _, world) => {
    const key = Object(body)[member]
    if (method !== 'POST') return undefined
    if (isUnique && world.things.has(key)) return { status: 409, body: {} }
    return { ...world.keep(key, body), headers: { location: `/things/${key}` } }
  }
/** Has links at a path of their own, where it leads elsewhere. */
function linking(isAny: boolean): Fault {
  const codes = new Set<string>()
  return ({ method, path }) => {
    const code = path.slice(path.lastIndexOf('/') + 1)
    const id = `link-${codes.size}`
    if (method === 'POST') return codes.add(id) && { status: 201, body: { id, name: 'a' } }
    if (method === 'GET' && (isAny || codes.has(code)))
      return { status: 302, headers: { location: 'https://example.com/' } }
    return { status: codes.delete(code) ? 204 : 404 }
  }
}

const once = again('title', () => ({ status: 409, body: {} }))
const alike = (made: Named[]) => made.map((each) => ({ ...each, name: made[0]?.name }))

tells(ROWS, {
  shapes: SHAPES,
  servers: {
    'keeps all at the root': changing(/^POST/, ({ status, body }, _, { things }) => {
      const { id = '' } = Object(body)
      if (status === 201) things.set(id, { ...Object(body), parentId: null })
      return {}
    }),
    'refuses what is not at the root': ({ body }, correct) =>
      Object(body).parentId ? { status: 400, body: {} } : correct(),
    'keeps the entries of things apart': entering(),
    'lists the entries of all things': entering(99, (entry) => entry, false),
    'takes an entry of each thing': entering(1),
    'takes an entry of each thing, and trims it': entering(1, trimmed),
    'keeps the parts of things apart': parting(),
    'reads a part below any thing': parting('GET'),
    'removes a part below any thing': parting('DELETE'),
    'keeps one part of each thing': alone(parting()),
    'keeps one part of each thing for ever': alone(parting('kept')),
    'lists parts of what there is': barely(201),
    'lists parts of what there is not': barely(201, true),
    'refuses all parts': barely(400),
    'keeps named parts apart': naming(true),
    'lists the named parts of all things': naming(false),
    'keeps things that are favourites': liking(true),
    'keeps a favourite twice': liking(false),
    'keeps favourites that are none any more': liking(true, false),
    'has the parts of things elsewhere': parting(),
    'keeps removed parts elsewhere': parting('kept'),
    'tells things by a member that only Location shows': telling('ref'),
    'tells things by their names': telling('name'),
    'tells things by their names, and takes each again': telling('name', false),
    'has each title once': once,
    'has tags or has none': ({ path }, _, { things }) => {
      const [, , id = '', room] = path.split('/')
      return room === 'tags' ? { status: things.has(id) ? 204 : 404 } : undefined
    },
    'has each new email once': again('email', () => ({ status: 409, body: {} })),
    'has each email once': ({ method, path, body }, _, { things }) => {
      const isOther = ([id, each]: [string, unknown]) =>
        Object(each).email === Object(body).email && !path.endsWith(id)
      const isTaken = /^P/.test(method) && Object(body).email && [...things].some(isOther)
      return isTaken ? { status: 409, body: {} } : undefined
    },
    'leads by links': linking(false),
    'leads by any link': linking(true),
    'has each name once': again('name', () => ({ status: 409, body: {} })),
    'has each title once, and removes nothing': (asked, ...given) =>
      asked.method === 'DELETE' ? { status: 204 } : once(asked, ...given),
    'decodes paths twice': reading((path) => path.replaceAll('%20', ' ')),
    'cuts keys at a slash': reading((path) => path.split('/').slice(0, 3).join('/')),
    'takes + for a space': reading((path) => path.replaceAll('+', ' ')),
    'takes + for a space where it is not encoded': (asked, correct) =>
      asked.url.includes('+')
        ? reading((path) => path.replace('+', ' '))(asked, correct, {} as never)
        : correct(),
    'has keys in small letters': reading((path) => path.toLowerCase()),
    'refuses odd keys': refusing(/things\/.*[ %+/.]/, 400),
    'makes one thing of a key': knowing(sent),
    'does not know keys': knowing(() => undefined),
    'takes all keys for one': knowing(() => 'one'),
    'refuses keys that it knows': (asked, _, world) =>
      asked.method === 'POST' &&
      world.asks('POST').filter((each) => sent(each) === sent(asked)).length > 1
        ? { status: 409, body: {} }
        : undefined,
    'refuses another body with a key': knowingBodies(),
    'fails at another body with a key': (...given) => {
      const reply = knowsBodies(...given)
      return reply?.status === 403 ? { status: 500 } : reply
    },
    'makes several things': making(),
    'answers in another order': making((made) => made.toReversed()),
    'leaves a result out': making((made) => made.slice(1)),
    'leaves a result out of 201': making((made) => made.slice(1), { status: 201 }),
    'answers with one thing for all': making(alike),
    'keeps the first of several things': making(undefined, { kept: (all) => all.slice(0, 1) }),
    'keeps several things with the name of the first': making(undefined, { kept: alike }),
    'gives several things one identity': making((all) =>
      all.map((each) => ({ ...each, id: '101' })),
    ),
    'keeps what is valid of several things': making(undefined, { isWhole: false }),
  },
})

t.test('keys that the document does not allow, or says nothing of, are not sent', async (t) => {
  const { world: ofNumbers } = await played(SHAPES.numbers as Shape, undefined, [keysAreExact])
  t.ok(ofNumbers.asks('PUT').length < 3)
  const { world } = await played(SHAPES['any key'] as Shape, undefined, [keyMakesOneThing])
  t.equal(world.asks('POST').length, 1)
})

t.test('a key comes with what nothing has taken yet, where each may be taken once', async (t) => {
  const Booking = {
    ...{ type: 'object', required: ['thingId'] },
    properties: { id: { ...text, readOnly: true }, thingId: text, note: text },
  }
  const [key] = keyed(`${SAME} With another body it is 403.`).keys ?? []
  const paths = pathsWith({ Booking })(`
    POST /bookings | {asks: Booking, 201: Booking, 409: null, parameters: [${JSON.stringify(key)}]}
    GET /bookings/{id} | {200: Booking, 404: null}
  `)
  const taken = new Set<unknown>()
  const knows = knowing(sent)
  const booking: Fault = (asked, correct, world) => {
    if (asked.method !== 'POST' || asked.path !== '/bookings') return undefined
    const book = () => {
      const { thingId } = Object(asked.body)
      if (taken.has(thingId)) return { status: 409 }
      taken.add(thingId)
      return correct()
    }
    return knows(asked, book, world) ?? book()
  }
  const { told } = await played({ paths }, booking, [createdIsRead, keyMakesOneThing])
  t.same(told, ['retry: status 403 for another body with the same key | status 201'])
})

t.test('a key of one user is none of another', async (t) => {
  const settings = {
    others: [{ scheme: 'bearer', token: 'second', isForeign: true }],
    owners: true,
  }
  const shape = { ...SHAPES['same key'], asks: NAMED }
  const { told } = await played(shape, knowing(sent), [keyMakesOneThing], settings)
  t.match(told, [/^retry: another thing for another user with the same key \| \d+ again$/])
})
