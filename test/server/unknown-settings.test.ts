import t from 'tap'
import { unknownSettings } from '../../src/server/config.js'
import { settings } from '../../src/server/settings.js'
import { rowsOf } from '../helpers/rows.js'

const known = Object.keys(settings)

/** The name of a setting, and names that are meant to be it. */
const MISSPELT = `
  BEARER_TOKENS | BEARER_TOKEN BEARER_TOKENSS BAERER_TOKENS
  STORE_URL | STORE_URI STORE_ULR store_url STORE_PATH
  BASE_PATH | BASEPATH
  LOG_LEVEL | LOGLEVEL
  BODY_LIMIT | BODY-LIMIT
  HEADER_LIMIT | HEADERS_LIMIT
  KEEP_ALIVE_TIMEOUT | KEEPALIVE_TIMEOUT
  MAX_CONNECTIONS | MAX_CONNECTION
  BEARER_TOKENS or BEARER_TOKENS_FILE | bearer_auth
`

t.test('misspelt settings', async (t) => {
  for (const [meant, names = ''] of rowsOf(MISSPELT))
    for (const name of names.split(' ')) {
      const line = `${name}: is not a setting; rename it to ${meant} or remove it`
      t.same(unknownSettings([name], known), [line], name)
    }
})

t.test('names of other programs', async (t) => {
  const others = `PATH HOME HOSTNAME HOSTS GHOST PORTS SORT port NODE_ENV LOG_DIR MAX_HEAP REQUEST_ID
    DATASTORE_URL npm_config_loglevel STORE
    STORE_SERVICE_HOST STORE_SERVICE_PORT_HTTP STORE_PORT STORE_API_PORT_80_TCP`
  t.same(unknownSettings([...others.split(/\s+/), ...known], known), [])
})

t.test('a short name has no misspellings', async (t) => {
  t.same(unknownSettings(['HOSTX'], ['HOST']), [])
  t.same(unknownSettings(['STOREX'], ['STORE']), [
    'STOREX: is not a setting; rename it to STORE or remove it',
  ])
})
