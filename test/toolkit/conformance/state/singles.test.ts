import t from 'tap'
import { pathsOf } from '../helpers/documents.js'
import { type Asked, type Fault, json, played, type Reply } from './small-world.js'

const OCTETS = 'application/octet-stream'
/** What is set and read at a path, of a content by media types. */
const setAt = (path: string, content: object, answer = content, method = 'PUT') =>
  pathsOf(`
    GET ${path} | {200: ${JSON.stringify(answer)}, 404: null}
    ${method} ${path} | {asks: ${JSON.stringify(content)}, 204: null, 403: null}
  `)

/** One thing that is set and read, and nothing else. */
const single = (content: object, answer?: object) => ({
  ...{ only: '', paths: setAt('/single', content, answer) },
})

/** Keeps what is set as bytes, and answers with them as `answer` says. */
function keeping(answer: (payload: Buffer) => Reply): Fault {
  let kept: Buffer = Buffer.alloc(0)
  return ({ method, payload }) => {
    if (method === 'GET') return answer(kept)
    kept = payload
    return { status: 204 }
  }
}

const as = (type: string) => (body: Buffer) => ({
  ...{ status: 200, body },
  headers: { 'content-type': type },
})
const refusing: Fault = ({ method }) => (method === 'PUT' ? { status: 403 } : undefined)
const unread = ({ method }: Asked, set: Reply) => (method === 'GET' ? { status: 404 } : set)

async function found(content: object, fault?: Fault, answer?: object) {
  const { told, world } = await played(single(content, answer), fault, [])
  return { told, asked: world.asked.map(({ method }) => method) }
}

t.test('bytes that are set come back, with their type', async (t) => {
  const bytes = { [OCTETS]: {} }
  const find = async (answer: (payload: Buffer) => Reply) =>
    (await found(bytes, keeping(answer))).told.filter((each) => each.startsWith('replaced'))
  t.same(await find(as(OCTETS)), [])
  t.same(await find(as('Application/Octet-Stream')), [])
  t.same(await find((body) => as(OCTETS)(body.subarray(1))), [
    'replaced: the 12 bytes that PUT has set | 11 other bytes',
  ])
  t.same(await find(() => ({ status: 404 })), ['replaced: what PUT has set | status 404'])
  t.same(await find(as('image/png')), [`replaced: ${OCTETS} | image/png`])
  t.same(await find((body) => ({ status: 200, body })), [`replaced: ${OCTETS} | no Content-Type`])
  const images = await found({ 'image/*': {} }, keeping(as('image/png')))
  t.same(images.told, [], 'any type of a range')
})

t.test('nothing is said of bytes that PUT refuses', async (t) => {
  const refused = await found({ [OCTETS]: {} }, refusing)
  t.same(refused, { told: [], asked: ['PUT'] })
})

t.test('what is set in a way and read in another one is there', async (t) => {
  const image = { type: 'string', contentMediaType: 'image/png' }
  const form = { 'multipart/form-data': { schema: { type: 'object', properties: { image } } } }
  const png = { 'image/png': {} }
  t.same(await found(form, keeping(as('image/png')), png), { told: [], asked: ['PUT', 'GET'] })
  const text = json({ type: 'object', properties: { name: { type: 'string' } } })
  t.same(await found(text, keeping(as('image/png')), png), { told: [], asked: ['PUT', 'GET'] })
  t.same((await found(form, refusing, png)).asked, ['PUT'])
  const lost: Fault = (asked) => unread(asked, { status: 204 })
  t.same((await found(form, lost, png)).told, ['replaced: what PUT has set | status 404'])
})

t.test('JSON that is set comes back', async (t) => {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  t.same((await found(json(schema))).told, [])
  t.same((await found(json({ type: 'integer' }))).told, [])
  t.same(await found(json(schema), refusing), { told: [], asked: ['PUT'] })
  const lost: Fault = (asked) => unread(asked, { status: 204 })
  t.same((await found(json(schema), lost)).told, ['replaced: what PUT has set | status 404'])
  const open = { ...schema, properties: { ...schema.properties, note: { type: 'string' } } }
  let kept = {}
  const merging: Fault = ({ method, body }) => {
    if (method === 'GET') return { status: 200, body: kept }
    kept = { ...kept, ...(body as object) }
    return { status: 204 }
  }
  t.same((await found(json(open))).told, [])
  t.match((await found(json(open), merging)).told, [/^replaced: no note after a PUT without it/])
  t.same(await found(json({ ...schema, not: {} })), { told: [], asked: [] })
  t.same((await found({ 'application/json': {} })).told, [])
})

t.test('what only PATCH sets comes back, and is no replacement', async (t) => {
  const text = { type: 'string' }
  const schema = { type: 'object', properties: { name: text, note: text } }
  const told = async (patch: (kept: object, body: object) => object) => {
    let kept = { note: 'n' }
    const fault: Fault = ({ method, body }) => {
      if (method !== 'GET') kept = { ...kept, ...patch(kept, body as object) }
      return { status: method === 'GET' ? 200 : 204, ...(method === 'GET' && { body: kept }) }
    }
    const paths = setAt('/single', json(schema), json(schema), 'PATCH')
    return (await played({ only: '', paths }, fault, [])).told
  }
  t.same(await told((kept, body) => ({ ...kept, ...body })), [])
  t.match(await told((kept) => kept), [/^patched: \/name is .* \| nothing/])
})

/** A part of each thing, which is set and read. */
async function ofThings(content: object, fault: Fault) {
  const paths = setAt('/things/{id}/part', content)
  const isOfPart: Fault = (asked, ...rest) =>
    asked.path.endsWith('/part') ? fault(asked, ...rest) : undefined
  return (await played({ paths, only: 'create read' }, isOfPart, [])).told
}

t.test('an image that nobody has set is not there without a byte', async (t) => {
  const told = async (body: Buffer) => {
    const found = await ofThings({ 'image/png': {} }, ({ method }) =>
      method === 'GET' ? as('image/png')(body) : undefined,
    )
    return found.filter((each) => each.startsWith('unknown-refused'))
  }
  t.same(await told(Buffer.alloc(0)), [
    'unknown-refused: status 404: no image/png was set, and one has bytes | status 200 without a byte',
  ])
  t.same(await told(Buffer.from('one of the service')), [])
})

t.test('what is set of one thing is not set of another', async (t) => {
  for (const content of [
    { [OCTETS]: {} },
    json({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } }),
  ]) {
    const [type = ''] = Object.keys(content)
    const found = async (keyOf: (path: string) => string) => {
      const kept = new Map<string, Buffer>()
      const told = await ofThings(content, ({ method, path, payload }) => {
        const body = kept.get(keyOf(path))
        if (method === 'GET') return body === undefined ? { status: 404 } : as(type)(body)
        kept.set(keyOf(path), payload)
        return { status: 204 }
      })
      return told.map((each) => each.split(':')[0])
    }
    t.same(await found((path) => path), [])
    t.same(await found(() => 'all'), ['parts-apart'], type)
  }
})

t.test('what is set has an ETag of its own', async (t) => {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  for (const content of [{ [OCTETS]: {} }, json(schema)]) {
    const [type = ''] = Object.keys(content)
    const found = async (etagOf: (body: Buffer) => string) =>
      (
        await ofThings(
          content,
          keeping((body) => ({
            ...as(type)(body),
            headers: { 'content-type': type, etag: etagOf(body) },
          })),
        )
      ).filter((each) => each.startsWith('etag'))
    t.same(await found((body) => `"${body.toString('hex')}"`), [])
    t.same(await found(() => '"1"'), ['etag: another ETag than "1" after PUT | "1"'], type)
  }
})

t.test('a part of a thing may be deleted twice: its 404 may be that of the thing', async (t) => {
  const removed = pathsOf('DELETE /things/{id}/part | {204: null, 404: null}')
  const own = setAt('/things/{id}/part', json({ type: 'integer' }))
  const paths = Object.fromEntries(
    Object.entries(own).map(([path, each]) => [path, { ...each, ...Object(removed)[path] }]),
  )
  const parts = new Map<string, unknown>()
  const fault: Fault = ({ method, path, body }) => {
    if (!path.endsWith('/part')) return undefined
    if (method === 'PUT') parts.set(path, body)
    if (method === 'DELETE') parts.delete(path)
    if (method !== 'GET') return { status: 204 }
    return parts.has(path) ? { status: 200, body: parts.get(path) } : { status: 404 }
  }
  t.same((await played({ paths, only: 'create read' }, fault, [])).told, [])
})

t.test('what is deleted is gone', async (t) => {
  const shape = single({ [OCTETS]: {} })
  const removed = pathsOf('DELETE /single | {204: null, 404: null}')
  const paths = { '/single': { ...shape.paths['/single'], ...removed['/single'] } }
  const told = async (removes: boolean, again: number) => {
    let kept: Buffer | undefined
    const fault: Fault = ({ method, payload }) => {
      if (method === 'PUT') kept = payload
      const status = kept === undefined ? again : 204
      if (method === 'GET') return kept === undefined ? { status: 404 } : as(OCTETS)(kept)
      if (method === 'DELETE' && removes) kept = undefined
      return { status: method === 'PUT' ? 204 : status }
    }
    return (await played({ ...shape, paths }, fault, [])).told
  }
  t.same(await told(true, 404), [])
  const row = 'removed: status 404 after a DELETE | status'
  t.same(await told(true, 204), [`${row} 204`])
  t.same(await told(false, 404), [`${row} 200`, `${row} 204`])
})
