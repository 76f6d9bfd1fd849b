import t from 'tap'
import { nodeAdvice } from '#toolkit/cli/init/compilation.js'
import { lacksTypeScript } from '#toolkit/cli/project/typescript.js'
import { SETTINGS, workshop } from './workshop.js'

const services: [manifest: object, options: object, more: object, start: string, tests: string][] =
  [
    [{}, { rootDir: 'src' }, { include: ['src'] }, 'dist/main.js', 'dist/test/*.test.js'],
    [{}, { outDir: undefined }, {}, 'src/main.js', 'test/*.test.js'],
    [
      {},
      { noEmit: true, allowImportingTsExtensions: true, outDir: undefined },
      {},
      'src/main.ts',
      'test/*.test.ts',
    ],
    [
      { scripts: { lint: 'x' }, type: 'commonjs' },
      {},
      {},
      'dist/src/main.js',
      'dist/test/*.test.js',
    ],
  ]
for (const [manifest, options, more, start, tests] of services) {
  const what = JSON.stringify({ ...manifest, ...options })
  t.test(`a service respects the tsconfig.json that is there: ${what}`, async (t) => {
    const {
      init,
      compile,
      manifest: written,
      load,
    } = workshop(t, {
      'package.json': JSON.stringify(manifest),
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...SETTINGS, ...options }, ...more }),
    })
    const made = await init()
    t.match(made, { code: 0, err: [] })
    const why = start.endsWith('.ts') ? lacksTypeScript() : undefined
    for (const note of nodeAdvice(why)) t.ok(made.out.includes(`! ${note}`))
    const answer = why === undefined ? 'answered 200; ' : 'answered 200, once what the lines with !'
    t.match(made.out.join('\n'), answer)
    t.match(await written(), {
      scripts: { start: `node ${start}`, test: `tsc && node --test ${tests}` },
    })
    t.same(await compile(), [])
    if (!start.endsWith('.js')) return
    const module = await load(start.replace('main', 'app'))
    const app = await (module.buildApp ?? module.default.buildApp)({ secrets: () => ['a-secret'] })
    t.match(await app.inject('/openapi.json'), { statusCode: 200 })
    await app.close()
  })
}

t.test('a Node that does not run TypeScript is a note', async (t) => {
  t.same(nodeAdvice(undefined), [])
  t.same(nodeAdvice('why'), ['why: install a newer one, or leave noEmit out of tsconfig.json'])
})
