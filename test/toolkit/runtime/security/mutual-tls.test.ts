import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import path from 'node:path'
import type { PeerCertificate } from 'node:tls'
import fastify from 'fastify'
import { errors, mutualTls, serve } from 'fastify-contract'
import t from 'tap'
import { ROOT } from '../../../helpers/tsc.js'
import { contractIn } from '../keeping.js'

/** Certificates of a test authority, valid for a century, and a stranger's of the same name. */
const pem = (name: string) => readFileSync(path.join(ROOT, 'test/fixtures/tls', name))
const pair = (name: string) => ({ key: pem(`${name}.key`), cert: pem(`${name}.pem`) })
const ca = pem('authority.pem')

const contract = await contractIn(`
GET /: { operationId: enter, security: [{ tls: [] }], 200: true }
components: { securitySchemes: { tls: { type: mutualTLS } } }`)
type Request = { security: { tls: PeerCertificate } }
const handlers = {
  enter: ({ security }: Request) => ({ status: 200, body: security.tls.subject.CN }),
}

async function listen(tls = mutualTls()): Promise<number> {
  const https = { ...pair('localhost'), ca, requestCert: true, rejectUnauthorized: false }
  const app = fastify({ https })
  app.register(serve(contract, { handlers, security: { tls } }))
  t.teardown(() => app.close())
  await app.listen({ port: 0 })
  return (app.server.address() as { port: number }).port
}

function send(port: number, client: object): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const options = { host: 'localhost', port, ca, agent: false, ...client }
    const sent = request(options, async (response) => {
      const chunks = await response.toArray()
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(chunks.join('')) })
    })
    sent.on('error', reject).end()
  })
}

t.test('a certificate of the authority is accepted, no other', async (t) => {
  const port = await listen()
  t.same(await send(port, pair('client')), { status: 200, body: 'client' })
  const refused = { status: 403, body: errors.certificateRequired }
  t.same(await send(port, {}), refused)
  t.same(await send(port, pair('stranger')), refused)
})

t.test('the owner of a certificate of the authority can be verified', async (t) => {
  const asked: string[] = []
  const port = await listen(
    mutualTls((certificate) => {
      asked.push(String(certificate.subject.CN))
      return certificate.subject.CN === 'root' ? certificate : undefined
    }),
  )
  for (const client of [{}, pair('stranger'), pair('client')])
    t.same(await send(port, client), { status: 403, body: errors.certificateRequired })
  t.same(asked, ['client'])
})

t.test('without TLS every request is refused', async (t) => {
  const app = fastify()
  app.register(serve(contract, { handlers, security: { tls: mutualTls() } }))
  t.same((await app.inject('/')).json(), errors.certificateRequired)
})
