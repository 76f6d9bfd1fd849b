import process from 'node:process'
import t from 'tap'
import { CACHE, packageFile } from '../../scripts/bench/shared/packages.js'
import { ScriptProcess } from '../../scripts/bench/shared/script-process.js'
import type { Run } from './huge/run.js'
import { orSkip } from './registry.js'

const DOCUMENT = ['@octokit/openapi@23.0.2', 'generated/api.github.com.json'] as const

/** `all` runs every case, which takes minutes; otherwise the run ends after some seconds. */
const isWhole = process.env.HUGE === 'all'
const TIME = isWhole ? 900 : 30

/** Most memory of a run, in MB, however long it is. */
const MOST = 1_000

// A large document takes longer than tap waits.
t.setTimeout(0)

const script = (name: string) => new URL(`./huge/${name}.js`, import.meta.url)

t.test('each operation of GitHub’s document is tried within 1 GB', { timeout: 0 }, async (t) => {
  const document = await orSkip(t, packageFile(CACHE, ...DOCUMENT))
  if (document === undefined) return
  const server = new ScriptProcess<object, { readonly url: string }>(script('serve'), document)
  t.teardown(() => server.stop())
  const { url } = await server.answer()
  // Node takes more where there is more: the kit is as on a machine with 1 GB.
  process.env.NODE_OPTIONS = '--max-old-space-size=600'
  const kit = new ScriptProcess<object, Run>(script('run'), document, url, String(TIME))
  const run = await kit.answer()
  const { operations, tried, requests, seconds, isCut, megabytes } = run
  t.comment(`${requests} requests in ${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB`)
  t.ok(operations > 1_200)
  // A sample ends when its time is over, wherever it is then.
  if (isWhole) t.equal(tried, operations)
  else t.ok(tried > 100, `${tried} of ${operations} operations were tried`)
  t.ok(megabytes < MOST, `${megabytes} MB`)
  if (isWhole) t.notOk(isCut)
})
