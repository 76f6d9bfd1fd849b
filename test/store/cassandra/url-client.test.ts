import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import t from 'tap'
import { readUrl, urlClient } from '../../../src/store/cassandra/url-client.js'

t.test('the options in a URL', async (t) => {
  t.same(urlClient('cassandra://h1,h2:9042,[::1]:9042/garden').options, { keyspace: 'garden' })
  const parameters = 'dc=dc1&consistency=LOCAL_QUORUM&serialConsistency=LOCAL_SERIAL&replication=2'
  t.same(urlClient(`cassandra://me:s%40cret@h1/garden?${parameters}`).options, {
    keyspace: 'garden',
    consistency: 'LOCAL_QUORUM',
    serialConsistency: 'LOCAL_SERIAL',
    replication: 2,
  })
})

t.test('nodes that the URL does not name have the port of those that it names', async (t) => {
  for (const [hosts, port] of [
    ['h1,[::1]', 9042],
    ['h1:9142,h2:9142,[::1]:9142', 9142],
  ] as const) {
    t.equal(readUrl(`cassandra://${hosts}/garden`).config.protocolOptions?.port, port, hosts)
  }
})

t.test('a client that was never used ends', async (t) => {
  t.equal(await urlClient('cassandra://127.0.0.1:1/garden').client.shutdown(), undefined)
})

t.test('a cluster that is not there', async (t) => {
  for (const url of ['me:secret@127.0.0.1:1/garden', '127.0.0.1:1/garden?dc=dc1']) {
    const { client } = urlClient(`cassandra://${url}`)
    await t.rejects(client.execute('select', [], {}), { name: 'NoHostAvailableError' })
    await client.shutdown()
  }
})

/** Runs code in a Node that does not find the package `cassandra-driver`. */
const HIDE = `
  import { register } from 'node:module'
  const hook = 'export const resolve = (name, context, next) => { if (name === "cassandra-driver") throw new Error("none"); return next(name, context) }'
  register('data:text/javascript,' + encodeURIComponent(hook))`

t.test('without the package a store says what to do', async (t) => {
  const script = `
    const { openStore } = await import(${JSON.stringify(new URL('../../../src/store/open.js', import.meta.url))})
    const store = openStore('cassandra://127.0.0.1:1/garden')
    await store.ready().catch(({ code, message }) => console.log(code, message))`
  const hide = `data:text/javascript,${encodeURIComponent(HIDE)}`
  const args = ['--no-warnings', '--import', hide, '--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  t.equal(
    stdout,
    'UNAVAILABLE a store in Cassandra needs the package cassandra-driver; install it: npm install cassandra-driver@4\n',
  )
})
