import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import t from 'tap'
import { urlPool } from '../../../src/store/postgres/url-pool.js'

t.test('a malformed URL', async (t) => {
  const message = 'the URL of a store in PostgreSQL is malformed'
  t.throws(() => urlPool('postgres://me:secret@host:port/'), { name: 'TypeError', message })
})

t.test('a pool that was never used ends', async (t) => {
  t.equal(await urlPool('postgres://127.0.0.1:1/plants').end(), undefined)
})

/** Runs code in a Node that does not find the package `pg`. */
const HIDE = `
  import { register } from 'node:module'
  const hook = 'export const resolve = (name, context, next) => { if (name === "pg") throw new Error("none"); return next(name, context) }'
  register('data:text/javascript,' + encodeURIComponent(hook))`

t.test('without the package pg a store says what to do', async (t) => {
  const script = `
    const { openStore } = await import('${new URL('../../../src/store/open.js', import.meta.url)}')
    const store = openStore('postgres://127.0.0.1:1/plants')
    await store.ready().catch(({ code, message }) => console.log(code, message))`
  const hide = `data:text/javascript,${encodeURIComponent(HIDE)}`
  const args = ['--no-warnings', '--import', hide, '--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const told =
    'UNAVAILABLE a store in PostgreSQL needs the package pg; install it: npm install pg@8\n'
  t.equal(stdout, told)
})
