import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { errors, type FilePart, serve } from 'fastify-contract'
import t from 'tap'
import { recordLog } from '../../../helpers/log.js'
import { refused } from '../../../helpers/refused.js'
import { tableOf } from '../../../helpers/rows.js'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'

const contract = await contractOf(t, await fixture('read-only.yaml'))

/** The body that reaches the handlers. */
let seen: unknown
const see = ({ body }: { body: unknown }) => {
  seen = body
  return { status: 204 }
}

const answer = ({ body }: { body: unknown }) => {
  seen = structuredClone(body)
  return { status: 200, body: answered }
}

let answered: unknown
const handlers = {
  json: answer,
  list: answer,
  group: answer,
  pet: answer,
  case: answer,
  form: see,
  parts: see,
  files: async ({ body: { photo, ...rest } }: { body: Record<string, FilePart | undefined> }) => {
    seen = { ...rest, ...(photo && { photo: await text(photo.stream) }) }
    return { status: 204 }
  },
  text: see,
  nothing: () => ({ status: 204 }),
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
const ignoring = await serveContract(t, contract, { handlers, multipart })
const refusing = await serveContract(t, contract, { handlers, multipart, readOnly: 'refuse' })

const json = (url: string, value: unknown): InjectOptions => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(value),
})

const form = (payload: string): InjectOptions => ({
  method: 'POST',
  url: '/form',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload,
})

const part = (name: string, value: string) => {
  return `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

const parts = (values: Record<string, string>, url = '/parts'): InjectOptions => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  payload: `${Object.entries(values)
    .map(([name, value]) => part(name, value))
    .join('')}--b--\r\n`,
})

const lines = (...items: unknown[]): InjectOptions => ({
  method: 'POST',
  url: '/lines',
  headers: { 'content-type': 'application/jsonl' },
  payload: items.map((item) => JSON.stringify(item)).join('\n'),
})

const user = { name: 'n' }
const ANSWERS: Readonly<Record<string, unknown>> = { '/list': [], '/pet': { bark: '' } }

const sent: [name: string, request: InjectOptions, body: unknown, pointers: string[]][] = [
  ...tableOf<[name: string, request: InjectOptions, body: unknown, pointers: string[]]>(`
  a member | {method: POST, url: /json, headers: {content-type: application/json}, payload: '{"name":"n","id":1}'} | {name: 'n'} | [/id]
  whatever its value is | {method: POST, url: /json, headers: {content-type: application/json}, payload: '{"name":"n","id":[{"a":1}]}'} | {name: 'n'} | [/id]
  a number that only an int64 holds | {method: POST, url: /json, headers: {content-type: application/json}, payload: '{"name":"n","id":9007199254740993}'} | {name: 'n'} | [/id]
  a member by reference | {method: POST, url: /json, headers: {content-type: application/json}, payload: '{"name":"n","made":"m"}'} | {name: 'n'} | [/made]
  a member by references | {method: POST, url: /json, headers: {content-type: application/json}, payload: '{"name":"n","seen":"s"}'} | {name: 'n'} | [/seen]
  a name to escape | {method: POST, url: /json, headers: {content-type: application/json}, payload: '{"name":"n","a/b~c":""}'} | {name: 'n'} | ['/a~1b~0c']
  a list | {method: POST, url: /list, headers: {content-type: application/json}, payload: '[{"name":"n"},{"name":"n","id":1}]'} | [{name: 'n'}, {name: 'n'}] | [/1/id]
  a member of one branch | {method: POST, url: /pet, headers: {content-type: application/json}, payload: '{"bark":"b","tag":"t"}'} | {bark: b} | [/tag]
  a member of another branch | {method: POST, url: /pet, headers: {content-type: application/json}, payload: '{"meow":"m","tag":"t"}'} | {meow: m, tag: t} | []
  a member below then | {method: POST, url: /case, headers: {content-type: application/json}, payload: '{"kind":"a","id":"i","by":"b"}'} | {kind: a, by: b} | [/id]
  a member below else | {method: POST, url: /case, headers: {content-type: application/json}, payload: '{"kind":"b","id":"i","by":"b"}'} | {kind: b, id: i} | [/by]
  a member beside another | {method: POST, url: /case, headers: {content-type: application/json}, payload: '{"card":"c","paid":"p","id":"i"}'} | {card: c, id: i} | [/paid]
  a member beside none | {method: POST, url: /case, headers: {content-type: application/json}, payload: '{"paid":"p"}'} | {paid: p} | []
  a field | {method: POST, url: /form, headers: {content-type: application/x-www-form-urlencoded}, payload: 'id=1&n=2'} | {'n': 2} | [/id]
  a field of another type | {method: POST, url: /form, headers: {content-type: application/x-www-form-urlencoded}, payload: id=x} | {} | [/id]
  nothing | {method: POST, url: /json, headers: {content-type: application/json}, payload: '{"name":"n","password":"p"}'} | {name: 'n', password: p} | []
  nothing where none is | {method: POST, url: /text, headers: {content-type: application/json}, payload: '{"id":1}'} | {id: 1} | []
`),
  [
    'a member of a closed object',
    json('/json', { ...user, inner: { at: 'now', n: 1 } }),
    { ...user, inner: { n: 1n } },
    ['/inner/at'],
  ],
  [
    'members of items',
    json('/json', { ...user, friends: [user, { ...user, id: 1, friends: [{ ...user, id: 2 }] }] }),
    { ...user, friends: [user, { ...user, friends: [user] }] },
    ['/friends/1/id', '/friends/1/friends/0/id'],
  ],
  [
    'a member of one item',
    json('/json', { ...user, pair: ['a', { ...user, id: 1 }] }),
    { ...user, pair: ['a', user] },
    ['/pair/1/id'],
  ],
  [
    'a member below a pattern',
    json('/json', { ...user, 'x-a': { by: 'me', n: 1 } }),
    { ...user, 'x-a': { n: 1 } },
    ['/x-a/by'],
  ],
  [
    'a member that one part of allOf flags',
    json('/group', { ...user, size: 1, id: 1, made: '' }),
    { ...user, size: 1 },
    ['/id', '/made'],
  ],
  [
    'a member of a field',
    form(`user=${encodeURIComponent('{"name":"n","id":1}')}`),
    { user },
    ['/user/id'],
  ],
  ['a part', parts({ id: '1', n: '2' }), { n: 2 }, ['/id']],
  ['a file', parts({ scan: 'a', n: '2' }, '/files'), { n: 2 }, ['/scan']],
  ['files', parts({ pages: 'a', n: '2' }, '/files'), { n: 2 }, ['/pages']],
  [
    'a file before others, however large',
    parts({ scan: 'a'.repeat(100_000), n: '2', photo: 'p' }, '/files'),
    { n: 2, photo: 'p' },
    ['/scan'],
  ],
  [
    'a file of one branch',
    parts({ photo: 'p', kind: 'seen' }, '/files'),
    { kind: 'seen' },
    ['/photo'],
  ],
  [
    'a file of another branch',
    parts({ photo: 'p', kind: 'sent' }, '/files'),
    { kind: 'sent', photo: 'p' },
    [],
  ],
]

for (const [name, request, body, pointers] of sent) {
  t.test(`${name} is left out, or refused`, async (t) => {
    answered = ANSWERS[String(request.url)] ?? { id: 1, name: 'a', size: 1 }
    const taken = await ignoring.inject(request)
    t.ok(taken.statusCode < 300, taken.body)
    t.same(seen, body)
    seen = undefined
    const response = await refusing.inject(request)
    if (pointers.length === 0) {
      t.ok(response.statusCode < 300, response.body)
      return
    }
    const told = pointers.map((pointer) => `body${pointer} is read-only`).join('; ')
    const message = `The request breaks the contract: ${told}.`
    refused(t, response, { error: 40002, message })
    t.equal(seen, undefined)
  })
}

t.test('a read-only file that breaks off is the client’s fault', async (t) => {
  const whole = parts({ scan: 'a'.repeat(1_000), n: '2' }, '/files')
  const payload = String(whole.payload).slice(0, 500)
  refused(t, await ignoring.inject({ ...whole, payload }), {
    error: errors.malformedContent.error,
    message: /: the body ends before its last boundary\.$/,
  })
})

t.test('read-only members are removed from each item', async (t) => {
  answered = { id: 1, name: 'a' }
  const request = lines(user, { ...user, id: 1 })
  t.equal((await ignoring.inject(request)).statusCode, 200)
  t.same(seen, [user, user])
  refused(t, await refusing.inject(request), {
    error: 40002,
    message: /: body\/1\/id is read-only\.$/,
  })
})

t.test('read-only members are reported with the other violations of a request', async (t) => {
  const response = await refusing.inject(json('/json', { name: 1, id: 1, inner: { n: 'x' } }))
  const { message } = response.json()
  t.match(message, 'body/name must be string')
  t.match(message, 'body/inner/n must be')
  t.match(message, 'body/id is read-only')
  const wrong = await refusing.inject(json('/json', { name: 1 }))
  t.equal(wrong.json().message, 'The request breaks the contract: body/name must be string.')
})

t.test('some of many read-only members are reported', async (t) => {
  const response = await refusing.inject(json('/list', Array(500).fill({ name: 'a', id: 1 })))
  t.equal(response.json().message.match(/is read-only/g).length, 100)
})

t.test('a schema without such members has the usual violations', async (t) => {
  const message = 'The request breaks the contract: body must be object.'
  refused(t, await refusing.inject(json('/text', [])), { error: 40002, message })
  t.equal((await refusing.inject('/text')).statusCode, 204)
})

t.test('a body without a schema is unchanged', async (t) => {
  const headers = { 'content-type': 'text/plain' }
  const request = { method: 'POST', url: '/text', headers, payload: 'a' } as const
  t.equal((await refusing.inject(request)).statusCode, 204)
  t.equal(seen, 'a')
})

t.test('the option readOnly takes no other values', async (t) => {
  const options = { handlers, security: {}, readOnly: 'drop' as 'ignore' }
  t.throws(
    () => serve(contract, options),
    new TypeError("Directions: readOnly is 'ignore' or 'refuse'"),
  )
})

const leaking: [name: string, url: string, request: unknown, body: unknown, rule: RegExp][] = [
  ['a member', '/json', user, { id: 1, name: 'a', password: 'p' }, /body\/password/],
  [
    'a member of an item',
    '/json',
    user,
    { id: 1, name: 'a', friends: [{ id: 2, name: 'b', password: 'p' }] },
    /body\/friends\/0\/password/,
  ],
  ['a member by references', '/json', user, { id: 1, name: 'a', hash: 'h' }, /body\/hash/],
  ['an item', '/list', [user], [{ id: 1, name: 'a', password: 'p' }], /body\/0\/password/],
  [
    'what one part of allOf flags',
    '/group',
    { ...user, size: 1 },
    { id: 1, name: 'a', size: 1, password: 'p' },
    /body\/password/,
  ],
  ['one branch', '/pet', { bark: 'b' }, { bark: 'b', key: 'k' }, /body\/key/],
  ['what holds then', '/case', {}, { kind: 'a', key: 'k', card: 'c' }, /body\/key/],
  ['what holds beside', '/case', {}, { kind: 'b', key: 'k', card: 'c', pin: 'p' }, /body\/pin/],
]

for (const [name, url, request, body, rule] of leaking) {
  t.test(`what is write-only never leaves in ${name}`, async (t) => {
    answered = body
    const { logger, faults } = recordLog()
    const app = await serveContract(t, contract, { handlers, server: { logger } })
    refused(t, await app.inject(json(url, request)), { error: 50000 })
    const [logged] = faults()
    t.match((logged as unknown as { err: { message: string } }).err.message, rule)
  })
}

/** The secrets of all answers. */
const SECRET = /password|key|pin|hash/

for (const [name, url, request, body, rule] of leaking) {
  for (const responses of ['log', 'off'] as const) {
    t.test(
      `what is write-only never leaves in ${name} with ${responses} either, and the rest is sent`,
      async (t) => {
        answered = body
        const { logger, faults } = recordLog()
        const app = await serveContract(t, contract, { handlers, responses, server: { logger } })
        const response = await app.inject(json(url, request))
        t.equal(response.statusCode, 200, response.body)
        t.notMatch(response.body, SECRET)
        t.equal(response.body.length > 2, true, 'the rest of it is there')
        const told = faults()
        t.equal(told.length, 1)
        const { err } = told[0] as unknown as { err: { message: string } }
        t.match(err.message, new RegExp(`${rule.source}.* and left out`))
        t.same(answered, body, "what is the handler's is not changed")
      },
    )
  }
}

t.test(
  'a response that breaks its schema is sent and logged where responses are not enforced',
  async (t) => {
    answered = { id: 'x', name: 'a', password: 'p' }
    const { logger, faults } = recordLog()
    const app = await serveContract(t, contract, {
      handlers,
      responses: 'log',
      server: { logger },
    })
    t.same((await app.inject(json('/json', user))).json(), { id: 'x', name: 'a' })
    answered = { id: 'x', name: 'a' }
    t.same((await app.inject(json('/json', user))).json(), answered)
    // An explanation may come after the response.
    await setImmediate()
    t.equal(faults().length, 3)
  },
)

t.test('items are sent without write-only members', async (t) => {
  const app = await serveContract(t, contract, { handlers, responses: 'off' })
  answered = { id: 1, name: 'a', password: 'p' }
  t.same((await app.inject(lines(user))).body, '{"id":1,"name":"a"}\n')
})

t.test('another branch may have a member of that name', async (t) => {
  answered = { meow: 'm', key: 'k' }
  t.same((await ignoring.inject(json('/pet', { meow: 'm' }))).json(), answered)
})

t.test('a write-only member is never sent in a sequence', async (t) => {
  answered = { id: 1, name: 'a', password: 'p' }
  const response = await ignoring.inject(lines(user)).catch((error: Error) => error)
  t.notMatch(response instanceof Error ? '' : response.body, 'password')
})
