import path from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { FRESH, workshop } from './workshop.js'

const TYPED = JSON.stringify({ ...JSON.parse(FRESH), devDependencies: { typescript: '^7' } })
const MODULE = JSON.stringify({ type: 'module' })
const UTIL = 'export const one = 1\n'

type Files = Parameters<Test['testdir']>[0]

const projects: [what: string, files: Files, start: string][] = [
  ['lib.js', { 'package.json': TYPED, 'lib.js': 'exports.a = 1\n' }, 'dist/src/main.js'],
  ['test/a.js', { 'package.json': TYPED, test: { 'a.js': '' } }, 'dist/src/main.js'],
  ['src/util.ts', { 'package.json': FRESH, src: { 'util.ts': UTIL } }, 'dist/src/main.js'],
  ['src/util.ts, no type', { 'package.json': '{}', src: { 'util.ts': UTIL } }, 'dist/src/main.js'],
  ['src/app.ts', { 'package.json': FRESH, src: { 'app.ts': UTIL } }, 'dist/src/contract/main.js'],
  [
    'src/store.ts',
    { 'package.json': MODULE, src: { 'store.ts': UTIL } },
    'dist/src/contract/main.js',
  ],
]
for (const [what, files, start] of projects) {
  t.test(
    `a folder with code of its own becomes a service that compiles and answers: ${what}`,
    async (t) => {
      const { root, init, compile, load, manifest, read } = workshop(t, files)
      const { code, out, err } = await init()
      t.same({ code, err }, { code: 0, err: [] })
      t.match(out.join('\n'), /which is answered 200; /)
      const { scripts, type } = await manifest()
      t.equal(type, JSON.parse((files as Record<string, string>)['package.json'] as string).type)
      t.equal(scripts.start, `node ${start}`)
      if ('src' in (files as object)) {
        const [[name, text] = []] = Object.entries((files as { src: Record<string, string> }).src)
        t.equal(await read(`src/${name}`), text)
      }
      t.same(await compile(), [])
      const module = await load(start.replace('main.js', 'app.js'))
      const { buildApp } = module.default ?? module
      const app = await buildApp({ secrets: () => ['a-secret'] })
      t.match(await app.inject('/openapi.json'), { statusCode: 200 })
      const headers = { authorization: 'Bearer a-secret' }
      t.match(await app.inject({ url: '/tasks', headers }), { statusCode: 200 })
      await app.close()
      const tests = path.join(root, start.includes('contract') ? 'dist/src/contract' : 'dist/test')
      const file = path.join(tests, 'service.test.js')
      t.match(await execute(process.execPath, [file], { cwd: root }), { ok: true })
    },
  )
}
