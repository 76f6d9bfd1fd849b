/** The scripts of the page, with a browser that is made up. */

import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { ROOT } from '../../helpers/tsc.js'

type Json = Record<string, unknown>

const script = (name: string) => pathToFileURL(path.join(ROOT, 'src/toolkit/docs/page', name)).href
const { servedHere } = (await import(script('served-here.js'))) as {
  servedHere: (document: Json, url: URL) => Json
}

const HERE = new URL('https://example.org/garden/openapi.json')
const server = { url: 'https://example.org/garden', description: 'This server' }

t.test('requests go to the server that the page came from', async (t) => {
  const elsewhere = [{ url: 'https://elsewhere.example' }]
  const get = { responses: {}, servers: elsewhere }
  const paths = {
    '/a': { servers: elsewhere, parameters: [{ name: 'a' }], summary: 'A', get },
    '/b': null,
    'x-more': 'kept',
  }
  const document = { openapi: '3.1.0', servers: elsewhere, paths }
  t.same(servedHere(document, HERE), {
    openapi: '3.1.0',
    servers: [server],
    paths: {
      '/a': { parameters: [{ name: 'a' }], summary: 'A', get: { responses: {} } },
      '/b': null,
      'x-more': 'kept',
    },
    components: { securitySchemes: {} },
  })
  t.same(document.paths['/a'].get, get, 'the document itself stays')
  const webhooks = { openapi: '3.1.0', webhooks: {} }
  t.match(servedHere(webhooks, HERE), { ...webhooks, paths: {}, servers: [server] })
})

t.test('at the root there is no slash at the end', async (t) => {
  const url = new URL('http://127.0.0.1:3000/openapi.json')
  const { servers } = servedHere({ openapi: '3.0.0', paths: {} }, url)
  t.match(servers, [{ url: 'http://127.0.0.1:3000' }])
})

t.test('Swagger 2.0 has three members for it', async (t) => {
  const securityDefinitions = {
    basic: { type: 'basic' },
    flow: { type: 'oauth2', flow: 'implicit' },
  }
  const document = { swagger: '2.0', host: 'elsewhere.example', paths: {}, securityDefinitions }
  t.match(servedHere(document, HERE), {
    ...{ swagger: '2.0', paths: {} },
    ...{ host: 'example.org', basePath: '/garden', schemes: ['https'] },
    securityDefinitions: {
      basic: { type: 'basic' },
      flow: { type: 'apiKey', in: 'header', name: 'Authorization', description: /^The word/ },
    },
  })
  const root = new URL('http://localhost/openapi.json')
  t.match(servedHere(document, root), { basePath: '/', schemes: ['http'] })
})

t.test('a token can be given for each scheme that takes one', async (t) => {
  const apiKey = { type: 'apiKey', in: 'header', name: 'key' }
  const securitySchemes = {
    apiKey,
    flows: { type: 'oauth2', flows: {}, description: 'By our staff.' },
    connect: { type: 'openIdConnect', openIdConnectUrl: 'https://elsewhere.example' },
  }
  const components = { schemas: {}, securitySchemes }
  const shown = servedHere({ openapi: '3.1.0', paths: {}, components }, HERE)
  t.same(shown.components, {
    schemas: {},
    securitySchemes: {
      apiKey,
      flows: { type: 'http', scheme: 'bearer', description: 'By our staff.' },
      connect: { type: 'http', scheme: 'bearer' },
    },
  })
})

let starts = 0

/** Runs the script of the page anew, in a browser that has fetched `answer`. */
async function start(t: Test, answer: unknown, isDark: boolean) {
  const classes = new Map<string, boolean>()
  const main = { dataset: { document: 'openapi.json' }, textContent: '' }
  const classList = { toggle: (name: string, isOn: boolean) => classes.set(name, isOn) }
  const document = { title: '', querySelector: () => main, documentElement: { classList } }
  const shown: Json[] = []
  const browser = {
    document,
    location: { href: 'https://example.org/garden/docs#/plants' },
    matchMedia: () => ({ matches: isDark, addEventListener() {} }),
    fetch: async () => ({ json: async () => answer }),
    SwaggerUIBundle: (options: Json) => shown.push(options),
  }
  const global: Json = globalThis
  for (const [name, value] of Object.entries(browser)) t.intercept(global, name, { value })
  await import(`${script('start.js')}?${starts++}`)
  return { isDark: classes.get('dark-mode'), main, title: document.title, shown }
}

t.test('the page shows the document below its title', async (t) => {
  const info = { title: 'Plants', version: '1' }
  const { main, title, shown } = await start(t, { openapi: '3.1.0', info }, false)
  t.equal(title, 'Plants')
  t.match(shown, [{ domNode: main, spec: { info, servers: [server] }, validatorUrl: null }])
})

for (const isDark of [true, false]) {
  t.test(`the page is ${isDark ? 'dark' : 'light'} as the system`, async (t) => {
    t.equal((await start(t, {}, isDark)).isDark, isDark)
  })
}

t.test('what cannot be shown is said', async (t) => {
  const { main } = await start(t, {}, false)
  t.match(main.textContent, /^https:\/\/example\.org\/garden\/openapi\.json cannot be shown: \S/)
})
