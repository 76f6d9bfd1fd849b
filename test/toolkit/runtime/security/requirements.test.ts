import {
  errors,
  HttpRefusal,
  type SecurityHandler,
  serve,
  VerificationFailure,
} from 'fastify-contract'
import t from 'tap'
import { serveContract, serveLogged } from '../../../helpers/serve-document.js'
import { checkTalk } from '../../../helpers/talk.js'
import { contractAt, keeping } from '../keeping.js'

const contract = await contractAt('security.yaml')

/** Lets in whom `x-SCHEME: yes` names; `broken`, `expired` and `forbidden` are other ways to fail. */
function scheme(name: string): SecurityHandler {
  return {
    async authenticate(request, _reply, scopes) {
      const given = request.headers[`x-${name}`]
      if (given === 'yes') return { name, scopes }
      if (given === 'broken') throw new VerificationFailure('the database is down')
      if (given === 'expired') throw new Error('the database says so')
      if (given === 'unavailable') throw new HttpRefusal(errors.unavailable)
      if (given === 'silent') throw new HttpRefusal(errors.missingCredentials)
      const row = given === 'forbidden' ? errors.forbidden : errors.missingCredentials
      throw new HttpRefusal(row, { headers: { 'www-authenticate': name } })
    },
  }
}

const security = { one: scheme('one'), two: scheme('two') }
const answer = () => ({ status: 200, body: null })
const { talk } = await keeping(t, contract, { security, answer })

t.test('a requirement lets in, and the handler gets its principals', (t) =>
  talk(t).lines(`
  GET /inherited (x-one: yes) || GET /either (x-one: yes; x-two: yes) || GET /anyone (x-one: yes) -> 200 of {security: {one: {name: one, scopes: []}}}
  GET /open || GET /open (x-one: broken) -> 200 of {}
  GET /either (x-two: yes) || GET /either (x-one: forbidden; x-two: yes) || GET /either (x-one: expired; x-two: yes) -> 200 of {security: {two: {name: two, scopes: []}}}
  GET /both (x-one: yes; x-two: yes) -> 200 of {security: {one: {name: one, scopes: [read]}, two: {name: two, scopes: [write, admin]}}}
  GET /anyone || GET /anyone (x-one: forbidden) || GET /anyone (x-one: expired) || GET /nobody -> 200 of {security: {}}
`),
)

t.test('who satisfies no requirement is kept out', async (t) => {
  await talk(t).lines(`
  GET /inherited || GET /inherited (x-two: yes) || GET /both (x-two: yes) -> 40100 (www-authenticate: one)
  GET /inherited (x-one: forbidden) -> 40300 (www-authenticate: one)
  GET /inherited (x-one: broken) || GET /either (x-one: broken; x-two: yes) || GET /anyone (x-one: broken) -> 50000 (www-authenticate: -)
  GET /inherited (x-one: unavailable) || GET /either (x-one: unavailable; x-two: yes) -> 50300 (www-authenticate: -)
  GET /either -> 40100 (www-authenticate: one, two)
  GET /either (x-one: silent) || GET /both (x-one: yes) -> 40100 (www-authenticate: two)
  GET /either (x-two: forbidden) -> 40300 (www-authenticate: two)
`)
  const app = await serveContract(t, contract, { security })
  await checkTalk(t, app).lines(`
  GET /missing -> 40100 (www-authenticate: one)
  GET /missing (x-one: yes) -> 50100 (www-authenticate: -)
`)
})

t.test('hooks see the cause of a refusal, with the challenges of all', async (t) => {
  const cause = new Error('expired')
  const expired: SecurityHandler = {
    authenticate: async () => {
      const headers = { 'www-authenticate': 'two' }
      throw new HttpRefusal(errors.missingCredentials, { cause, headers })
    },
  }
  const app = await serveContract(t, contract, { security: { ...security, one: expired } })
  const errorsSeen: Error[] = []
  app.addHook('onError', async (_request, _reply, error) => void errorsSeen.push(error))
  const { headers } = await app.inject('/either')
  t.equal(headers['www-authenticate'], 'two', 'each challenge once')
  t.match(errorsSeen, [{ cause }])
})

t.test('the error that refuses a credential is logged at debug level', async (t) => {
  const { app, lines } = await serveLogged(t, contract, { security })
  const response = await app.inject({ url: '/inherited', headers: { 'x-one': 'expired' } })
  t.equal(response.statusCode, 401)
  const reasons = lines.filter(({ msg }) => msg === 'the credential is refused by an error')
  t.match(reasons, [{ level: 20, scheme: 'one', err: { message: 'the database says so' } }])
})

t.test('a security handler that is missing, or is none, stops the start', async (t) => {
  const { one, two } = security
  const missing = /^Security: no security handler for (one|two); add security\.\1$/
  const wrong = /^Security: security\.(one|two) is no security handler; make one with bearer, /
  for (const [message, ...all] of [
    [missing, {}, { one }, undefined],
    [wrong, { one, two: {} }, { one: null, two }, { one, two: 'a-token' }],
  ] as const) {
    for (const given of all) {
      const start = () => serve(contract, { handlers: {}, security: given as never })
      t.throws(start, { name: 'TypeError', message })
    }
  }
})

t.test('each security handler is prepared once, in the scope of the contract', async (t) => {
  const prepared: string[] = []
  const shared: SecurityHandler = {
    async prepare(app, schemes) {
      prepared.push(schemes.map(({ name }) => name).join())
      app.decorate('onlyInside', true)
    },
    authenticate: async (_request, _reply, scopes) => ({ scopes }),
  }
  const unused = { ...shared, prepare: async () => void prepared.push('unused') }
  const { app, talk } = await keeping(t, contract, {
    security: { one: shared, two: shared, unused } as never,
    answer,
  })
  await app.ready()
  t.same(prepared, ['one,two'])
  t.notOk(app.hasDecorator('onlyInside'))
  const principals = '{one: {scopes: [read]}, two: {scopes: [write, admin]}}'
  await talk(t, { part: 'security' }).lines(`GET /both -> 200 of ${principals}`)
})
