import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import t, { type Test } from 'tap'
import { benchBoot } from '../../scripts/bench/boot/bench-boot.js'
import { runCommand } from '../helpers/command.js'
import { ROOT } from '../helpers/tsc.js'
import { fails, installs, npm } from './npm.js'

const NAME = 'A bench test'
const document = {
  openapi: '3.2.0',
  info: { title: 'T', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/a/{x}': { get: { operationId: 'a' }, additionalOperations: { LOCK: { operationId: 'b' } } },
    '/a/{y}': { get: { operationId: 'c' } },
  },
  components: { securitySchemes: { key: { type: 'apiKey', name: 'k', in: 'header' } } },
}

/** Servers that start at once, start too late, or fail. */
const peers = installs({
  fastify:
    'module.exports = () => ({ register: (plugin, options) => plugin({}, options), ready() {}, async inject() {} })',
  'fastify-openapi-glue':
    'module.exports = (_, options) => options.operationResolver() && new Promise((done) => setTimeout(done, 60_000))',
  'openapi-backend':
    'exports.OpenAPIBackend = class { async init() {} handleRequest() { return Promise.reject() } }',
})

/** One server that starts, and one that fails. */
const broken = peers
  .replace('new Promise((done) => setTimeout(done, 60_000))', 'undefined')
  .replace('async init() {}', "async init() { process.stderr.write('broken'); process.exit(1) }")

function bench(t: Test, script: string, seconds: number, subject: object = {}) {
  const cache = npm(t, script)
  const spec = `${cache}.json`
  writeFileSync(spec, JSON.stringify(document))
  t.teardown(() =>
    rm(join(ROOT, 'dist/bench', NAME.replaceAll(' ', '-')), { recursive: true, force: true }),
  )
  const file = relative(ROOT, spec)
  const subjects = [{ name: NAME, file, ...subject }]
  return runCommand(t, async () => {
    await benchBoot({ runs: 2, ignore: [] }, { subjects, cache, seconds })
    return 0
  })
}

t.test('servers are started side by side; a late one is reported', async (t) => {
  const { out } = await bench(t, peers, 15)
  t.match(out, [
    '',
    `${NAME}, 2 runs: median (min-max)`,
    /^server +ready ms +ratio +MB +first request ms +slowest$/,
    /^fastify, no schema +\d+ \(.*\) +1\.00 +\d+ +\d+\.\d +\d+\.\d$/,
    /^ours +\d+ \(.*\) +\d+\.\d\d +\d+ +/,
    /^ours, eager +\d+ /,
    /^fastify-openapi-glue +not up after 15 s$/,
    /^openapi-backend +\d+ /,
  ])
})

t.test('a server that does not start in time has no other turn', async (t) => {
  const { out } = await bench(t, fails, 0.001)
  t.match(out.slice(4), [/^fastify, no schema +not up after 0.001 s$/, /^ours +not up/, /./])
})

t.test('the reason why a server did not start is printed', async (t) => {
  const { out } = await bench(t, broken, 30)
  t.match(out.slice(6), [/^fastify-openapi-glue +\d+ /, /^openapi-backend +exit code 1: .*broken/])
})

t.test(
  'without other servers ours are measured; what fails is told, and has no turn again',
  async (t) => {
    const { out } = await bench(t, fails, 30)
    t.match(out[0], /^skipped the other servers: .*cannot be installed/)
    t.equal(out.length, 7)
    const subject = { pinned: 'a@1.0.0', file: 'a.json' }
    const { out: skipped } = await bench(t, fails, 30, subject)
    t.match(skipped, [/^skipped the other/, /^skipped A bench test: a@1\.0\.0 cannot/])
  },
)
