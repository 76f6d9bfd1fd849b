import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import t from 'tap'
import { ConfigError } from '../../src/server/config.js'
import { start } from '../../src/server/start.js'
import { oneLine, StartError, startFailure } from '../../src/server/start-error.js'
import { hashToken } from '../../src/server/tokens.js'
import { capture, testConfig } from './helpers.js'

t.test('when the port cannot be listened on, the store is closed first', async (t) => {
  const folder = t.testdir()
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.on('listening', resolve))
  t.teardown(() => taken.close())
  const { port } = taken.address() as { port: number }
  const storeUrl = `sqlite:${path.join(folder, 'plants.db')}`
  await t.rejects(start(testConfig({ port, storeUrl }), capture()), { name: 'StartError' })
  // SQLite removes its other files when the last connection is closed.
  t.same(readdirSync(folder), ['plants.db'])
})

t.test('a token is generated if none is configured', async (t) => {
  const configured = await start(testConfig(), capture())
  t.teardown(() => configured.app.close())
  t.equal(configured.token, undefined)
  t.same(configured.config.tokenHashes, testConfig().tokenHashes)
  const { app, config, token = '' } = await start(testConfig({ tokenHashes: [] }), capture())
  t.teardown(() => app.close())
  t.same(config.tokenHashes, [hashToken(token)])
})

t.test('an error in one line, without credentials', async (t) => {
  t.equal(oneLine(new Error('first\nsecond\nthird')), 'first')
  t.equal(oneLine('text'), 'text')
  t.equal(
    oneLine(new Error('postgres://me:secret@host refused')),
    'postgres://[redacted]@host refused',
  )
})

t.test('the printed lines', async (t) => {
  t.equal(startFailure(new StartError('PORT: is taken')), 'plant-store: PORT: is taken\n')
  t.equal(startFailure(new ConfigError(['A: x', 'B: y'])), 'plant-store: A: x\nplant-store: B: y\n')
})
