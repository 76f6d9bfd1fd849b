import t from 'tap'
import { type ConformOptions, conform } from '#toolkit/conformance/index.js'
import { state } from '#toolkit/conformance/probes/state/state.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import type { TestedApp } from '#toolkit/conformance/target/app-target.js'
import { contractOf, documentOf, pathsWith } from '../helpers/documents.js'
import { kitFor, probed, UNHURRIED } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'
import { type Fault, type Item, json, namedWith, played } from './small-world.js'

const check = (paths: object, target: TestedApp, options: Partial<ConformOptions> = {}) =>
  conform({ document: documentOf(paths), target, ...UNHURRIED, ...options })

/** What is found by valid requests and scenarios only: an odd app has other faults, too. */
async function play(paths: object, app: TestedApp) {
  const kit = kitFor(contractOf(paths), app)
  await kit.prepare()
  return (await probed(kit, [validRequests, state])).what
}

const NAMED = { type: 'object', properties: { name: { type: 'string' } } }
const PET = { type: 'object', properties: { id: { type: 'string' } } }
const petsOf = pathsWith({ Named: NAMED, Pet: PET })

t.test('an identity is learnt from Location where the answer has no body', async (t) => {
  const pets = new Map<string, unknown>()
  const { app, asked } = stubApp(({ method, path, json }) => {
    if (method === 'POST') {
      const key = String(pets.size + 10)
      pets.set(key, json())
      return { status: 201, headers: { location: `../pets/${key}` } }
    }
    const pet = pets.get(path.split('/').at(-1) as string)
    return pet === undefined ? { status: 404 } : { status: 200, body: pet }
  })
  const paths = petsOf(`
    POST /pets | {asks: Named, 201: null}
    GET /pets/{id} | {path: {id: {type: integer}}, 200: Named, 404: null}
  `)
  t.same(await play(paths, app), [])
  t.ok(asked.includes('GET /pets/10'))
})

t.test('all requests about a thing lead to where it was made', async (t) => {
  const pets = new Map<string, object>()
  const { app } = stubApp(({ method, path }) => {
    const known = pets.get(path)
    if (method === 'PUT') {
      pets.set(path, { id: decodeURIComponent(path.split('/').at(-1) as string) })
      return { status: known === undefined ? 201 : 200, body: pets.get(path) }
    }
    const all = [...pets].filter(([each]) => each.startsWith(`${path}/`)).map(([, each]) => each)
    if (path.endsWith('/pets')) return { status: 200, body: all }
    return known === undefined ? { status: 404 } : { status: 200, body: known }
  })
  const leading = (example: string) =>
    `path: {id: {type: string}, group: {type: string, example: ${example}}}`
  const paths = petsOf(`
    GET /groups/{group}/pets | {path: {group: {type: string, example: c}}, 200: [Pet]}
    PUT /groups/{group}/pets/{id} | {${leading('a')}, asks: Named, 200: Pet, 201: Pet}
    GET /groups/{group}/pets/{id} | {${leading('b')}, 200: Pet, 404: null}
  `)
  t.same(await play(paths, app), [])
  t.ok(pets.size > 3)
})

t.test('what the user knows, forbids and prepares', async (t) => {
  const { app, asked } = stubApp(() => ({ status: 200, body: { name: 'x' } }))
  const paths = petsOf(`
    GET /pets/{id} getPet | {200: Named}
    DELETE /pets/{id} deletePet | {200: null}
    PATCH /pets/{id} | {asks: Named, 200: Named}
    GET /shops/{shop}/{id} | {200: Named}
  `)
  const done: string[] = []
  await check(paths, app, {
    identities: { '/pets/{id}': 'rex' },
    forbidden: ['deletePet', 'PATCH /pets/{id}'],
    setup: async () => {
      done.push('setup')
      return { shop: 'corner', id: 'any' }
    },
    teardown: async () => void done.push('teardown'),
  })
  t.same(done, ['setup', 'teardown'])
  t.ok(asked.includes('GET /pets/rex'))
  t.ok(asked.includes('GET /shops/corner/any'))
  t.same([...new Set(asked.filter((each) => /^(DELETE|PATCH) \/pets\/rex$/.test(each)))], [])

  asked.length = 0
  await check(paths, app, { readOnly: true })
  t.ok(asked.length > 0)
  t.same([...new Set(asked.filter((each) => !/^(GET|HEAD|OPTIONS|TRACE|QUERY) /.test(each)))], [])
})

t.test('what was uploaded may be bytes where it is read', async (t) => {
  const files = new Map<string, Buffer>()
  const run = async (isKept: boolean, kept = (bytes: Buffer) => bytes, below = '') => {
    const { app } = stubApp(({ method, path, payload }) => {
      if (method === 'POST') {
        const key = String(files.size + 1)
        t.notMatch(payload?.toString(), /\r\n\r\n\ufeff/, 'a form has no mark of byte order')
        const bytes = payload?.toString('latin1').split('a.bin')[1] ?? ''
        const [, file = ''] = /\r\n\r\n(.*?)\r\n--fastify/s.exec(bytes) ?? []
        if (isKept) files.set(key, kept(Buffer.from(file, 'latin1')))
        return { status: 201, body: { id: Number(key) } }
      }
      const [, , id = '', ...rest] = path.split('/')
      const file = files.get(id)
      if (file === undefined) return { status: 404 }
      if (below !== '' && rest.length === 0) return { status: 200, body: { id: Number(id) } }
      return { status: 200, body: file, headers: { 'content-type': 'application/octet-stream' } }
    })
    // Documents of 2.0 name the media type of errors, too.
    const paths = petsOf(`
      POST /files | {asks: {multipart/form-data: {schema: {type: object, properties: {file: {type: string, format: binary}, caption: {type: string}}}}}, 201: {type: object, required: [id], properties: {id: {type: integer}}}, 400: null}
      GET /files/{id}${below} | {path: {id: {type: integer}}, 200: {application/octet-stream: {}, application/json: {schema: {}}}, 404: null}
      ${below && 'GET /files/{id} | {path: {id: {type: integer}}, 200: {type: object, properties: {id: {type: integer}}}, 404: null}'}
    `)
    return await play(paths, app)
  }
  t.same(await run(true), [])
  const wrong = ['round-trip: a file is uploaded and downloaded']
  files.clear()
  t.same(await run(true, (bytes) => Buffer.from(String(bytes))), wrong, 'bytes are no text')
  files.clear()
  t.same(await run(true, (bytes) => bytes.subarray(0, 1_000)), wrong, 'a file is cut')
  files.clear()
  const trimmed = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').trim(), 'latin1')
  t.same(await run(true, trimmed), wrong, 'blanks around it are lost')
  for (const below of ['/content', '/file']) {
    files.clear()
    t.same(await run(true, undefined, below), [])
    files.clear()
    t.same(await run(true, trimmed, below), wrong, below)
  }
  files.clear()
  t.same(await run(true, trimmed, '/preview'), [], 'other bytes than those of the file')
  files.clear()
  t.ok((await run(false)).some((each) => each.startsWith('created-readable')))
})

t.test('nothing has a UUID that was just drawn, whoever makes the things', async (t) => {
  const found = async (schema: object) => {
    const { app } = stubApp(() => ({ status: 200, body: { name: 'kit' } }))
    const row = 'GET /jobs/{id} | {path: {id: Id}, 200: Named, 404: null}'
    const paths = pathsWith({ Named: NAMED, Id: schema })(row)
    return await play(paths, app)
  }
  t.same(await found({ type: 'string', format: 'uuid' }), [
    'unknown-refused: requests lead to a thing that does not exist',
  ])
  t.same(await found({ type: 'string' }), [])
})

t.test('a name that was sent is an identity only where the path calls it so', async (t) => {
  const isRead = async (parameter: string) => {
    const { app } = stubApp(({ method }) => (method === 'POST' ? { status: 201 } : { status: 404 }))
    const paths = pathsWith({ Pet: { ...NAMED, required: ['name'] } })(`
      POST /pets | {asks: Pet, 201: null}
      GET /pets/{${parameter}} | {200: Pet}
    `)
    return (await play(paths, app)).some((each) => each.startsWith('created-readable'))
  }
  t.equal(await isRead('id'), false)
  t.equal(await isRead('petName'), true)
})

t.test('an answer to PUT that is of another kind is not compared with what was sent', async (t) => {
  const marks = new Map<string, string>()
  const { app } = stubApp(({ method, url, payload }) => {
    const square = decodeURIComponent(url)
    if (method === 'PUT') marks.set(square, String(payload))
    const mark = marks.get(square) ?? '"X"'
    return { status: 200, body: method === 'PUT' ? { winner: 'none' } : JSON.parse(mark) }
  })
  const paths = petsOf(`
    PUT /squares/{id} | {asks: {type: string, enum: [X, O]}, 200: {type: object, properties: {winner: {type: string}}}}
    GET /squares/{id} | {200: {type: string, enum: [X, O]}}
  `)
  t.same(await play(paths, app), [])
})

t.test('a number or a UUID that is all of the answer to a creation is the identity', async (t) => {
  const asked = async (id: object, first: unknown) => {
    const { app, asked } = stubApp(({ method }) =>
      method === 'POST' ? { status: 201, body: first } : { status: 200, body: { name: 'a' } },
    )
    const paths = petsOf(`
      POST /pets | {asks: Named, 201: ${JSON.stringify(id)}}
      GET /pets/{id} | {path: {id: ${JSON.stringify(id)}}, 200: Named, 404: null}
    `)
    await play(paths, app)
    return asked
  }
  const uuid = '0b9d6d3a-7c1e-4f0a-9b3e-2f4c5d6e7f80'
  t.ok((await asked({ type: 'integer' }, 17)).includes('GET /pets/17'))
  t.ok((await asked({ type: 'string', format: 'uuid' }, uuid)).includes(`GET /pets/${uuid}`))
  const found = (await asked({ type: 'string' }, 'ok')).includes('GET /pets/ok')
  t.notOk(found, 'a word says how it went')
})

t.test('what is read as a file is not compared with what was sent as JSON', async (t) => {
  const asFile: Fault = ({ method }, correct) => {
    const reply = correct()
    if (method !== 'GET' || reply.status !== 200 || Array.isArray(reply.body)) return reply
    return { ...reply, body: Buffer.from('%PDF'), headers: { 'content-type': 'application/pdf' } }
  }
  const asks = namedWith({ age: { type: 'integer' } }, [])
  const shape = { asks, shown: { 'application/pdf': {} } }
  for (const type of ['application/json', 'application/merge-patch+json']) {
    const { told } = await played({ ...shape, changes: { [type]: { schema: asks } } }, asFile)
    t.same(told, [], type)
  }
})

t.test('a version that clients send is another one after each PUT', async (t) => {
  const counting: Fault = ({ method, path, body }, correct, { things }) => {
    if (method !== 'POST' && method !== 'PUT') return undefined
    const id = path.slice('/things/'.length)
    const { version = 0 } = (things.get(id) ?? {}) as Item
    if (things.has(id) && Object(body).version !== version) return { status: 409, body: {} }
    const reply = correct()
    if (reply.status > 201) return reply
    const next: Item = { ...(reply.body as Item), version: Number(version) + 1 }
    things.set(String(next.id), next)
    return { ...reply, body: next }
  }
  const answers = namedWith({ version: { type: 'integer' } })
  const shape = { asks: namedWith({}), answers, changes: json(answers) }
  const only = 'create list read replace remove'
  const { told } = await played({ ...shape, only }, counting)
  const found = told.filter((each) => each.startsWith('replaced'))
  t.same(found, [])
})

t.test('what a server adds to a part of a thing may change with each PUT', async (t) => {
  const id = { type: 'integer', readOnly: true }
  const owner = { type: 'object', properties: { id, name: { type: 'string' } } }
  let last = 0
  const numbering: Fault = ({ method, path }, correct, { things }) => {
    const reply = correct()
    const item = reply.body as Item
    if ((method !== 'POST' && method !== 'PUT') || reply.status > 201) return reply
    const body = { ...item, owner: { ...Object(item.owner), id: ++last } }
    things.set(method === 'PUT' ? path.slice('/things/'.length) : String(item.id), body)
    return { ...reply, body }
  }
  const only = 'create list read replace remove'
  t.same((await played({ asks: namedWith({ owner }), only }, numbering)).told, [])
})
