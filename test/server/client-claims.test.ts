import t from 'tap'
import { buildApp } from '../../src/server/app.js'
import { loggerOptions } from '../../src/server/logging.js'
import { memory } from '../../src/store/memory.js'
import { capture, linesOf, testConfig } from './helpers.js'

t.test('headers with an address or a request id are ignored', async (t) => {
  const output = capture()
  const config = testConfig({ logFormat: 'json', logLevel: 'info', maxFailedTokens: 1 })
  const logger = await loggerOptions(config, output)
  const app = await buildApp({ config, store: memory(), logger })
  t.teardown(() => app.close())
  const statuses: number[] = []
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    const headers = {
      authorization: 'Bearer a-guess',
      forwarded: `for=${address}`,
      'request-id': 'forged',
      'x-forwarded-for': address,
      'x-real-ip': address,
      'x-request-id': 'forged',
    }
    statuses.push((await app.inject({ method: 'POST', url: '/plants', headers })).statusCode)
  }
  t.same(statuses, [401, 429, 429], 'they are one client')
  const lines = linesOf(output.text()).filter(({ req }) => req !== undefined)
  t.ok(lines.length >= 3)
  for (const line of lines) t.match(line, { req: { remoteAddress: '127.0.0.1' } })
  t.notMatch(output.text(), 'forged')
})
