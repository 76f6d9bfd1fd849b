import t from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'

function generated(members: object, pathItem: object = {}) {
  const operation = { operationId: 'a', responses: { 204: { description: 'd' } } }
  const document = {
    ...{ openapi: '3.1.0', info: { title: 'T', version: '1' } },
    ...{ paths: { '/a': { get: operation, ...pathItem } }, ...members },
  }
  const { model, files, warnings } = generateFrom(parse('a.json', JSON.stringify(document)))
  const contract = files.find(({ name }) => name === 'contract.ts')?.text ?? ''
  return { basePath: model.basePath, contract, warnings: warnings.map(({ message }) => message) }
}

const swagger = (basePath?: string) => {
  return { openapi: undefined, swagger: '2.0', ...(basePath === undefined ? {} : { basePath }) }
}

const server = (url: string, variables?: object) => ({
  servers: [{ url, variables }, { url: '/no' }],
})

const cases: [members: object, basePath: string][] = [
  [{}, ''],
  [{ servers: [] }, ''],
  [server('https://example.com'), ''],
  [server('https://example.com/'), ''],
  [server('https://example.com:8080/v1/'), '/v1'],
  [server('//example.com/a/b'), '/a/b'],
  [server('/v2'), '/v2'],
  [server('v2'), '/v2'],
  [server('./v2'), '/v2'],
  [server('https://{host}/{stage}', { stage: { default: 'v1' } }), '/v1'],
  [server('{base}/x', { base: { default: 'https://a.example/y' } }), '/y/x'],
  [server('https://a.example/{unknown}'), ''],
  [server('https://a.example/v1?x=/y#z'), ''],
  [swagger(), ''],
  [swagger('/'), ''],
  [swagger('/api/v1'), '/api/v1'],
  [swagger('api'), '/api'],
]

for (const [members, basePath] of cases) {
  t.test(`the base path of ${JSON.stringify(members)} is ${basePath}`, async (t) => {
    const found = generated(members)
    t.equal(found.basePath, basePath)
    t.ok(found.contract.includes(`basePath: '${basePath}'`))
  })
}

t.test('a path that cannot be served is reported', async (t) => {
  for (const members of [server('https://a.example/v2/a b'), swagger('/a?b'), server('/{v}/x')])
    t.match(generated(members).warnings, [/^the path ".*" cannot be served; all is served at \/$/])
  for (const members of [server('https://a.example'), server('/'), server('.'), swagger('')])
    t.same(generated(members).warnings, [])
})

t.test('an operation with a server of another path is reported', async (t) => {
  const other = server('https://b.example/v2')
  const operation = { operationId: 'a', responses: { default: { description: 'd' } }, ...other }
  t.same(generated(server('https://a.example/v2'), { get: operation }).warnings, [])
  t.match(generated(server('/v1'), { get: operation }).warnings, [
    '`servers` has the path /v2 here and /v1 in the document, under which these operations are served',
  ])
  t.match(generated({}, other).warnings, [
    /^`servers` has the path \/v2 here and \/ in the document/,
  ])
  t.same(generated(server('/v1'), { servers: [] }).warnings, [])
  t.match(generated(server('/v1'), server('https://b.example')).warnings, [/path \/ here and \/v1/])
})
