import t from 'tap'
import { testApp } from './helpers.js'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** [what a proxy sends, the id of the request] */
const IDS: [sent: string | undefined, id: string | RegExp][] = [
  ['Root=1-67891233-abcdef012345678912345678;Sampled=1', /^Root=1-.*;Sampled=1$/],
  ['a', 'a'],
  [undefined, uuid],
  ['', uuid],
  ['"},{"', '"},{"'],
]

t.test('the id of a request is logged and sent back', async (t) => {
  const options = { logFormat: 'json', requestIdHeader: 'x-request-id' } as const
  const { app, lines } = await testApp(t, options)
  for (const [sent, id] of IDS) {
    const headers = sent === undefined ? {} : { 'x-request-id': sent }
    for (const url of ['/openapi.json', '/plants', '/nowhere']) {
      const answer = await app.inject({ url, headers })
      t.match(answer.headers['x-request-id'], id, `${sent} at ${url}`)
      const reqId = answer.headers['x-request-id']
      t.match(lines().at(-1), { reqId, res: { statusCode: Number } })
    }
  }
})

t.test('headers with an address or a request id are ignored without a setting', async (t) => {
  const { app, lines, log } = await testApp(t, { logFormat: 'json', maxFailedTokens: 1 })
  const statuses: number[] = []
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    const headers = {
      authorization: 'Bearer a-guess',
      ...{ forwarded: `for=${address}`, 'x-forwarded-for': address, 'x-real-ip': address },
      ...{ 'request-id': 'forged', 'x-request-id': 'forged' },
    }
    const answer = await app.inject({ method: 'POST', url: '/plants', headers })
    statuses.push(answer.statusCode)
    t.notOk('x-request-id' in answer.headers)
  }
  t.same(statuses, [401, 429, 429], 'they are one client')
  const requests = lines().filter(({ req }) => req !== undefined)
  t.ok(requests.length >= 3)
  for (const line of requests) t.match(line, { req: { remoteAddress: '127.0.0.1' } })
  t.notMatch(log(), 'forged')
})
