import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { noShell, statusAt, UNREAD, withoutReader } from '../helpers/pipes.js'
import { launch } from './process.js'

const main = fileURLToPath(new URL('../../src/server/main.js', import.meta.url))

/** Makes a server write its port into a file, since nobody reads what it prints. */
const TELL_PORT = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { Server } from 'node:net'
  const { emit } = Server.prototype
  Server.prototype.emit = function (name, ...args) {
    if (name === 'listening') {
      fs.writeFileSync('port.new', String(this.address().port))
      fs.renameSync('port.new', 'port')
    }
    return emit.call(this, name, ...args)
  }`)}`

async function portIn(folder: string): Promise<string> {
  const file = path.join(folder, 'port')
  while (!existsSync(file)) await wait(20)
  return readFileSync(file, 'utf8')
}

for (const unread of Object.keys(UNREAD) as (keyof typeof UNREAD)[]) {
  for (const LOG_FORMAT of ['json', 'pretty']) {
    const name = `nobody reads ${unread} (${LOG_FORMAT}): it serves on, and stops when it is told to`
    t.test(name, { skip: noShell }, async (t) => {
      const cwd = t.testdir()
      const env = { PORT: '0', STORE_URL: 'memory:', LOG_FORMAT }
      const command = ['--import', TELL_PORT, main]
      const { pid, ended } = await withoutReader(t, command, unread, { env, cwd })
      const port = await portIn(cwd)
      for (let count = 0; count < 3; count++)
        t.equal(await statusAt(`http://127.0.0.1:${port}/openapi.json`), 200)
      process.kill(pid, 'SIGTERM')
      t.equal(await ended, 0)
    })
  }
}

const env = { STORE_URL: 'memory:', LOG_FORMAT: 'json' }
const noFull = existsSync('/dev/full') ? false : 'there is no /dev/full here'

t.test('the disk of the log is full: it serves on, and stops', { skip: noFull }, async (t) => {
  const server = await launch(t, env, t.testdir(), [], 'exec >/dev/full')
  t.equal(await statusAt(`${server.base}/openapi.json`), 200)
  t.equal((await server.end()).code, 0)
})

t.test('the reader of the log stops: it serves on, and stops', async (t) => {
  const { base, child } = await launch(t, env, t.testdir())
  child.stdout?.pause()
  // More lines than pipes hold.
  const urls = Array<string>(400).fill(`${base}/${'x'.repeat(600)}`)
  t.same(new Set(await Promise.all(urls.map(statusAt))), new Set([404]))
  child.kill('SIGTERM')
  t.same(await once(child, 'exit'), [0, null])
})
