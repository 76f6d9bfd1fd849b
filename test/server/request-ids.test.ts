import t from 'tap'
import { buildApp } from '../../src/server/app.js'
import { loggerOptions } from '../../src/server/logging.js'
import { memory } from '../../src/store/memory.js'
import { capture, linesOf, testConfig } from './helpers.js'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** [what a proxy sends, the id of the request] */
const IDS: [sent: string | undefined, id: string | RegExp][] = [
  ['Root=1-67891233-abcdef012345678912345678;Sampled=1', /^Root=1-.*;Sampled=1$/],
  ['a', 'a'],
  [undefined, uuid],
  ['', uuid],
  ['a b', uuid],
  ['"},{"', uuid],
  ['x'.repeat(128), 'x'.repeat(128)],
  ['x'.repeat(129), uuid],
]

t.test('the id of a request is logged and sent back', async (t) => {
  const output = capture()
  const config = testConfig({ logFormat: 'json', requestIdHeader: 'x-request-id' })
  const app = await buildApp({
    config,
    store: memory(),
    logger: await loggerOptions(config, output),
  })
  t.teardown(() => app.close())
  for (const [sent, id] of IDS) {
    const headers = sent === undefined ? {} : { 'x-request-id': sent }
    for (const url of ['/openapi.json', '/plants', '/nowhere']) {
      const answer = await app.inject({ url, headers })
      t.match(answer.headers['x-request-id'], id, `${sent} at ${url}`)
      const last = linesOf(output.text()).at(-1)
      t.match(last, { reqId: answer.headers['x-request-id'], res: { statusCode: Number } })
    }
  }
})

t.test('without the setting a response has no id', async (t) => {
  const app = await buildApp({ config: testConfig(), store: memory() })
  t.teardown(() => app.close())
  const { headers } = await app.inject({ url: '/openapi.json', headers: { 'x-request-id': 'a' } })
  t.notOk('x-request-id' in headers)
})
