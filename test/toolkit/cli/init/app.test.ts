import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { readObject } from '#toolkit/cli/project/json.js'
import { SETTINGS, workshop } from './workshop.js'

const APP = `import fastify, { type FastifyInstance } from 'fastify'

export function build(): FastifyInstance {
  const server = fastify()
  server.get('/health', async () => ({ up: true }))
  return server
}
`

function appOf(manifest: object, options: object, more: object = {}) {
  return {
    'package.json': JSON.stringify({ dependencies: { fastify: '^5' }, ...manifest }),
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...SETTINGS, ...options }, ...more }),
    src: { 'app.ts': APP },
  }
}

/** Adds the lines that were told. */
function withLines(out: readonly string[]): string {
  const told = out.slice(out.findIndex((line) => line.startsWith('next: ')))
  const [next = '', imported = '', registered = ''] = told
  t.equal(next, 'next: add these lines to src/app.ts, where the app is built:')
  return `${imported.trim()}\n${APP.replace('  return', `${registered}\n  return`)}`
}

const apps: [what: string, manifest: object, options: object, more?: object][] = [
  ['ES modules', { type: 'module' }, {}],
  ['CommonJS', { type: 'commonjs' }, {}],
  ['CommonJS that says nothing', {}, { rootDir: 'src', outDir: 'lib' }, { include: ['src'] }],
  ['rewritten imports', { type: 'module' }, { rewriteRelativeImportExtensions: true }],
]
for (const [what, manifest, options, more] of apps) {
  t.test(`a Fastify app gets a contract beside its own: ${what}`, async (t) => {
    const workplace = workshop(t, appOf(manifest, options, more))
    const { init, list, read, compile, load, root } = workplace
    const { code, out, err } = await init()
    t.same({ code, err }, { code: 0, err: [] })
    t.same(
      list().filter((name) => !/handlers\//.test(name)),
      [
        '.gitignore',
        'package.json',
        'spec/openapi.yaml',
        'src/app.ts',
        ...['secrets', 'security', 'service.test', 'service', 'store'].map(
          (name) => `src/contract/${name}.ts`,
        ),
        'tsconfig.json',
      ],
    )
    t.equal(await read('src/app.ts'), APP, 'what is there stays')
    await writeFile(path.join(root, 'src/app.ts'), withLines(out))
    t.same(await compile(), [])
    const { outDir, rootDir } = { ...SETTINGS, ...options } as typeof SETTINGS
    const compiled = path.join(outDir, path.relative(rootDir, 'src/app.js'))
    const module = await load(compiled)
    const app = (module.build ?? module.default.build)()
    t.match(await app.inject('/health'), { statusCode: 200 })
    t.match(await app.inject('/tasks'), { statusCode: 401 })
    await app.close()
    t.match(readObject(path.join(root, 'package.json')), {
      scripts: {
        generate: 'fastify-contract generate --out src/contract/generated',
        mock: 'fastify-contract mock',
      },
    })
  })
}

t.test('an app of another runner of tests has its test for that, if it can', async (t) => {
  const vitest = workshop(t, appOf({ type: 'module', devDependencies: { vitest: '1' } }, {}))
  await vitest.init()
  t.match(await vitest.read('src/contract/service.test.ts'), /^import \{ test \} from 'vi\w+'$/m)
  const jest = workshop(t, appOf({ devDependencies: { jest: '1' } }, {}))
  await jest.init()
  await t.rejects(jest.read('src/contract/service.test.ts'), { code: 'ENOENT' })
})

t.test('an app may be anywhere', async (t) => {
  const { init, list } = workshop(t, {
    'package.json': '{ "type": "module", "dependencies": { "fastify": "5" } }',
    'tsconfig.json': '{}',
    'index.ts': "import Fastify from 'fastify'\nawait Fastify({ logger: true }).listen()\n",
    'a.test.ts': "import fastify from 'fastify'\nconst a = fastify()\n",
    'index.d.ts': '',
  })
  const { out } = await init()
  t.ok(list().includes('contract/service.ts'))
  t.same(out.slice(-3), [
    'next: add these lines to index.ts, where the app is built:',
    "  import { service } from './contract/service.js'",
    '  app.register(service())',
  ])
})

t.test('an app in JavaScript that is compiled requires what it is told', async (t) => {
  const { init, compile, load, root } = workshop(t, {
    'package.json': '{ "dependencies": { "fastify": "5" } }',
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...SETTINGS, allowJs: true } }),
    src: { 'app.js': "const fastify = require('fastify')\nexports.app = fastify()\n" },
  })
  const { out } = await init()
  const [, required = '', registered = ''] = out.slice(-3)
  t.equal(required, "  const { service } = require('./contract/service.js')")
  t.equal(registered, '  app.register(service())')
  const text = `const fastify = require('fastify')\n${required}\nconst app = fastify()\n${registered}\n`
  await writeFile(path.join(root, 'src/app.js'), `${text}exports.app = app\n`)
  t.same(await compile(), [])
  const { app } = (await load('dist/src/app.js')).default
  t.match(await app.inject('/tasks'), { statusCode: 401 })
  await app.close()
})

t.test('a tsconfig.json that cannot hold generated code is told what to say', async (t) => {
  const say = (text: string) => `! tsconfig.json: ${text}`
  const nodenext =
    'set "module": "nodenext" and leave moduleResolution out; fastify-contract/codegen is not found otherwise'
  const cases: [options: Record<string, unknown>, ...notes: string[]][] = [
    [{ types: [] }, 'add "node" to types'],
    [{ types: ['node'] }],
    [{ module: 'esnext', moduleResolution: 'node' }, nodenext],
    [{ module: 'commonjs', target: 'es2020' }, nodenext, 'set "target": "es2023"'],
    [{ module: 'commonjs', moduleResolution: 'bundler' }],
    [
      { verbatimModuleSyntax: true },
      'set "verbatimModuleSyntax": false; files of CommonJS cannot be written with import otherwise',
    ],
    [{ noEmit: true }, 'leave noEmit out, and set "outDir": "dist"; Node runs what is compiled'],
    [{ noEmit: true, allowImportingTsExtensions: true }],
    [{ types: ['*'], rootDir: undefined, include: ['src/a.ts', 'test/**/*'] }],
    [{ rootDir: undefined, include: ['*.ts'] }],
    [
      { rootDir: undefined, include: ['src/**/*'] },
      'set "rootDir": "src"; newer compilers do not guess it',
    ],
  ]
  for (const [options, ...notes] of cases) {
    const { include, ...settings } = options
    const { init } = workshop(t, appOf({}, settings, include === undefined ? {} : { include }))
    const { out } = await init()
    t.same(
      out.filter((line) => line.startsWith('! tsconfig')),
      notes.map(say),
      JSON.stringify(options),
    )
  }
})
