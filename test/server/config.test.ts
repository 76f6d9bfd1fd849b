import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import t from 'tap'
import { ConfigError, type Environment, readConfig } from '../../src/server/config.js'
import { camelCase, settings } from '../../src/server/settings.js'
import { randomToken } from '../../src/server/tokens.js'
import { rowsOf } from '../helpers/rows.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

function problemsOf(env: Environment, readFile?: (path: string) => string): readonly string[] {
  try {
    readConfig(env, readFile)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

t.test('without any setting the defaults hold, which the table of the README shows', async (t) => {
  const config = readConfig({})
  t.match(config, { host: '127.0.0.1', port: 3000, basePath: '', docs: true, tokenHashes: [] })
  t.ok(Object.isFrozen(config) && Object.isFrozen(config.tokenHashes))
})

/** A setting, texts that it takes with their values, in JSON where they are another, and texts that it refuses. */
const VALUES = `
  HOST | 0.0.0.0, ::, [::1] -> "::1", localhost -> "127.0.0.1", LOCALHOST -> "127.0.0.1", plants.example.org | 999.1.1.1, a b, http://x, [x], -a, a..b, 127.0.0.1:80, ${'a.'.repeat(130)}a
  PORT | 0 -> 0, 65535 -> 65535 | -1, 65536, 3000.0, 0x10, 1e3, 99999999999, http
  BASE_PATH | / -> "", /v1, garden/v1.0/ -> "/garden/v1.0" | //, /a//b, /a/../b, /., /:id, /a*, /a b, /a?b, /%41, /ä, \\a
  MCP | on -> true, off -> false | 0, yes
  DOCS | on -> true, off -> false, true -> true, false -> false | 0, no, FALSE
  STORE_URL | memory:, sqlite:my plants.db, postgres://u:p@h/d | plants.db, :memory:, //x
  ADMIN_HOST | ::1 | a b
  ADMIN_PORT | 9090 -> 9090 | 65536, none
  SHUTDOWN_DELAY | 0 -> 0, 5000 -> 5000 | -1, 5s
  WORKERS | 4 -> 4, auto -> ${Math.max(1, availableParallelism() - 1)} | 0, 257, all, AUTO
  LOG_LEVEL | silent | INFO, verbose, 30, toString
  LOG_FORMAT | json | text, JSON
  BODY_LIMIT | 1 -> 1 | 0, 1MB, 268435457
  HEADER_LIMIT | 8192 -> 8192 | 1023, 1048577
  HEADERS_TIMEOUT | 100 -> 100 | 99, 10s, 86400001
  REQUEST_TIMEOUT | 86400000 -> 86400000 | 30
  CONNECTION_TIMEOUT | 5000 -> 5000 | 0
  KEEP_ALIVE_TIMEOUT | 5000 -> 5000 | -5000
  HANDLER_TIMEOUT | 100 -> 100 | 99, 1e3
  MAX_CONNECTIONS | 1 -> 1 | 0, Infinity
  REQUEST_ID_HEADER | X-Request-Id -> "x-request-id" | authorization, x id, -id, x_request-id
  OTEL_EXPORTER_OTLP_ENDPOINT | http://localhost:4318 | localhost:4318, http://, grpc://a:4317
  MAX_REQUESTS | 2 -> 2 | 1, 1e3
  BODY_MEMORY | 65536 -> 65536 | 65535, 16MB
  MAX_FAILED_TOKENS | 1 -> 1 | 0, 1e3
  SHUTDOWN_TIMEOUT | 30000 -> 30000 | 10
`

/** Texts that are no cells of a table. */
const MORE: [name: string, right: string[], wrong: string[]][] = [
  ['STORE_URL', ['cassandra://u:p@h1,h2/k'], ['sqlite:plants.db\n']],
  ['PORT', [], [' 3000', '3000\r']],
  [
    'BEARER_TOKENS',
    [],
    [
      ...['a b', 'a,,b', ',', 'ä', '=', 'sha256:12', 'sha512:00'],
      ...['abcdefg', 'abcabcabcabc', 'abcdefg=h', 'abcdefg:', `sha256:${'g'.repeat(64)}`],
    ],
  ],
]

const rows = [
  ...rowsOf(VALUES).map(
    ([name = '', ...cells]) => [name, ...cells.map((cell) => cell.split(', '))] as const,
  ),
  ...MORE,
]

t.test('the values of settings', async (t) => {
  for (const [name, right = [], wrong = []] of rows) {
    for (const each of right) {
      const [text = '', value = JSON.stringify(text)] = each.split(' -> ')
      const config: Record<string, unknown> = { ...readConfig({ [name]: text }) }
      t.strictSame(config[camelCase(name)], JSON.parse(value), `${name}=${text}`)
    }
    for (const text of wrong) {
      const [problem = '', ...more] = problemsOf({ [name]: text })
      t.ok(problem.startsWith(`${name}: `), `${name}=${text} is refused`)
      t.match(problem, /is not .+; correct it, or remove it/, 'says what to do')
      t.notMatch(problem, '\n', 'in one line')
      t.same(more, [], 'once')
    }
  }
  const tested = new Set(rows.map(([name]) => name))
  const untested = Object.keys(settings).filter((name) => !tested.has(name))
  t.same(untested, ['BEARER_TOKENS_FILE'], 'which may be anything')
})

t.test('an empty value prevents the start: it may be a missing secret', async (t) => {
  for (const name of Object.keys(settings)) {
    const [problem] = problemsOf({ [name]: '' }, () => 'token')
    const line = `^${name}: is set but empty; correct it, or remove it( to get .+)?$`
    t.match(problem, new RegExp(line))
  }
})

t.test('the admin port is another one than the port of the service', async (t) => {
  t.same(problemsOf({ ADMIN_PORT: '3000' }), ['ADMIN_PORT: 3000 is PORT, too; set another one'])
  t.same(problemsOf({ ADMIN_PORT: '0', PORT: '0' }), [], 'the system chooses two')
})

t.test('every problem is named at once', async (t) => {
  const problems = problemsOf({ PORT: 'x', HOST: 'a b', BEARER_TOKEN: 'secret', STORE_URL: 'x' })
  const found = problems.map((line) => line.split(':')[0])
  t.same(found, ['BEARER_TOKEN', 'HOST', 'PORT', 'STORE_URL'])
  t.match(new ConfigError(problems), { name: 'ConfigError', message: problems.join('\n') })
})

t.test('a wrong value is shown, unless it may be a secret', async (t) => {
  t.match(problemsOf({ PORT: 'http\n' }), [
    'PORT: "http\\n" is not a whole number from 0 to 65535;',
  ])
  for (const name of ['STORE_URL', 'BEARER_TOKENS', 'BEARER_TOKEN']) {
    const lines = problemsOf({ [name]: 'hunter two' }).join()
    t.match(lines, name)
    t.notMatch(lines, 'hunter')
  }
  const file = problemsOf({ BEARER_TOKENS_FILE: '/tokens' }, () => 'ok\nhunter two').join()
  t.notMatch(file, 'hunter')
})

t.test('tokens in the environment are hashed; hashes are kept', async (t) => {
  const hex = sha256('third').toString('hex').toUpperCase()
  const tokens = [
    ...['token-no-1', 'token-2==', 'AZaz09-._~+/', 'abcdefg=', 'abcabcabcabcd', randomToken()],
  ]
  const { tokenHashes } = readConfig({ BEARER_TOKENS: `${tokens.join(', ')},sha256:${hex}` })
  t.same(tokenHashes, [...tokens.map(sha256), sha256('third')])
})

t.test('tokens in a file', async (t) => {
  const folder = t.testdir({
    tokens: `\uFEFF# ours\r\ntoken-one\r\n\r\n  # two\n  token-two\nsha256:${'0'.repeat(64)}`,
  })
  const { tokenHashes } = readConfig({ BEARER_TOKENS_FILE: `${folder}/tokens` })
  t.same(tokenHashes, [sha256('token-one'), sha256('token-two'), Buffer.alloc(32)])
})

const fail = () => {
  throw new Error('secret')
}
const wrongFiles: [name: string, read: () => string, problem: string][] = [
  ['no token', () => '# nothing\n\n', 'holds no token; add one'],
  ['a line', () => '# ok\na-good-token\n\na b', 'is wrong in line 4; make it'],
  ['an unknown reason', fail, 'cannot be read (unknown error); correct the name'],
]

t.test('invalid files of tokens', async (t) => {
  for (const [name, read, problem] of wrongFiles) {
    const problems = problemsOf({ BEARER_TOKENS_FILE: '/t' }, read)
    t.match(problems, [`BEARER_TOKENS_FILE: "/t" ${problem}`], name)
  }
  const missing = problemsOf({ BEARER_TOKENS_FILE: `${t.testdir()}/none` })
  t.match(missing, [/^BEARER_TOKENS_FILE: ".+" cannot be read \(ENOENT\); correct the name/])
  const both = problemsOf({ BEARER_TOKENS: 'the-token', BEARER_TOKENS_FILE: '/t' }, () => '')
  t.match(both, [/^BEARER_TOKENS_FILE: is set together with BEARER_TOKENS; remove one/])
})
