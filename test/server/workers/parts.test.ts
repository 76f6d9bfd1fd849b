import t from 'tap'
import { shareOf } from '../../../src/server/workers/start-workers.js'
import { testConfig } from '../helpers.js'

t.test('limits in all are shared out', async (t) => {
  const config = testConfig({ workers: 3 })
  t.same(shareOf(config), {
    ...{ MAX_CONNECTIONS: '341', MAX_REQUESTS: '85', MAX_FAILED_TOKENS: '333' },
    ...{ BODY_MEMORY: '5592405', LOG_FORMAT: 'json' },
  })
  const least = { maxConnections: 1, maxRequests: 2, maxFailedTokens: 1, bodyMemory: 65_536 }
  t.match(shareOf({ ...config, ...least }), {
    ...{ MAX_CONNECTIONS: '1', MAX_REQUESTS: '2', MAX_FAILED_TOKENS: '1', BODY_MEMORY: '65536' },
  })
})
