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

t.test('tokens follow their file, and an invalid file changes nothing', async (t) => {
  const folder = t.testdir({ tokens: 'the-first-token\n' })
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
  t.equal(await statusOf('the-first-token'), 200)
  writeFileSync(join(folder, 'next'), 'the-second-token\nthe-third-token\n')
  renameSync(join(folder, 'next'), bearerTokensFile)
  t.match(await until(1), { msg: 'the file of tokens was read again', tokens: 2 })
  t.same([await statusOf('the-first-token'), await statusOf('the-third-token')], [401, 200])
  writeFileSync(bearerTokensFile, 'the-fourth-token\nno token\n')
  t.match(await until(2), { level: 50, msg: /is wrong in line 2; .*; the earlier tokens hold$/ })
  t.same([await statusOf('the-fourth-token'), await statusOf('the-third-token')], [401, 200])
  writeFileSync(bearerTokensFile, 'the-third-token\nthe-fourth-to')
  t.match(await until(3), { level: 50, msg: /does not end its last line/ })
  t.same([await statusOf('the-fourth-to'), await statusOf('the-third-token')], [401, 200])
  rmSync(bearerTokensFile)
  t.match(await until(4), { level: 50, msg: /cannot be read \(ENOENT\)/ })
  t.equal(await statusOf('the-third-token'), 200)
  t.notMatch(output.text(), /the-second-token|the-fourth-token/)
})

t.test('a change counts when the file is completely written', async (t) => {
  const folder = t.testdir({ tokens: 'the-first-token\n' })
  const bearerTokensFile = join(folder, 'tokens')
  const output = capture()
  const app = fastify({ logger: { stream: output, level: 'info' } })
  t.teardown(() => app.close())
  const given = { bearerTokensFile, tokenHashes: readTokenFile(bearerTokensFile).hashes }
  const accepted = acceptedTokens(app, given, 40)
  // It changes more often than it is looked at: what it holds at any one look is half of it.
  for (let n = 0; n < 40; n++) {
    writeFileSync(bearerTokensFile, `the-token-number-${n}\n`)
    await wait(5)
    t.same(accepted.hashes, given.tokenHashes)
  }
  while (accepted.hashes === given.tokenHashes) await wait(10)
  t.same(accepted.hashes, [hashToken('the-token-number-39')])
})

t.test('without a file the tokens stay', async (t) => {
  const app = fastify()
  const tokenHashes = [hashToken('a')]
  t.equal(acceptedTokens(app, { bearerTokensFile: undefined, tokenHashes }).hashes, tokenHashes)
})

t.test('the file is not read after the app is closed', async (t) => {
  const bearerTokensFile = join(t.testdir({ tokens: 'the-first-token\n' }), 'tokens')
  const app = fastify()
  const { hashes } = readTokenFile(bearerTokensFile)
  const accepted = acceptedTokens(app, { bearerTokensFile, tokenHashes: hashes }, 10)
  await app.close()
  writeFileSync(bearerTokensFile, 'the-second-token\n')
  await wait(200)
  t.equal(accepted.hashes, hashes)
})
