import t from 'tap'
import { files } from '#toolkit/conformance/probes/http/files.js'
import { heads } from '#toolkit/conformance/probes/http/heads.js'
import { mediaTypes } from '#toolkit/conformance/probes/http/media-types.js'
import { outsideErrors } from '#toolkit/conformance/probes/http/outside.js'
import { paths as pathsProbe } from '#toolkit/conformance/probes/http/paths.js'
import { ranges } from '#toolkit/conformance/probes/http/ranges.js'
import { judgeEcho } from '#toolkit/conformance/probes/parameters/judge-echo.js'
import {
  authentication,
  otherCredentials,
} from '#toolkit/conformance/probes/security/authentication.js'
import { authorization } from '#toolkit/conformance/probes/security/authorization.js'
import { validRequests } from '#toolkit/conformance/probes/valid-requests.js'
import type { Probe } from '#toolkit/conformance/run/probe.js'
import { contractOf } from '../helpers/documents.js'
import type { Answer, Asked } from '../helpers/stub-app.js'
import { runStub as run } from './probed.js'

const fails = (): Answer => {
  throw new Error('the connection is lost')
}

const DOWNLOADS = 'GET /file | {200: {application/octet-stream: {}}}'
const UPLOADS = 'PUT /file | {requestBody: {content: {application/octet-stream: {}}}, 204: null}'

t.test('a file comes back with its bytes and its type', async (t) => {
  let file: Buffer | undefined
  const find = async (read: () => Answer, paths = `${DOWNLOADS}\n${UPLOADS}`, status = 204) => {
    const { told } = await run(files, paths, ({ method, payload }) => {
      if (method !== 'PUT') return read()
      file = payload as Buffer
      return { status }
    })
    return told
  }
  const right = () => ({
    status: 200,
    headers: { 'content-type': 'application/octet-stream' },
    body: file as Buffer,
  })
  t.same(await find(right), [])
  t.ok((file?.length ?? 0) > 20_000)
  const untyped = await find(() => ({ ...right(), headers: {} }))
  t.ok(untyped.some((each) => each.startsWith('round-trip: status 200, application/octet-stream')))
  t.ok((await find(fails)).every((each) => each.startsWith('response-present')))
  file = undefined
  const both = `
    GET /file | {200: {image/png: {}, image/gif: {}}}
    PUT /file | {requestBody: {content: {image/png: {}, image/gif: {}}}, 204: null, 415: null}
  `
  const png = { 'content-type': 'image/png' }
  const asPng = () => ({ status: 200, headers: png, body: file as Buffer })
  const told = await find(asPng, both)
  t.match(told, [/^round-trip: status 200, image\/gif/])
  t.same(await find(asPng, both, 415), [], 'the server may refuse what is no image')
  file = undefined
  t.same(await find(right, `${DOWNLOADS}\nPUT /file | {204: null}`), [])
  t.equal(file, undefined, 'nothing is set')
})

t.test('HEAD is compared with a GET that stays as it is', async (t) => {
  const find = async (answer: (asked: Asked, count: number) => Answer) =>
    (await run(heads, 'GET /text | {200: null}', answer)).told.filter((each) =>
      each.startsWith('head'),
    )
  const other = { status: 200, headers: { 'content-type': 'text/html' } }
  const plain = { status: 200, headers: { 'content-type': 'text/plain' } }
  t.match(await find(({ method }) => (method === 'HEAD' ? other : plain)), [
    /^head: as GET: Content-Type: text\/plain/,
  ])
  t.match(await find(({ method }) => ({ status: 200, headers: { etag: `"${method}"` } })), [
    /^head: as GET: ETag: "GET"/,
  ])
  const changing = ({ method }: Asked, count: number) => ({
    status: method === 'HEAD' ? 204 : 200 + (count % 3),
  })
  t.same(await find(changing), [])
  const lost = ({ method }: Asked, count: number) =>
    method === 'GET' && count > 1 ? fails() : { status: method === 'HEAD' ? 204 : 200 }
  t.same(await find(lost), [])
})

t.test('ranges of bytes', async (t) => {
  const get =
    'GET /file | {200: {application/octet-stream: {}}, 206: {application/octet-stream: {}}, 416: null}'
  const body = Buffer.from('0123456789')
  const type = { 'content-type': 'application/octet-stream' }
  const find = async (answer: (range: string, count: number) => Answer) => {
    const { told } = await run(ranges, `${get}\n${UPLOADS}`, ({ headers }, count) => {
      const range = Object(headers).range
      if (range === undefined) {
        const whole = { 'accept-ranges': 'bytes', ...type }
        return { status: 200, headers: whole, body }
      }
      const { headers: own, ...given } = answer(range, count)
      return { ...given, headers: { ...type, ...own } }
    })
    return told.filter((each) => each.startsWith('range')).map((each) => each.split(' | ')[0])
  }
  const right = (range: string) => {
    const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
    if (from === '' && to === '') return { status: 400 }
    const start = from === '' ? 10 - Number(to) : Number(from)
    const end = from === '' || to === '' ? 10 : Math.min(10, Number(to) + 1)
    if (start >= 10) return { status: 416 }
    const field = { 'content-range': `bytes ${start}-${end - 1}/10` }
    return { status: 206, headers: field, body: body.subarray(start, end) }
  }
  t.same(await find(right), [])
  const bodiless = `${get}\nPUT /file | {204: null}`
  const { asked } = await run(ranges, bodiless, () => ({ status: 404 }))
  t.same(asked, ['GET /file'], 'a PUT without a body sets no file')
  t.same(await find(() => ({ status: 200, body: Buffer.from('other') })), [
    ...Array.from({ length: 4 }, () => 'range: the whole body with status 200'),
    'range: the whole body with status 200, or a refusal',
    'range: the whole body with status 200, or a refusal',
  ])
  t.same(await find(() => ({ status: 200, body })), [])
  t.same(await find(fails), [])
})

t.test('a HEAD that is documented is answered where GET is', async (t) => {
  const get = 'GET /text | {200: null, 404: null}'
  const told = async (paths: string) =>
    (await run(heads, paths, ({ method }) => ({ status: method === 'HEAD' ? 404 : 200 }))).told
  t.same(await told(get), [])
  t.match(await told(`${get}\nHEAD /text | {200: null, 404: null}`), [/^head: as GET: status 200/])
})

t.test('where nothing is known at a path, it may be missed before the media type is', async (t) => {
  const paths =
    'PUT /things/{id} | {path: {id: {type: integer}}, asks: {type: object}, 200: null, 404: null, 415: null}'
  const { told } = await run(mediaTypes, paths, () => ({ status: 404 }))
  t.same(told, [])
})

t.test('what the kit adds to bodies may be left of an earlier run', async (t) => {
  const paths = 'GET /a | {200: {type: object, properties: {n: {type: integer}}}}'
  const found = async (more: object) => {
    const { checks } = await run(validRequests, paths, () => ({
      status: 200,
      body: { n: 1, ...more },
    }))
    return checks
  }
  t.same(await found({ unknownMember: 'x', N: 'x' }), [])
  t.same(await found({ password: 'y' }), ['member-documented'])
})

t.test('a header of a response that the document does not have is no echo', async (t) => {
  const parameter = { in: 'header', name: 'X-Id', pointer: '#' } as never
  const echo = (responses: unknown[], status = 200, value: unknown = 'a') =>
    judgeEcho({ responses } as never, parameter, value, {
      ...{ status, headers: [['x-id', 'b']], body: Buffer.alloc(0), ms: 0 },
    })
  const documented = [{ status: '200', headers: [{ name: 'x-ID' }] }]
  t.same(echo(documented), [
    { check: 'round-trip', pointer: '#', expected: 'X-Id: a', received: 'b' },
  ])
  t.same(echo([]), [])
  t.same(echo(documented, 400), [])
  t.same(echo(documented, 200, ['a']), [], 'a list is written in more than one way')
  const get = 'GET /a | {header: {X-Id!: {type: string, pattern: "^[a-z]+$"}}, 200: null}'
  const paths = contractOf(get).document as { paths: { '/a': { get: { responses: object } } } }
  const own = { description: 'It.', headers: { 'X-Id': { schema: { type: 'string' } } } }
  paths.paths['/a'].get.responses = { 200: own }
  const came = async (id: (sent: string) => string) => {
    const answer = ({ headers }: Asked) => ({
      ...{ status: 200, headers: { 'x-id': id(String(Object(headers)['x-id'])) } },
    })
    return (await run(validRequests, paths.paths, answer)).checks
  }
  t.same(await came((id) => id), [])
  t.same(await came(() => 'b'), ['round-trip'])
})

t.test('spellings of a media type', async (t) => {
  const find = async (asks: string, more = 0) => {
    const others = Array.from({ length: more }, (_, at) => `GET /more${at} | {200: null}\n`)
    const types: string[] = []
    await run(
      mediaTypes,
      `${others.join('')}POST /a | {asks: ${asks}, 200: null}`,
      ({ headers }) => {
        types.push(String(Object(headers)['content-type']))
        return { status: 200 }
      },
    )
    return types
  }
  const charset = '; charset=utf-8'
  const text = await find('{text/plain: {}}')
  t.ok(text.includes('TEXT/PLAIN') && text.includes(`text/plain${charset}`))
  const versioned = await find('{text/plain; version=1: {}}')
  t.notOk(versioned.some((each) => each === 'TEXT/PLAIN; VERSION=1' || each.endsWith(charset)))
  t.ok(versioned.includes('text/plain; version=1; charset=utf-16'))
  const binary = await find('{application/octet-stream: {}}')
  t.ok(binary.includes('APPLICATION/OCTET-STREAM'))
  t.notOk(binary.includes(`application/octet-stream${charset}`))
  const multipart = await find('{multipart/form-data: {schema: {type: object}}}')
  t.notOk(multipart.some((each) => /utf-16/.test(each)))
  const [few, many] = [await find('{type: object}'), await find('{type: object}', 31)]
  t.ok(few.includes('application/xml') && !many.includes('application/xml'))
  t.ok(many.includes('text/plain'))
})

t.test('paths that are tried', async (t) => {
  const tried = (operations: string, status: number) => {
    const rows = operations.split(', ').map((each) => `${each} | {200: null}`)
    return run(pathsProbe, rows.join('\n'), () => ({ status }))
  }
  const { asked } = await tried('GET /a', 404)
  t.ok(asked.includes('GET /A') && asked.includes('GET //a') && asked.includes('GET /a/'))
  const notes = async (operations: string) =>
    (await tried(operations, 200)).notes.filter((each) => each.includes('upper case'))
  t.same(await notes('GET /a'), ['A path in upper case is the same path.'])
  t.same(await notes('GET /A'), [], 'it is the path itself')
  t.same(await notes('GET /a, GET /A'), [], 'it is another one')
  t.same(await notes('PUT /a'), [])
  const below = await run(
    pathsProbe,
    `
      GET /a | {200: null}
      PUT /a | {200: null}
      DELETE /a | {200: null}
    `,
    ({ method, path }) => ({ status: method === 'PUT' && path === '/a/x/y/z' ? 200 : 404 }),
  )
  const found = below.asked.filter((each) => /^\S+ \/a\/x\/y\/z$/.test(each))
  t.same(found, ['GET /a/x/y/z', 'PUT /a/x/y/z', 'PUT /a/x/y/z', 'PUT /a/x/y/z'])
  t.same(below.told, ['operation-documented: status 404 | status 200, no body'])
  t.ok((await tried('GET /a%zz', 404)).asked.includes('GET /a%25zz%zz'))
  t.ok((await tried('GET /a%E9', 404)).asked.includes('GET /a%E9x'), 'it is no UTF-8')
})

t.test('errors outside of operations', async (t) => {
  const failure = '{type: object, required: [code], properties: {code: {type: integer}}}'
  const find = (query: string, status = 404) =>
    run(outsideErrors, `GET /a | {query: ${query}, 200: null, default: ${failure}}`, () => ({
      status,
    }))
  const note = 'Errors outside of all operations have another shape than the documented errors.'
  const unwritable = await find('{q!: {not: {}}}')
  t.same([unwritable.asked, unwritable.notes], [['GET /conformance-nowhere'], [note]])
  const usual = ['GET /conformance-nowhere', 'GET /conformance-nowhere', 'PATCH /a', 'PROPFIND /a']
  t.same((await find('{}')).asked, usual)
  t.same((await find('{}', 200)).notes, [note])
})

const credentials = { token: 'token-0123456789abcdef' }

t.test('wrong credentials are tried at few operations of a large document', async (t) => {
  const count = async (length: number) => {
    const paths = Array.from(
      { length },
      (_, at) => `GET /a${at} | {security: [{token: []}], 200: null, 401: null}`,
    )
    const both: Probe = {
      name: 'both',
      async run(kit, operation) {
        await authentication.run(kit, operation)
        await otherCredentials.run(kit, operation)
      },
    }
    const { asked } = await run(
      both,
      paths.join('\n'),
      ({ headers }) =>
        Object(headers).authorization === `Bearer ${credentials.token}`
          ? { status: 200 }
          : { status: 401, headers: { 'www-authenticate': 'Bearer' } },
      { credentials },
    )
    const of = (path: string) => asked.filter((each) => each === `GET ${path}`).length
    return [of('/a0'), of('/a1')] as const
  }
  const [small, large] = [await count(2), await count(16)]
  t.equal(small[0], large[0])
  t.ok(large[1] < small[1], `${large} of ${small}`)
})

t.test('what somebody else has created', async (t) => {
  const others = [{ scheme: 'token', token: 'other-0123456789', user: 'two', isForeign: true }]
  const find = async (methods: string, status: number, owners = true, no = 404, done = 200) => {
    const row = `{path: {id: {enum: [a]}}, security: [{token: []}], 200: null, 204: null, ${no}: null}`
    const { told, notes } = await run(
      authorization,
      methods
        .split(' ')
        .map((each) => `${each.replace(/:|$/, ' /a/{id}')} | ${row}`)
        .join('\n'),
      ({ headers }) => ({
        status: Object(headers).authorization.includes('other') ? done : status,
      }),
      { credentials, others, owners },
    )
    const noted = notes.filter((each) => each.includes('another user than the one who made it'))
    return [told.filter((each) => each.startsWith('owner: status 403 or 404')).length, noted.length]
  }
  t.same(await find('PUT', 200), [0, 0], 'nobody can read it')
  t.same(await find('PUT GET', 404), [0, 0], 'it is not there')
  t.same(await find('PUT GET', 200), [2, 0])
  t.same(await find('PUT GET', 200, false), [0, 2], 'it is for everybody')
  t.same(await find('PUT GET', 200, true, 409), [0, 2], 'no refusal is documented')
  t.same(await find('PUT GET', 200, true, 404, 201), [1, 0], 'another thing of the same name')
  t.same(await find('GET POST:/act', 200), [2, 0], 'an action')
})
