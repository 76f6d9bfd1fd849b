import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { errors, type FilePart } from 'fastify-contract'
import t from 'tap'
import { refused } from '../../../helpers/refused.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { contractOf, serveContract, serveLogged } from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { partsIn, posting } from '../bodies/table.js'
import { contractAt, documentOf, exact, keeping, PARTS, partsOf } from '../keeping.js'

const contract = await contractAt('read-only.yaml')

/** The body that reaches the handlers, and what they answer. */
let seen: unknown
let answered: unknown
const see = ({ body }: { body: unknown }) => {
  seen = body
  return { status: 204 }
}
const answer = ({ body }: { body: unknown }) => {
  seen = structuredClone(body)
  return { status: 200, body: answered }
}
const handlers = {
  ...{ json: answer, list: answer, group: answer, pet: answer, case: answer },
  ...{ form: see, parts: see, text: see, nothing: () => ({ status: 204 }) },
  files: async ({ body: { photo, ...rest } }: { body: Record<string, FilePart | undefined> }) => {
    seen = { ...rest, ...(photo && { photo: await text(photo.stream) }) }
    return { status: 204 }
  },
  async *items(body: AsyncIterable<unknown>) {
    const all: unknown[] = []
    seen = all
    for await (const item of body) all.push(item)
    yield answered
  },
  lines: ({ body }: { body: AsyncIterable<unknown> }) => ({
    status: 200,
    body: handlers.items(body),
  }),
}

const multipart = { memory: 10_000 }
const served = await serveContract(t, contract, { handlers, multipart })

const parts = (text: string) => posting('/files', partsOf(...partsIn(text)), PARTS)
const lines = (...items: string[]) => posting('/lines', items.join('\n'), 'application/jsonl')
const USER = '{"name":"n"}'
const ANSWERS: Readonly<Record<string, unknown>> = { '/list': [], '/pet': { bark: '' } }

/** What is sent where, and what is left of it. */
const SENT = rowsOf(`
  a member | /json | {"name":"n","id":1} | {name: 'n'}
  whatever its value is | /json | {"name":"n","id":[{"a":1}]} | {name: 'n'}
  a number that only an int64 holds | /json | {"name":"n","id":9007199254740993} | {name: 'n'}
  a member by reference | /json | {"name":"n","made":"m"} | {name: 'n'}
  a member by references | /json | {"name":"n","seen":"s"} | {name: 'n'}
  a name to escape | /json | {"name":"n","a/b~c":""} | {name: 'n'}
  a member of a closed object | /json | {"name":"n","inner":{"at":"now","n":1}} | {name: 'n', inner: {n: 1n}}
  members of items | /json | {"name":"n","friends":[{"name":"n"},{"name":"n","id":1,"friends":[{"name":"n","id":2}]}]} | {name: 'n', friends: [{name: 'n'}, {name: 'n', friends: [{name: 'n'}]}]}
  a member of one item | /json | {"name":"n","pair":["a",{"name":"n","id":1}]} | {name: 'n', pair: [a, {name: 'n'}]}
  a member below a pattern | /json | {"name":"n","x-a":{"by":"me","n":1}} | {name: 'n', x-a: {n: 1}}
  a member that one part of allOf flags | /group | {"name":"n","size":1,"id":1,"made":""} | {name: 'n', size: 1}
  a list | /list | [{"name":"n"},{"name":"n","id":1}] | [{name: 'n'}, {name: 'n'}]
  a member of one branch | /pet | {"bark":"b","tag":"t"} | {bark: b}
  a member of another branch | /pet | {"meow":"m","tag":"t"} | {meow: m, tag: t}
  a member below then | /case | {"kind":"a","id":"i","by":"b"} | {kind: a, by: b}
  a member below else | /case | {"kind":"b","id":"i","by":"b"} | {kind: b, id: i}
  a member beside another | /case | {"card":"c","paid":"p","id":"i"} | {card: c, id: i}
  a member beside none | /case | {"paid":"p"} | {paid: p}
  a field | /form | id=1&n=2 | {'n': 2}
  a field of another type | /form | id=x | {}
  a member of a field | /form | user=%7B%22name%22%3A%22n%22%2C%22id%22%3A1%7D | {user: {name: 'n'}}
  nothing | /json | {"name":"n","password":"p"} | {name: 'n', password: p}
  nothing where none is | /text | {"id":1} | {id: 1}
  a part | /parts | id=1 & n=2 | {'n': 2}
  a file | /files | scan=a & n=2 | {'n': 2}
  files | /files | pages=a & n=2 | {'n': 2}
  a file before others, however large | /files | scan=${'a'.repeat(100_000)} & n=2 & photo=p | {'n': 2, photo: p}
  a file of one branch | /files | photo=p & kind=seen | {kind: seen}
  a file of another branch | /files | photo=p & kind=sent | {kind: sent, photo: p}
`)

function requestOf(url: string, text: string) {
  if (url === '/form') return posting(url, text, 'application/x-www-form-urlencoded')
  return /^.(parts|files)$/.test(url)
    ? { ...parts(text), url }
    : posting(url, text, 'application/json')
}

for (const [name, url = '', text = '', left = ''] of SENT) {
  t.test(`${name} is left out if it is read-only`, async (t) => {
    const request = requestOf(url, text)
    answered = ANSWERS[url] ?? { id: 1, name: 'a', size: 1 }
    const taken = await served.inject(request)
    t.ok(taken.statusCode < 300, taken.body)
    t.same(seen, exact(yamlOf(left)))
  })
}

t.test('a read-only file that breaks off is the client’s fault', async (t) => {
  const whole = parts(`scan=${'a'.repeat(1_000)} & n=2`)
  const payload = String(whole.payload).slice(0, 500)
  refused(t, await served.inject({ ...whole, payload }), {
    error: errors.malformedContent.error,
    message: /: the body ends before its last boundary\.$/,
  })
})

t.test('read-only members are removed from each item', async (t) => {
  answered = { id: 1, name: 'a' }
  const request = lines(USER, '{"name":"n","id":1}')
  t.equal((await served.inject(request)).statusCode, 200)
  t.same(seen, [{ name: 'n' }, { name: 'n' }])
})

t.test('a body without a schema is unchanged', async (t) => {
  await checkTalk(t, served).lines('POST /text (content-type: text/plain) a -> 204')
  t.equal(seen, 'a')
})

/** Answers with secrets, the schemas that they are of, and where the secrets are. */
const LEAKING = rowsOf(`
  a member | /json | {"name":"n"} | {id: 1, name: a, password: p} | body/password
  a member of an item | /json | {"name":"n"} | {id: 1, name: a, friends: [{id: 2, name: b, password: p}]} | body/friends/0/password
  a member by references | /json | {"name":"n"} | {id: 1, name: a, hash: h} | body/hash
  an item | /list | [{"name":"n"}] | [{id: 1, name: a, password: p}] | body/0/password
  what one part of allOf flags | /group | {"name":"n","size":1} | {id: 1, name: a, size: 1, password: p} | body/password
  one branch | /pet | {"bark":"b"} | {bark: b, key: k} | body/key
  what holds then | /case | {} | {kind: a, key: k, card: c} | body/key
  what holds beside | /case | {} | {kind: b, key: k, card: c, pin: p} | body/pin
`)

for (const [name, url = '', text = '', body = '', place = ''] of LEAKING) {
  t.test(`what is write-only never leaves in ${name}`, async (t) => {
    for (const responses of ['throw', 'log', 'off'] as const) {
      answered = yamlOf(body)
      const { app, faults } = await serveLogged(t, contract, { handlers, responses })
      const response = await app.inject(requestOf(url, text))
      t.equal(faults().length, 1)
      const { err } = faults()[0] as unknown as { err: { message: string } }
      t.match(err.message, place)
      if (responses === 'throw') {
        refused(t, response, { error: 50000 })
        continue
      }
      t.equal(response.statusCode, 200, response.body)
      t.notMatch(response.body, /password|key|pin|hash/)
      t.ok(response.body.length > 2, 'the rest of it is there')
      t.match(err.message, 'and left out')
      t.same(answered, yamlOf(body), "what is the handler's is not changed")
    }
  })
}

t.test('a response that breaks its schema is sent and logged where it may be', async (t) => {
  answered = { id: 'x', name: 'a', password: 'p' }
  const { app, faults } = await serveLogged(t, contract, { handlers, responses: 'log' })
  await checkTalk(t, app).lines(`POST /json ${USER} -> 200 {"id":"x","name":"a"}`)
  answered = { id: 'x', name: 'a' }
  await checkTalk(t, app).lines(`POST /json ${USER} -> 200 {"id":"x","name":"a"}`)
  // An explanation may come after the response.
  await setImmediate()
  t.equal(faults().length, 3)
})

t.test('items are sent without write-only members', async (t) => {
  const app = await serveContract(t, contract, { handlers, responses: 'off' })
  answered = { id: 1, name: 'a', password: 'p' }
  t.same((await app.inject(lines(USER))).body, '{"id":1,"name":"a"}\n')
})

t.test('another branch may have a member of that name', async (t) => {
  answered = { meow: 'm', key: 'k' }
  await checkTalk(t, served).lines('POST /pet {"meow":"m"} -> 200 {"meow":"m","key":"k"}')
})

t.test('a write-only member is never sent in a sequence', async (t) => {
  answered = { id: 1, name: 'a', password: 'p' }
  const response = await served.inject(lines(USER)).catch((error: Error) => error)
  t.notMatch(response instanceof Error ? '' : response.body, 'password')
})

const M =
  '{type: object, additionalProperties: false, required: [r, w], properties: {r: {readOnly: true}, w: {type: integer, writeOnly: true}}}'
const parameter = (name: string, place: string, more: object, required = false) => ({
  ...{ name, in: place, required, schema: { $ref: '#/components/schemas/M' }, ...more },
})
const PARAMETERS = documentOf(
  {
    'get /{id}': {
      operationId: 'all',
      parameters: [
        parameter('id', 'path', { schema: { type: 'integer', readOnly: true } }, true),
        parameter('key', 'query', { schema: { type: 'string', writeOnly: true } }, true),
        parameter('q', 'query', { style: 'deepObject' }),
        parameter('x-m', 'header', {}),
      ],
    },
  },
  { components: { schemas: { M: yamlOf(M) } } },
)

t.test('of parameters only members are read-only or write-only, as in bodies', async (t) => {
  const { app, kept } = await keeping(t, await contractOf(t, PARAMETERS))
  const headers = { 'x-m': 'w,1' }
  const url = '/5?key=a&q[w]=2&q[r]=x'
  t.equal((await app.inject({ url, headers })).statusCode, 204)
  const query = { key: 'a', q: { w: 2 } }
  t.strictSame(kept, [{ params: { id: 5 }, query, headers: { 'x-m': { w: 1 } } }])
  t.match(await app.inject('/5?key=a&q[r]=x'), { statusCode: 400, body: /required property 'w'/ })
})
