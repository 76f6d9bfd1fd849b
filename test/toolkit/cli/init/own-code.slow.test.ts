import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { rowsOf } from '../../../helpers/rows.js'
import { FRESH, workshop } from './workshop.js'

const MANIFESTS: Readonly<Record<string, string>> = {
  fresh: FRESH,
  typed: JSON.stringify({ ...JSON.parse(FRESH), devDependencies: { typescript: '^7' } }),
  module: JSON.stringify({ type: 'module' }),
  empty: '{}',
}

/** A package.json, a file beside it, and the entry point of the service. */
const PROJECTS = rowsOf(`
  typed | lib.js | dist/src/main.js
  typed | test/a.js | dist/src/main.js
  fresh | src/util.ts | dist/src/main.js
  empty | src/util.ts | dist/src/main.js
  fresh | src/app.ts | dist/src/contract/main.js
  module | src/store.ts | dist/src/contract/main.js
`)

for (const [manifest = '', file = '', start = ''] of PROJECTS) {
  t.test(
    `a folder with code of its own becomes a service that compiles and answers: ${manifest}, ${file}`,
    async (t) => {
      const text = file.endsWith('.ts') ? 'export const one = 1\n' : 'exports.a = 1\n'
      const [name = '', folder] = file.split('/').reverse()
      const given = MANIFESTS[manifest] as string
      const own = folder === undefined ? { [name]: text } : { [folder]: { [name]: text } }
      const shop = workshop(t, { 'package.json': given, ...own })
      const { code, out, err } = await shop.init()
      t.same({ code, err }, { code: 0, err: [] })
      t.match(out.join('\n'), /which is answered 200; /)
      const { scripts, type } = await shop.manifest()
      t.same([type, scripts.start], [JSON.parse(given).type, `node ${start}`])
      t.equal(await shop.read(file), text)
      t.same(await shop.compile(), [])
      await shop.answers(t, start.replace('main.js', 'app.js'))
      const tests = start.includes('contract') ? 'dist/src/contract' : 'dist/test'
      const test = path.join(shop.root, tests, 'service.test.js')
      t.match(await execute(process.execPath, [test], { cwd: shop.root }), { ok: true })
    },
  )
}
