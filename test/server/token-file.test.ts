import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fastify from 'fastify'
import { bearer } from 'fastify-contract'
import t from 'tap'
import { acceptedTokens, readTokenFile } from '../../src/server/token-file.js'
import { hashToken } from '../../src/server/tokens.js'
import { capture, linesOf } from './helpers.js'

const scheme = { name: 'bearerAuth', type: 'http', scheme: 'bearer' } as const

t.test('tokens change with their file, and a file that is wrong changes nothing', async (t) => {
  const folder = t.testdir({ tokens: 'first\n' })
  const bearerTokensFile = join(folder, 'tokens')
  const output = capture()
  const app = fastify({ logger: { stream: output, level: 'info' } })
  t.teardown(() => app.close())
  const given = { bearerTokensFile, tokenHashes: readTokenFile(bearerTokensFile).hashes }
  const tokens = acceptedTokens(app, given, 20)
  const security = bearer(tokens)
  await security.prepare?.(app, [scheme])
  app.get('/', async (request, reply) => security.authenticate(request, reply, [], scheme))
  const statusOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await app.inject({ url: '/', headers })).statusCode
  }
  const lines = () => linesOf(output.text()).filter(({ file }) => file === bearerTokensFile)
  const until = async (count: number) => {
    while (lines().length < count) await wait(10)
    return lines().at(-1)
  }
  t.equal(await statusOf('first'), 200)
  writeFileSync(join(folder, 'next'), 'second\nthird\n')
  renameSync(join(folder, 'next'), bearerTokensFile)
  t.match(await until(1), { msg: 'the file of tokens was read again', tokens: 2 })
  t.same([await statusOf('first'), await statusOf('third')], [401, 200])
  writeFileSync(bearerTokensFile, 'fourth\nno token\n')
  t.match(await until(2), { level: 50, msg: /is wrong in line 2; .*; the earlier tokens hold$/ })
  t.same([await statusOf('fourth'), await statusOf('third')], [401, 200])
  rmSync(bearerTokensFile)
  t.match(await until(3), { level: 50, msg: /cannot be read \(ENOENT\)/ })
  t.equal(await statusOf('third'), 200)
  t.notMatch(output.text(), /second|fourth/)
})

t.test('without a file the tokens stay', async (t) => {
  const app = fastify()
  const tokenHashes = [hashToken('a')]
  t.equal(acceptedTokens(app, { bearerTokensFile: undefined, tokenHashes }).hashes, tokenHashes)
})
