import t from 'tap'
import { curlLine } from '#toolkit/cli/init/next-steps.js'
import { schemesOf } from '#toolkit/cli/init/security-schemes.js'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

const securitySchemes = {
  basic: { type: 'http', scheme: 'basic' },
  token: { type: 'http', scheme: 'bearer' },
  query: { type: 'apiKey', in: 'query', name: 'a key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  certificate: { type: 'mutualTLS' },
}

function lineOf(paths: object, more: object = {}): string {
  const info = { title: 'T', version: '1' }
  const document = { openapi: '3.1.0', info, paths, components: { securitySchemes }, ...more }
  const { model } = generateFrom(parse('a.json', JSON.stringify(document)))
  return curlLine(model, schemesOf(model), (variable) => `it's ${variable}`)
}

const operation = (more: object = {}) => ({ responses: { 204: { description: 'd' } }, ...more })
const needing = (...names: string[]) =>
  operation({ security: [Object.fromEntries(names.map((name) => [name, []]))] })

t.test('the secret is in the place that its scheme requires', async (t) => {
  const table: [names: string[], want: string][] = [
    [['basic'], `/a -u 'it'\\''s BASIC_USERS'`],
    [['token'], `/a -H 'Authorization: Bearer it'\\''s TOKENS'`],
    [['query'], `'http://127.0.0.1:3000/a?a%20key=it'\\''s QUERY_KEYS'`],
    [['cookie'], `/a -b 'sid=it'\\''s COOKIE_KEYS'`],
    [['header'], `/a -H 'X-Key: it'\\''s HEADER_KEYS'`],
    [['certificate'], 'http://127.0.0.1:3000/a'],
    [['basic', 'header'], `/a -u 'it'\\''s BASIC_USERS' -H 'X-Key: it'\\''s HEADER_KEYS'`],
    [[], 'http://127.0.0.1:3000/a'],
  ]
  for (const [names, want] of table) {
    const line = lineOf({ '/a': { get: needing(...names) } })
    t.ok(line.startsWith('curl -sS ') && line.endsWith(want), line)
  }
})

t.test('the curl line is for the operation with the fewest inputs', async (t) => {
  const required = (name: string) => [
    { name, in: 'query', required: true, schema: { type: 'string' } },
  ]
  const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  const table: [paths: object, want: string][] = [
    [{}, 'curl -sS http://127.0.0.1:3000/openapi.json'],
    [{ '/a': { post: operation() } }, 'curl -sS -X POST http://127.0.0.1:3000/a'],
    [{ '/a': { post: operation() }, '/b/{id}': { get: operation({ parameters: id }) } }, '/b/1'],
    [{ '/a/{id}': { get: operation({ parameters: id }) }, '/b': { get: operation() } }, '/b'],
    [
      {
        '/a': { get: operation({ parameters: required('q') }) },
        '/b/{id}': { get: operation({ parameters: id }) },
      },
      '/b/1',
    ],
    [{ '/a': { get: needing('certificate') }, '/b': { get: operation() } }, '/b'],
    [{ '/größe': { get: operation() } }, "http://127.0.0.1:3000/gr%C3%B6%C3%9Fe'"],
  ]
  for (const [paths, want] of table) t.ok(lineOf(paths).endsWith(want), `${lineOf(paths)}, ${want}`)
  const based = lineOf({ '/a': { get: operation() } }, { servers: [{ url: '/v1' }] })
  t.equal(based, 'curl -sS http://127.0.0.1:3000/v1/a')
})
