import { execFileSync } from 'node:child_process'
import t from 'tap'
import type { SentRequest } from '#toolkit/conformance/exchange/request.js'
import { attemptsAt } from '#toolkit/conformance/probes/security/attempts.js'
import { CommandWriter } from '#toolkit/conformance/report/command-writer.js'
import { withCredential } from '#toolkit/conformance/requests/credentials.js'
import { writeRaw } from '#toolkit/conformance/requests/write-raw.js'
import { Masks } from '#toolkit/conformance/secrets/masks.js'
import { contractOf } from '../helpers/documents.js'
import { SECRET_SCHEMES } from './schemes.js'

const SERVER = { baseUrl: 'http://127.0.0.1:3000', host: '127.0.0.1:3000', basePath: '' }

const security = Object.keys(SECRET_SCHEMES).map((name) => ({ [name]: [] }))
const contract = contractOf(`GET /a | {security: ${JSON.stringify(security)}, 200: null}`, {
  components: { securitySchemes: SECRET_SCHEMES },
})

function requestsWith(name: string, secret: string): SentRequest[] {
  const scheme = contract.scheme(name)
  if (scheme === undefined) throw new Error(name)
  const request: SentRequest = { method: 'GET', target: '/a', headers: [] }
  const right = withCredential(contract, name, request, secret)
  const lower = right.headers.map(([key, value]) => [key, value.replace(/^B/, 'b')] as const)
  const wrong = attemptsAt(contract, scheme, secret).map(({ change }) => change(request))
  return [right, { ...right, headers: lower }, ...wrong]
}

/** What a shell gives to `curl` and `nc`, in turn. */
function given(commands: readonly string[], secret: string): string[] {
  const end = String.raw`printf '\1'`
  const programs = `curl() { printf '%s\\0' "$@"; ${end}; }; nc() { cat; ${end}; }`
  const env = { TOKEN: secret, PATH: process.env.PATH as string }
  const script = [programs, ...commands].join('\n')
  return execFileSync('sh', ['-c', script], { env, encoding: 'latin1' }).split('\x01').slice(0, -1)
}

/** Each four characters of a secret, however a request spells it. */
function piecesOf(secret: string): string[] {
  const [, password = secret] = secret.split(/:(.*)/s)
  const base64 = Buffer.from(secret).toString('base64').replaceAll('=', '')
  return [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1), base64]
    .flatMap((text) => Array.from(text, (_, at) => text.slice(at, at + 4)))
    .filter(({ length }) => length === 4)
}

const decoded = (text: string) => text.replace(/%[\da-f]{2}/gi, (each) => decodeURIComponent(each))

const KEYS = ['s3kr1t_Zq9', 'zQ %/+=7&kW', `zQ'"$W\\9%s\`7`]
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmVkLXdlbGw'
const CASES: Record<keyof typeof SECRET_SCHEMES, readonly string[]> = {
  bearer: ['s3kr1t_Zq9', JWT],
  basic: ['wanda:s3kr1t_Zq9', 'wanda:zQ:%/+7kW', `wanda:zQ'"$W\\9%s7`],
  header: KEYS,
  query: KEYS,
  cookie: KEYS,
}

for (const [name, secrets] of Object.entries(CASES)) {
  t.test(`commands with credentials of ${name} have no secret, and send it`, async (t) => {
    for (const secret of secrets) {
      const masks = new Masks({ [name]: secret })
      const writer = new CommandWriter(SERVER, masks)
      const requests = requestsWith(name, secret)
      const raw = requests.map((each) => writeRaw(SERVER, each))
      const commands = [...requests, ...raw].map((each) => writer.command(each))
      const sent = requests.map(({ target, headers }) =>
        [
          ...['-sS', '-i', '-X', 'GET', SERVER.baseUrl + target],
          ...headers.flatMap(([key, value]) => [
            '-H',
            value === '' ? `${key};` : `${key}: ${value}`,
          ]),
          '',
        ].join('\0'),
      )
      const bytes = raw.map((each) => each.bytes.toString('latin1'))
      t.same(given(commands, secret).map(decoded), [...sent, ...bytes].map(decoded))

      const texts = requests.flatMap(({ target, headers }) => [target, JSON.stringify(headers)])
      const shown = texts.map((each) => masks.shown(each))
      const stored = texts.map((each) => masks.masked(each))
      const seen = stored.map((each) => masks.unmasked(each))
      t.same(seen, texts)
      // The kit's own token of the algorithm none begins as any other does.
      const pieces = piecesOf(secret).filter((each) => !JWT.slice(0, 20).includes(each))
      const told = [...commands, ...shown, ...stored].join('\n')
      const found = pieces.filter((piece) => told.includes(piece))
      t.same(found, [], secret)
      t.notMatch(told, /wanda/)
    }
  })
}

t.test('a short secret is hidden after `Basic`, and not by chance in an identity', async (t) => {
  const masks = new Masks({ key: 't' })
  t.equal(masks.masked('"id":"76e23a50-8b4e"'), '"id":"76e23a50-8b4e"')
  t.equal(masks.masked(`Basic ${btoa('a:t')}`), `Basic \${BASE64(a:\${TOKEN})}`)
})

t.test('a text that was cut has no beginning of a secret before the cut', async (t) => {
  const masks = new Masks({ key: 's3kr1t_Zq9' })
  t.equal(masks.shown('it has s3kr1t… and s3kr1t_Zq9x'), `it has $TOKEN… and \${TOKEN}x`)
  t.equal(masks.shown('it has s3… of it'), 'it has s3… of it')
})

t.test('schemes whose names make the same variable have one each', async (t) => {
  const masks = new Masks({
    ...{ 'api-key': 'first-key', api_key: 'other-key', '2fa': 'third-key', none: '' },
  })
  t.equal(masks.shown('first-key other-key third-key'), '$API_KEY $API_KEY_2 $_2FA')
  const found = new Masks({ bearerAuth: 'one-secret', apiKey: 'one-secret' }).shown('one-secret')
  t.equal(found, '$TOKEN')
})

/** Variables as files have them: `<TOKEN>` is short for one. */
const withVariables = (text: string) => text.replaceAll('<', '$' + '{').replaceAll('>', '}')

t.test('several secrets have variables of their own', async (t) => {
  const masks = new Masks({ bearerAuth: 'abcd', 'api-key': 'abcdef' })
  t.equal(masks.masked('abcdef abcd'), withVariables('<API_KEY> <BEARER_AUTH>'))
  t.equal(masks.unmasked(withVariables('<API_KEY> <BEARER_AUTH>')), 'abcdef abcd')
  t.equal(masks.missingIn(withVariables('<API_KEY>')), undefined)
  t.equal(masks.missingIn(withVariables('<API_KEY> <OTHER_KEY>')), 'OTHER_KEY')
})
