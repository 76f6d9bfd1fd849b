import t from 'tap'
import { contractOf, serveContract } from '../helpers/serve-document.js'

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
    ({ params = {} }: { params?: Record<string, string> }) => {
      reached = { template, params }
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
    const encoded = url.replace(/%(?!20)/g, '%25').replace(/[#?]/g, encodeURIComponent)
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

t.test(
  'what cannot be served answers 501, and a path that none can tell apart is the first one',
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
