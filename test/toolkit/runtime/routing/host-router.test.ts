import fastify from 'fastify'
import t from 'tap'
import { hostRouter } from '#toolkit/runtime/routing/served-paths.js'
import { recordLog } from '../../../helpers/log.js'

t.test('paths are found by the router that Fastify depends on', async (t) => {
  const router = hostRouter(fastify().log)<string>({ caseSensitive: false })
  router.on('GET', '/plants/:id(\\d+)', () => undefined, 'a plant')
  t.equal(router.find('GET', '/PLANTS/7')?.store, 'a plant')
  t.equal(router.find('GET', '/plants/seven'), null)
})

t.test('without Fastify no route is found, and the log says so', async (t) => {
  for (const from of ['file:///a/bundle.js', '']) {
    const { logger, lines } = recordLog()
    const router = hostRouter(fastify({ logger }).log, from)<string>({})
    router.on('GET', '/plants', () => undefined, 'plants')
    t.equal(router.find('GET', '/plants'), null)
    t.match(lines, [{ level: 40, msg: /404 instead of 405.*leave 'fastify' out of the bundle$/ }])
  }
})
