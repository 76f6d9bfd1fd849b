import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fastify from 'fastify'
import { bearer } from 'fastify-contract'
import t, { type Test } from 'tap'
import { acceptedTokens, readTokenFile } from '../../src/server/token-file.js'
import { hashToken } from '../../src/server/tokens.js'
import { capture, linesOf } from './helpers.js'

const scheme = { name: 'bearerAuth', type: 'http', scheme: 'bearer' } as const

/** An app that accepts the tokens of a file, which is read again and again, and its log. */
function accepting(t: Test) {
  const bearerTokensFile = join(t.testdir({ tokens: 'the-first-token\n' }), 'tokens')
  const output = capture()
  const app = fastify({ logger: { stream: output, level: 'info' } })
  t.teardown(() => app.close())
  const given = { bearerTokensFile, tokenHashes: readTokenFile(bearerTokensFile).hashes }
  return { app, output, bearerTokensFile, given, tokens: acceptedTokens(app, given, 20) }
}

t.test('tokens follow their file, and an invalid file changes nothing', async (t) => {
  const { app, output, bearerTokensFile, tokens } = accepting(t)
  const security = bearer(tokens)
  await security.prepare?.(app, [scheme])
  app.get('/', async (request, reply) => security.authenticate(request, reply, [], scheme))
  const statusOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await app.inject({ url: '/', headers })).statusCode
  }
  const lines = () => linesOf(output.text()).filter(({ file }) => file === bearerTokensFile)
  const until = async (told: RegExp, again = () => {}) => {
    again()
    while (!lines().some((line) => told.test(JSON.stringify(line)))) {
      await wait(100)
      again()
    }
  }
  t.equal(await statusOf('the-first-token'), 200)
  // Again and again: what is replaced before the first look is no change.
  await until(/"level":30,.*"tokens":2,.*"the file of tokens was read again"/, () => {
    writeFileSync(`${bearerTokensFile}.next`, 'the-second-token\nthe-third-token\n')
    renameSync(`${bearerTokensFile}.next`, bearerTokensFile)
  })
  t.same([await statusOf('the-first-token'), await statusOf('the-third-token')], [401, 200])
  writeFileSync(bearerTokensFile, 'the-fourth-token\nno token\n')
  await until(/"level":50,.* is wrong in line 2; .*; the earlier tokens hold"/)
  t.same([await statusOf('the-fourth-token'), await statusOf('the-third-token')], [401, 200])
  writeFileSync(bearerTokensFile, 'the-third-token\nthe-fourth-to')
  await until(/"level":50,.* does not end its last line/)
  t.same([await statusOf('the-fourth-to'), await statusOf('the-third-token')], [401, 200])
  rmSync(bearerTokensFile)
  await until(/"level":50,.* cannot be read \(ENOENT\)/)
  t.equal(await statusOf('the-third-token'), 200)
  t.notMatch(output.text(), /the-second-token|the-fourth-token/)
})

t.test('without a file the tokens stay', async (t) => {
  const app = fastify()
  const tokenHashes = [hashToken('a')]
  t.equal(acceptedTokens(app, { bearerTokensFile: undefined, tokenHashes }).hashes, tokenHashes)
})

t.test('the file is not read after the app is closed', async (t) => {
  const { app, bearerTokensFile, given, tokens } = accepting(t)
  await app.close()
  writeFileSync(bearerTokensFile, 'the-second-token\n')
  await wait(200)
  t.equal(tokens.hashes, given.tokenHashes)
})
