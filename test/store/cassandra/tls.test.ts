import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createServer } from 'node:tls'
import t from 'tap'
import { tlsOptions } from '../../../src/store/cassandra/tls.js'
import { urlClient } from '../../../src/store/cassandra/url-client.js'
import { openStore } from '../../../src/store/open.js'
import { ROOT } from '../../helpers/tsc.js'
import { portFor } from '../../helpers/wire.js'

const file = (name: string) => path.join(ROOT, 'test/fixtures/tls', name)
const trusted = `sslrootcert=${encodeURIComponent(file('authority.pem'))}`

/** The answer "server error" to a message (native protocol, version 4, section 9). */
function refusalOf(message: Buffer): Buffer {
  const [version = 0, , ...stream] = message.subarray(0, 4)
  return Buffer.from([version | 0x80, 0, ...stream, 0, ...[0, 0, 0, 6], ...[0, 0, 0, 0], ...[0, 0]])
}

t.test('the certificate of a node is checked as the URL says', async (t) => {
  for (const [certificate, parameters, isTrusted] of [
    ['localhost', `sslmode=verify-full&${trusted}`, true],
    ['localhost', 'sslmode=verify-full', false],
    ['localhost', `sslmode=verify-ca&${trusted}`, true],
    ['stranger', `sslmode=verify-ca&${trusted}`, false],
    ['stranger', 'sslmode=no-verify', true],
  ] as const) {
    const pem = (suffix: string) => readFileSync(file(`${certificate}.${suffix}`))
    const server = createServer({ cert: pem('pem'), key: pem('key') })
    let told = false
    server.on('secureConnection', (socket) => {
      // The driver says hello when it trusts the node.
      socket.once('data', (hello: Buffer) => {
        told = true
        socket.end(refusalOf(hello))
      })
    })
    const port = await portFor(t, server)
    const { client } = urlClient(`cassandra://127.0.0.1:${port}/garden?${parameters}`)
    await t.rejects(client.execute('select', [], {}), { name: 'NoHostAvailableError' })
    t.equal(told, isTrusted, `${certificate}: ${parameters}`)
    await client.shutdown()
  }
})

t.test('only verify-ca disregards whose certificate it is', async (t) => {
  t.equal(tlsOptions({ sslmode: 'verify-ca' })?.checkServerIdentity?.('h1', {} as never), undefined)
  t.same(tlsOptions({ sslmode: 'verify-full' }), { rejectUnauthorized: true })
  t.equal(tlsOptions({}), undefined)
})

t.test('a certificate that is not there', async (t) => {
  const store = openStore('cassandra://h1/garden?sslmode=verify-full&sslrootcert=/none.pem')
  await t.rejects(store.ready(), {
    code: 'UNAVAILABLE',
    message: /^Cassandra cannot be used now: sslrootcert: ENOENT/,
  })
  await store.close()
})
