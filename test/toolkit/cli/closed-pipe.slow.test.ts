import { EventEmitter } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { ignoreClosedPipes } from 'fastify-contract'
import t from 'tap'
import { freePort } from '../../../scripts/shared/free-ports.js'
import { noShell, statusAt, UNREAD, withoutReader } from '../../helpers/pipes.js'
import { ROOT } from '../../helpers/tsc.js'

const bin = path.join(ROOT, 'src/toolkit/bin/fastify-contract.js')
const spec = path.join(ROOT, 'test/fixtures/documents/shapes.yaml')

for (const unread of Object.keys(UNREAD) as (keyof typeof UNREAD)[]) {
  t.test(`nobody reads ${unread}: a command finishes`, { skip: noShell }, async (t) => {
    const cwd = t.testdir()
    const table: [args: string[], code: number][] = [
      [['--help'], 0],
      [['generate', '--help'], 0],
      [['generate', '--spec', spec], 0],
      [['check', '--spec', 'no/such.yaml'], 1],
    ]
    for (const [args, code] of table) {
      const { ended } = await withoutReader(t, [bin, ...args], unread, { cwd })
      t.equal(await ended, code, args.join(' '))
    }
    t.ok(existsSync(path.join(cwd, 'generated/contract.ts')))
  })

  t.test(`nobody reads ${unread}: a mock goes on`, { skip: noShell }, async (t) => {
    const port = await freePort()
    const temporary = t.testdir()
    const args = ['mock', '--spec', spec, '--port', String(port)]
    const env = { TMPDIR: temporary }
    const { pid, ended } = await withoutReader(t, [bin, ...args], unread, { env })
    t.equal(await statusAt(`http://127.0.0.1:${port}/nowhere`), 404)
    t.equal(readdirSync(temporary).length, 1)
    process.kill(pid, 'SIGTERM')
    t.equal(await ended, 0)
    t.same(readdirSync(temporary), [], 'it leaves nothing behind')
  })
}

t.test('an error of an output that is no closed pipe is a failure', async (t) => {
  const output = new EventEmitter()
  ignoreClosedPipes(output)
  output.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' }))
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  t.throws(() => output.emit('error', full), full)
})
