import t from 'tap'
import { unknownSettings } from '../../src/server/config.js'
import { settings } from '../../src/server/settings.js'

const known = Object.keys(settings)

const misspelt: [name: string, meant: string][] = [
  ['BEARER_TOKEN', 'BEARER_TOKENS'],
  ['BEARER_TOKENSS', 'BEARER_TOKENS'],
  ['BAERER_TOKENS', 'BEARER_TOKENS'],
  ['STORE_URI', 'STORE_URL'],
  ['STORE_ULR', 'STORE_URL'],
  ['store_url', 'STORE_URL'],
  ['BASEPATH', 'BASE_PATH'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['BODY-LIMIT', 'BODY_LIMIT'],
  ['HEADERS_LIMIT', 'HEADER_LIMIT'],
  ['KEEPALIVE_TIMEOUT', 'KEEP_ALIVE_TIMEOUT'],
  ['MAX_CONNECTION', 'MAX_CONNECTIONS'],
  ['STORE_PATH', 'STORE_URL'],
  ['bearer_auth', 'BEARER_TOKENS or BEARER_TOKENS_FILE'],
]

t.test('misspelt settings', async (t) => {
  for (const [name, meant] of misspelt) {
    const line = `${name}: is not a setting; rename it to ${meant} or remove it`
    t.same(unknownSettings([name], known), [line], name)
  }
})

t.test('names of other programs', async (t) => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'HOSTS', 'GHOST', 'PORTS', 'SORT', 'port', 'NODE_ENV']
  const near = [
    'LOG_DIR',
    'MAX_HEAP',
    'REQUEST_ID',
    'DATASTORE_URL',
    'npm_config_loglevel',
    'STORE',
  ]
  const links = [
    'STORE_SERVICE_HOST',
    'STORE_SERVICE_PORT_HTTP',
    'STORE_PORT',
    'STORE_API_PORT_80_TCP',
  ]
  t.same(unknownSettings([...others, ...near, ...links, ...known], known), [])
})

t.test('a short name has no misspellings', async (t) => {
  t.same(unknownSettings(['HOSTX'], ['HOST']), [])
  t.same(unknownSettings(['STOREX'], ['STORE']), [
    'STOREX: is not a setting; rename it to STORE or remove it',
  ])
})
