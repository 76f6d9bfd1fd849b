import process from 'node:process'
import { PassThrough } from 'node:stream'
import t from 'tap'
import { RestartBackoff } from '../../../src/server/workers/restart-backoff.js'
import { shareOf } from '../../../src/server/workers/share.js'
import { passLines } from '../../../src/server/workers/whole-lines.js'
import { WorkerProcess } from '../../../src/server/workers/worker-process.js'
import { testConfig } from '../helpers.js'

t.test('text is passed on in whole lines', async (t) => {
  const from = new PassThrough()
  const written: string[] = []
  passLines(from, (lines) => written.push(lines))
  const bytes = Buffer.from('one\ntwo\nthrée\nfour')
  const parts = [bytes.subarray(0, 2), bytes.subarray(2, 11), bytes.subarray(11)]
  for (const part of parts) {
    from.write(part)
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.same(written, ['one\ntwo\n', 'thrée\n'])
  from.end()
  await new Promise((resolve) => from.on('close', resolve))
  t.equal(written.join(''), 'one\ntwo\nthrée\nfour\n', 'the last one gets its end')
})

t.test('nothing is added to whole lines', async (t) => {
  const from = new PassThrough()
  let text = ''
  passLines(from, (lines) => {
    text += lines
  })
  from.end('one\n')
  await new Promise((resolve) => from.on('close', resolve))
  t.equal(text, 'one\n')
})

t.test('workers that end early are replaced ever more slowly', async (t) => {
  const backoff = new RestartBackoff(2)
  const waits = Array.from({ length: 9 }, () => backoff.next(9_999))
  t.same(waits, [100, 100, 200, 200, 400, 400, 800, 800, 1600])
  t.equal(backoff.isHopeless, false)
  t.equal(backoff.next(0), 1600)
  t.equal(backoff.isHopeless, true)
  for (let n = 0; n < 30; n++) backoff.next(0)
  t.equal(backoff.next(0), 10_000)
  t.equal(backoff.next(10_000), 100, 'one that served for long says nothing')
  t.equal(backoff.isHopeless, false)
})

t.test('limits in all are shared out, the others stay', async (t) => {
  const config = testConfig({ workers: 3, bearerTokensFile: 'tokens', logFormat: 'pretty' })
  t.match(shareOf(config), {
    maxConnections: 341,
    maxRequests: 85,
    maxFailedTokens: 333,
    bodyMemory: 5_592_405,
    bodyLimit: config.bodyLimit,
    headerLimit: config.headerLimit,
    bearerTokensFile: undefined,
    logFormat: 'json',
  })
  const least = { maxConnections: 1, maxRequests: 2, maxFailedTokens: 1 }
  const memory = { bodyMemory: 65_536 }
  const share = shareOf({ ...config, ...least, ...memory })
  t.match(share, { maxConnections: 1, maxRequests: 1, maxFailedTokens: 1, ...memory })
})

t.test('a worker that the system does not start', async (t) => {
  const { execPath } = process
  process.execPath = '/nowhere'
  const output = { log: () => {}, errors: () => {} }
  const worker = new WorkerProcess(testConfig(), output)
  process.execPath = execPath
  const end = await worker.ended
  t.same(end, { code: null, signal: null, failure: 'spawn /nowhere ENOENT' })
})
