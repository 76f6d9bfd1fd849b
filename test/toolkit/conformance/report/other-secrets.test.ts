import t from 'tap'
import { conform, formatReport } from '#toolkit/conformance/index.js'
import { REPORT_FORMATS } from '#toolkit/conformance/report/format-names.js'
import { documentOf } from '../helpers/documents.js'
import { UNHURRIED } from '../helpers/kit.js'
import { stubApp } from '../helpers/stub-app.js'
import { SECRET_SCHEMES } from '../secrets/schemes.js'

const document = documentOf(`
  GET /pets | {security: [{bearer: ['pets:read']}], 200: {}, 4XX: null}
  securitySchemes | {bearer: {type: oauth2, flows: {clientCredentials: {tokenUrl: /token, scopes: {'pets:read': Read.}}}}}
`)

/** The violations of a service that lets anybody with a credential do everything. */
async function violationsWith(other: object): Promise<string> {
  const { app } = stubApp(({ headers }) => {
    const [authorization] = Object.entries(headers).flatMap(([name, value]) =>
      /^authorization$/i.test(name) ? value : [],
    )
    const status = /^Bearer (first|second)$/.test(authorization ?? '') ? 200 : 401
    return { status, headers: { 'www-authenticate': 'Bearer' }, body: [] }
  })
  const second = { token: 'second', scopes: [], ...other }
  const security = { bearer: [{ token: 'first' }, second] }
  const { violations } = await conform({ document, target: app, security, ...UNHURRIED })
  return JSON.stringify(violations.filter(({ check }) => check === 'authorization'))
}

t.test('another credential has a variable of its own in commands', async (t) => {
  const [plain, named] = [await violationsWith({}), await violationsWith({ user: 'eve' })]
  t.match(plain, /\$BEARER_2\b/)
  t.match(named, /\$BEARER_EVE\b/)
  t.notMatch(plain + named, /second/)
})

for (const [name, scheme] of Object.entries(SECRET_SCHEMES)) {
  t.test(`no form of a report has a part of a secret of ${name}, right or wrong`, async (t) => {
    const document = documentOf('GET /pets | {security: [{own: []}], 299: null}', {
      components: { securitySchemes: { own: scheme } },
    })
    // It lets everybody in, and says what it was asked: each status is a violation of its own.
    const { app } = stubApp(({ url, headers }, count) => ({
      status: 200 + (count % 60),
      body: { url, headers },
    }))
    const password = 'zQ7_%/Wk+x9'
    const security = { own: name === 'basic' ? `wanda:${password}` : password }
    const report = await conform({ document, target: app, security, ...UNHURRIED })
    t.ok(report.violations.length > 20)
    const texts = REPORT_FORMATS.map((format) => formatReport(report, format))
    const spellings = [
      password,
      encodeURIComponent(password),
      btoa(`wanda:${password}`).slice(0, 19),
    ]
    for (const each of spellings) {
      for (let at = 0; at + 4 <= each.length; at++) {
        const piece = each.slice(at, at + 4)
        t.notOk(texts.join('\n').includes(piece), piece)
      }
    }
  })
}
