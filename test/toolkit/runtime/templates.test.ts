import t from 'tap'
import { recordLog } from '../../helpers/log.js'
import { contractIn, keeping } from './keeping.js'

/** Path templates that stand in real documents, and are served side by side. */
const templates = [
  ...['/', '/v1/{resource}', '/v1/{resource}:getIamPolicy', '/v1/{resource}:setIamPolicy'],
  ...['/pets:validate', '/pets/{petId}', "/x('{key}')", "/ds('{a}')/y('{b}')", '/thumb.{ext}'],
  ...['/articles{ext}', '/two/{a}:{b}', '/foo/{foo}1234{bar}-{baz}!{kek}', '/token#refresh'],
  ...['/rides?page={page}&per_page={per_page}', '/d/{user-id}/x', '/d2/{truck.id}'],
  ...['/files/{a}.json', '/files/{a}.xml', '/files/{a}', '/sp ace/{x}', '/pct%20/{x}', '/bad%/{x}'],
  ...['/ü/{ß}', '/a/b/', '/a/b', '/star/*/{literal2_0}', '/date/{y}-{m}-{d}'],
  ...['/api/v{api-version}/no+tag', '/(a)/{b}', '/colon/{a}:x/{b}:y', '/{base}/compare/{a}...{b}'],
  ...['/{a}{b}/side', '/#Action=One', '/#Action=Two', '/query?x=1', '/query?x=2'],
  ...['/par(t)*;v=1,2/{a};{b}%25', '/three/{a}--{b}.{c}/{d}', '/call()/{a}(1)'],
  '/odd#once%25twice',
]

function namesIn(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name as string)
}

/** A contract of operations with GET, named and with the parameters that their templates have. */
function getting(operations: Record<string, string>) {
  const entries = Object.entries(operations).map(([template, operationId]) => {
    const parameters = namesIn(template).map((name) => ({
      ...{ name, in: 'path', required: true, schema: { type: 'string' } },
    }))
    return `${JSON.stringify(`GET ${template}`)}: ${JSON.stringify({ operationId, parameters })}\n`
  })
  return contractIn(entries.join(''))
}

const numbered = (paths: readonly string[]) =>
  getting(Object.fromEntries(paths.map((path, index) => [path, `o${index}`])))

/** Serves operations that say in a header which of them they are. */
async function naming(contract: Awaited<ReturnType<typeof numbered>>) {
  const served = await keeping(t, contract)
  served.app.addHook('onRequest', async ({ routeOptions }, reply) => {
    reply.header('x-operation', routeOptions.config.operationId)
  })
  return served
}

t.test('each template is reached, its parameters under their own names', async (t) => {
  const { app, kept } = await naming(await numbered(templates))
  for (const [at, template] of templates.entries()) {
    const names = namesIn(template)
    const values = names.map((_, index) => String.fromCharCode(65 + index).repeat(5))
    let index = 0
    const url = template.replace(/\{[^{}]+\}/g, () => values[index++] as string)
    const encoded = url
      .replace(/%(?!2[05])/g, '%25')
      .replaceAll('#', '%23')
      .replaceAll(' ', '%20')
    const { statusCode, headers } = await app.inject(encoded)
    t.same([statusCode, headers['x-operation']], [204, `o${at}`], url)
    const { params, query } = kept.pop() ?? {}
    const want = Object.fromEntries(names.map((name, index) => [name, values[index]]))
    // Nothing says where one ends and the next begins: the first takes as little as it can.
    const sideBySide = template === '/{a}{b}/side' && { a: 'A', b: 'AAAABBBBB' }
    t.same(params ?? query ?? {}, sideBySide || want, template)
  }
})

t.test('queries of templates are told apart', async (t) => {
  const contract = await getting({
    ...{ '/a': 'none', '/a?x=1': 'one', '/a?x=1&y=2': 'two', '/a?flag': 'flag' },
    ...{ '/a/{id}?x=1': 'inside', '/b?x=%C3%BC%20': 'encoded', '/b?list={list}': 'list' },
    '/c?x={id}': 'renamed',
  })
  const { talk } = await naming(contract)
  await talk(t).lines(`
  GET /a || GET /a?y=2 -> 204 (x-operation: none) of {}
  GET /a?x=1 || GET /a?z&x=0&x=1 || GET /a?x=1&other -> 204 (x-operation: one) of {}
  GET /a?y=2&x=1 -> 204 (x-operation: two) of {}
  GET /a?flag= -> 204 (x-operation: flag) of {}
  GET /a/7?x=1 -> 204 (x-operation: inside) of {params: {id: '7'}}
  GET /b?x=%c3%BC+ -> 204 (x-operation: encoded) of {}
  GET /b?list=7 -> 204 (x-operation: list) of {query: {list: '7'}}
  GET /a/7 || GET /b -> 404
  GET /c?x=1 -> 50100
`)
  const strict = await keeping(t, contract, { unknownQuery: 'refuse' })
  await strict.talk(t).lines('GET /a?x=1 -> 204\nGET /a?x=1&other -> 40002')
})

t.test('a router has room for some queries of one path', async (t) => {
  const contract = await numbered(Array.from({ length: 40 }, (_, at) => `/a?x=${at}`))
  const { talk } = await keeping(t, contract)
  await talk(t).lines('GET /a?x=29 -> 204\nGET /a?x=39 -> 404')
})

t.test('encoded delimiters of a path are no delimiters', async (t) => {
  const contract = await numbered(['/a%2Fb', '/x%3Ay%2Bz', '/{id}%2Fend', '/%2F'])
  const { talk } = await keeping(t, contract)
  await talk(t).lines(`
  GET /a%2Fb || GET /a%2fb || GET /x%3Ay%2Bz || GET /x:y+z || GET /%2F -> 204 of {}
  GET /7%2Fend -> 204 of {params: {id: '7'}}
  GET /a/b || GET /7/end || GET // || GET /x%3Ay-z -> 404`)
})

t.test('unsupported operations answer 501, and of equal paths the first is served', async (t) => {
  const id = (name: string) =>
    `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`
  const { logger, lines } = recordLog()
  const { talk } = await keeping(
    t,
    await contractIn(`
GET /a/{x}: { ${id('x')} }
GET /a/{y}: { ${id('y')} }
PUT /a/{y}: { ${id('y')}, requestBody: { content: { multipart/mixed: { schema: { type: object } } } } }`),
    { server: { logger } },
  )
  await talk(t).lines("GET /a/1 -> 204 of {params: {x: '1'}}\nPUT /a/1 -> 50100\nPOST /a/1 -> 405")
  const reasons = [/: a request body of multipart\/mixed$/]
  t.match(lines[0], { operations: reasons })
})

t.test('a long value that fits a template nearly is refused', async (t) => {
  const server = { routerOptions: { maxParamLength: 100_000 } }
  const { app } = await keeping(t, await numbered(['/s/{a}x{b}xy{c}-{d}.{e}!{f}{g}z']), { server })
  t.equal((await app.inject('/s/1x2xy3-4.5!67z')).statusCode, 204)
  for (const text of ['x', 'xy', 'x-.!', '1x2xy3-4.5!6']) {
    t.equal((await app.inject(`/s/1x2xy3-4.5!${text.repeat(15_000)}`)).statusCode, 404)
    t.equal((await app.inject(`/s/${text.repeat(15_000)}`)).statusCode, 404)
  }
})
