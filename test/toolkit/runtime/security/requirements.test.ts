import {
  errors,
  HttpRefusal,
  type SecurityHandler,
  serve,
  VerificationFailure,
} from 'fastify-contract'
import t from 'tap'
import { recordLog } from '../../../helpers/log.js'
import { refused } from '../../../helpers/refused.js'
import { contractOf, fixture, serveContract } from '../../../helpers/serve-document.js'

const contract = await contractOf(t, await fixture('security.yaml'))

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

const seen: object[] = []
const see = (request: object) => {
  seen.push(request)
  return { status: 200, body: null }
}

const names = ['inherited', 'open', 'either', 'both', 'anyone', 'nobody']
const handlers = Object.fromEntries(names.map((name) => [name, see]))
const security = { one: scheme('one'), two: scheme('two') }
const app = await serveContract(t, contract, { handlers, security })

const one = (...scopes: string[]) => ({ one: { name: 'one', scopes } })
const two = (...scopes: string[]) => ({ two: { name: 'two', scopes } })
type Credentials = { readonly one?: string; readonly two?: string }

function send(url: string, { one = 'no', two = 'no' }: Credentials) {
  return app.inject({ url, headers: { 'x-one': one, 'x-two': two } })
}

const letIn: [url: string, given: Credentials, security: object | undefined][] = [
  ['/inherited', { one: 'yes' }, one()],
  ['/open', {}, undefined],
  ['/open', { one: 'broken' }, undefined],
  ['/either', { one: 'yes', two: 'yes' }, one()],
  ['/either', { two: 'yes' }, two()],
  ['/either', { one: 'forbidden', two: 'yes' }, two()],
  ['/either', { one: 'expired', two: 'yes' }, two()],
  ['/both', { one: 'yes', two: 'yes' }, { ...one('read'), ...two('write', 'admin') }],
  ['/anyone', {}, {}],
  ['/anyone', { one: 'yes' }, one()],
  ['/anyone', { one: 'forbidden' }, {}],
  ['/anyone', { one: 'expired' }, {}],
  ['/nobody', {}, {}],
]

for (const [url, given, principals] of letIn) {
  t.test(`${url} lets in ${JSON.stringify(given)}`, async (t) => {
    const response = await send(url, given)
    t.equal(response.statusCode, 200, response.body)
    const request = seen.pop() as { security?: object }
    t.strictSame(request.security, principals)
    t.equal('security' in request, principals !== undefined)
  })
}

const keptOut: [url: string, given: Credentials, row: { error: number }, challenge?: string][] = [
  ['/inherited', {}, errors.missingCredentials, 'one'],
  ['/inherited', { two: 'yes' }, errors.missingCredentials, 'one'],
  ['/inherited', { one: 'forbidden' }, errors.forbidden, 'one'],
  ['/inherited', { one: 'broken' }, errors.internal],
  ['/inherited', { one: 'unavailable' }, errors.unavailable],
  ['/either', {}, errors.missingCredentials, 'one, two'],
  ['/either', { one: 'silent' }, errors.missingCredentials, 'two'],
  ['/either', { two: 'forbidden' }, errors.forbidden, 'two'],
  ['/either', { one: 'broken', two: 'yes' }, errors.internal],
  ['/either', { one: 'unavailable', two: 'yes' }, errors.unavailable],
  ['/both', { one: 'yes' }, errors.missingCredentials, 'two'],
  ['/both', { two: 'yes' }, errors.missingCredentials, 'one'],
  ['/anyone', { one: 'broken' }, errors.internal],
  ['/missing', {}, errors.missingCredentials, 'one'],
  ['/missing', { one: 'yes' }, errors.notImplemented],
]

for (const [url, given, row, challenge] of keptOut) {
  t.test(`${url} keeps out ${JSON.stringify(given)}`, async (t) => {
    const response = await send(url, given)
    refused(t, response, { error: row.error })
    t.equal(response.headers['www-authenticate'], challenge)
    t.notMatch(response.body, 'database')
    t.same(seen, [], 'the handler is not called')
  })
}

t.test('hooks see the cause of a refusal, with the challenges of all', async (t) => {
  const cause = new Error('expired')
  const expired: SecurityHandler = {
    authenticate: async () => {
      const headers = { 'www-authenticate': 'two' }
      throw new HttpRefusal(errors.missingCredentials, { cause, headers })
    },
  }
  const app = await serveContract(t, contract, {
    handlers,
    security: { one: expired, two: scheme('two') },
  })
  const errorsSeen: Error[] = []
  app.addHook('onError', async (_request, _reply, error) => void errorsSeen.push(error))
  const { headers } = await app.inject('/either')
  t.equal(headers['www-authenticate'], 'two', 'each challenge once')
  t.match(errorsSeen, [{ cause }])
})

t.test('the error that refuses a credential is logged at debug level', async (t) => {
  const { logger, lines } = recordLog()
  const app = await serveContract(t, contract, { handlers, security, server: { logger } })
  const response = await app.inject({ url: '/inherited', headers: { 'x-one': 'expired' } })
  t.equal(response.statusCode, 401)
  const reasons = lines.filter(({ msg }) => msg === 'the credential is refused by an error')
  t.match(reasons, [{ level: 20, scheme: 'one', err: { message: 'the database says so' } }])
})

t.test('a missing security handler stops the start', async (t) => {
  const { one, two } = security
  for (const given of [{}, { one }, { one, two: {} }, { one: null, two }, undefined]) {
    t.throws(() => serve(contract, { handlers, security: given as never }), {
      name: 'TypeError',
      message: /^Security: no security handler for (one|two); add security\.\1$/,
    })
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
  const app = await serveContract(t, contract, {
    handlers,
    security: { one: shared, two: shared, unused } as never,
  })
  await app.ready()
  t.same(prepared, ['one,two'])
  t.notOk(app.hasDecorator('onlyInside'))
  t.equal((await app.inject('/both')).statusCode, 200)
  t.match(seen.pop(), {
    security: { one: { scopes: ['read'] }, two: { scopes: ['write', 'admin'] } },
  })
})
