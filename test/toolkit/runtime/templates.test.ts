import t from 'tap'
import { contractOf, serveContract } from '../../helpers/serve-document.js'

/** Path templates that stand in real documents, and are served side by side. */
const templates = [
  '/',
  '/v1/{resource}',
  '/v1/{resource}:getIamPolicy',
  '/v1/{resource}:setIamPolicy',
  '/pets:validate',
  '/pets/{petId}',
  "/x('{key}')",
  "/ds('{a}')/y('{b}')",
  '/thumb.{ext}',
  '/articles{ext}',
  '/two/{a}:{b}',
  '/foo/{foo}1234{bar}-{baz}!{kek}',
  '/token#refresh',
  '/rides?page={page}&per_page={per_page}',
  '/d/{user-id}/x',
  '/d2/{truck.id}',
  '/files/{a}.json',
  '/files/{a}.xml',
  '/files/{a}',
  '/sp ace/{x}',
  '/pct%20/{x}',
  '/bad%/{x}',
  '/ü/{ß}',
  '/a/b/',
  '/a/b',
  '/star/*/{literal2_0}',
  '/date/{y}-{m}-{d}',
  '/api/v{api-version}/no+tag',
  '/(a)/{b}',
  '/colon/{a}:x/{b}:y',
  '/{base}/compare/{a}...{b}',
  '/{a}{b}/side',
  '/#Action=One',
  '/#Action=Two',
  '/query?x=1',
  '/query?x=2',
  '/par(t)*;v=1,2/{a};{b}%25',
  '/three/{a}--{b}.{c}/{d}',
  '/call()/{a}(1)',
  '/odd#once%25twice',
]

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: Object.fromEntries(
    templates.map((template, index) => [
      template,
      {
        get: {
          operationId: `o${index}`,
          parameters: namesIn(template).map((name) => {
            return { name, in: 'path', required: true, schema: { type: 'string' } }
          }),
        },
      },
    ]),
  ),
})

function namesIn(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name as string)
}

const contract = await contractOf(t, document)
let reached: unknown
const handlers = Object.fromEntries(
  templates.map((template, index) => [
    `o${index}`,
    ({ params, query }: Readonly<Record<string, Record<string, string>>>) => {
      reached = { template, params: params ?? query ?? {} }
      return { status: 204 }
    },
  ]),
)

const app = await serveContract(t, contract, { handlers })

for (const template of templates) {
  t.test(`${template} is reached, its parameters under their own names`, async (t) => {
    const names = namesIn(template)
    const values = names.map((_, index) => String.fromCharCode(65 + index).repeat(5))
    const url = fill(template, values)
    const encoded = url.replace(/%(?!2[05])/g, '%25').replaceAll('#', '%23')
    t.equal((await app.inject(encoded.replaceAll(' ', '%20'))).statusCode, 204, url)
    const want = Object.fromEntries(names.map((name, index) => [name, values[index]]))
    const sideBySide = template === '/{a}{b}/side'
    // Nothing says where one ends and the next begins: the first takes as little as it can.
    t.same(reached, {
      template,
      params: sideBySide ? { a: 'A', b: 'AAAABBBBB' } : want,
    })
  })
}

function fill(template: string, values: readonly string[]): string {
  let index = 0
  return template.replace(/\{[^{}]+\}/g, () => values[index++] as string)
}

t.test('queries of templates are told apart', async (t) => {
  const paths: Readonly<Record<string, string>> = {
    '/a': 'none',
    '/a?x=1': 'one',
    '/a?x=1&y=2': 'two',
    '/a?flag': 'flag',
    '/a/{id}?x=1': 'inside',
    '/b?x=%C3%BC%20': 'encoded',
    '/b?list={list}': 'list',
    '/c?x={id}': 'renamed',
  }
  const parameter = (name: string) => ({ name, in: 'path', required: true, schema: {} })
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operationId]) => {
        const parameters = namesIn(path).map(parameter)
        const responses = { 204: { description: 'Done.' } }
        return [path, { get: { operationId, parameters, responses } }]
      }),
    ),
  }
  const contract = await contractOf(t, JSON.stringify(document))
  const seen: unknown[] = []
  const handlers = Object.fromEntries(
    Object.values(paths).map((name) => [
      name,
      ({ params, query }: object & { params?: unknown; query?: unknown }) => {
        seen.push([name, params ?? query])
        return { status: 204 }
      },
    ]),
  )
  const cases: [url: string, want: unknown][] = [
    ['/a', ['none', undefined]],
    ['/a?y=2', ['none', undefined]],
    ['/a?x=1', ['one', undefined]],
    ['/a?z&x=0&x=1', ['one', undefined]],
    ['/a?y=2&x=1', ['two', undefined]],
    ['/a?flag=', ['flag', undefined]],
    ['/a/7?x=1', ['inside', { id: '7' }]],
    ['/a/7', 404],
    ['/b?x=%c3%BC+', ['encoded', undefined]],
    ['/b?list=7', ['list', { list: '7' }]],
    ['/b', 404],
    ['/c?x=1', 501],
    ['/a?x=1&other', ['one', undefined]],
  ]
  const app = await serveContract(t, contract, { handlers, server: { logger: false } })
  for (const [url, want] of cases) {
    const { statusCode } = await app.inject(url)
    t.equal(statusCode, typeof want === 'number' ? want : 204, url)
    t.same(seen.splice(0), typeof want === 'number' ? [] : [want], url)
  }
  const strict = await serveContract(t, contract, { handlers, unknownQuery: 'refuse' })
  t.equal((await strict.inject('/a?x=1')).statusCode, 204)
  t.equal((await strict.inject('/a?x=1&other')).statusCode, 400)
  // A second contract in one app uses the same constraint.
  await app.close()
})

t.test('a router has room for some queries of one path', async (t) => {
  const paths = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `/a?x=${index}`,
      { get: { operationId: `o${index}`, responses: { 204: { description: 'Done.' } } } },
    ]),
  )
  const info = { title: 'T', version: '1' }
  const contract = await contractOf(t, JSON.stringify({ openapi: '3.1.0', info, paths }))
  const handlers = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`o${index}`, () => ({ status: 204 })]),
  )
  const app = await serveContract(t, contract, { handlers })
  t.equal((await app.inject('/a?x=29')).statusCode, 204)
  t.equal((await app.inject('/a?x=39')).statusCode, 404)
})

t.test('encoded delimiters of a path are no delimiters', async (t) => {
  const paths = ['/a%2Fb', '/x%3Ay%2Bz', '/{id}%2Fend', '/%2F']
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  const operation = (path: string, at: number) => ({
    get: {
      operationId: `o${at}`,
      ...(path.includes('{') && { parameters }),
      responses: { 204: { description: 'd' } },
    },
  })
  const own = await contractOf(
    t,
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: Object.fromEntries(paths.map((path, at) => [path, operation(path, at)])),
    }),
  )
  let got: unknown
  const done = ({ params }: { params?: unknown }) => {
    got = params
    return { status: 204 }
  }
  const handlers = Object.fromEntries(paths.map((_, at) => [`o${at}`, done]))
  const app = await serveContract(t, own, { handlers })
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  for (const url of ['/a%2Fb', '/a%2fb', '/x%3Ay%2Bz', '/x:y+z', '/7%2Fend', '/%2F']) {
    t.equal(await statusOf(url), 204, url)
  }
  await statusOf('/7%2Fend')
  t.same(got, { id: '7' })
  for (const url of ['/a/b', '/7/end', '//', '/x%3Ay-z']) t.equal(await statusOf(url), 404, url)
})

t.test(
  'unsupported operations answer 501, and of equal paths the first one is served',
  async (t) => {
    const parameter = (name: string, place: string) => {
      return { name, in: place, required: true, schema: { type: 'string' } }
    }
    const document = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/a/{x}': { get: { operationId: 'first', parameters: [parameter('x', 'path')] } },
        '/a/{y}': {
          get: { operationId: 'second', parameters: [parameter('y', 'path')] },
          put: {
            operationId: 'third',
            parameters: [parameter('y', 'path')],
            requestBody: { content: { 'multipart/mixed': { schema: { type: 'object' } } } },
          },
        },
      },
    }
    const contract = await contractOf(t, JSON.stringify(document))
    const handlers = Object.fromEntries(
      ['first', 'second', 'third'].map((name) => [name, () => ({ status: 200 + name.length })]),
    )
    const app = await serveContract(t, contract, { handlers })
    t.equal((await app.inject('/a/1')).statusCode, 205)
    t.equal((await app.inject({ method: 'PUT', url: '/a/1' })).statusCode, 501)
    t.equal((await app.inject({ method: 'POST', url: '/a/1' })).statusCode, 405)
  },
)

t.test('a long value that fits a template nearly is refused', async (t) => {
  const path = '/s/{a}x{b}xy{c}-{d}.{e}!{f}{g}z'
  const parameters = namesIn(path).map((name) => {
    return { name, in: 'path', required: true, schema: { type: 'string' } }
  })
  const contract = await contractOf(
    t,
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { [path]: { get: { operationId: 'slow', parameters } } },
    }),
  )
  const app = await serveContract(t, contract, {
    handlers: { slow: () => ({ status: 204 }) },
    server: { routerOptions: { maxParamLength: 100_000 } },
  })
  t.equal((await app.inject('/s/1x2xy3-4.5!67z')).statusCode, 204)
  for (const text of ['x', 'xy', 'x-.!', '1x2xy3-4.5!6']) {
    t.equal((await app.inject(`/s/1x2xy3-4.5!${text.repeat(15_000)}`)).statusCode, 404)
    t.equal((await app.inject(`/s/${text.repeat(15_000)}`)).statusCode, 404)
  }
})
