import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { readObject } from '#toolkit/cli/project/files.js'
import { objectOf, rowsOf } from '../../../helpers/rows.js'
import { SETTINGS, workshop } from './workshop.js'

const APP = `import fastify, { type FastifyInstance } from 'fastify'

export function build(): FastifyInstance {
  const server = fastify()
  server.get('/health', async () => ({ up: true }))
  return server
}
`

function readScripts(root: string): Readonly<Record<string, unknown>> {
  return readObject(path.join(root, 'package.json'))?.scripts as Record<string, unknown>
}

function appOf(manifest: object, options: object, more: object = {}) {
  return {
    'package.json': JSON.stringify({ dependencies: { fastify: '^5' }, ...manifest }),
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...SETTINGS, ...options }, ...more }),
    src: { 'app.ts': APP },
  }
}

/** Adds the printed lines. */
function withLines(out: readonly string[]): string {
  const told = out.slice(out.findIndex((line) => line.startsWith('next: ')))
  const [next = '', imported = '', registered = ''] = told
  t.equal(next, 'next: add these lines to src/app.ts, where the app is built:')
  return `${imported.trim()}\n${APP.replace('  return', `${registered}\n  return`)}`
}

/** A kind of code, the package.json, options of the compiler, and the rest of tsconfig.json. */
const APPS = rowsOf(`
  ES modules | {type: module} | {} | {}
  CommonJS | {type: commonjs} | {} | {}
  CommonJS that says nothing | {} | {rootDir: src, outDir: lib} | {include: [src]}
  rewritten imports | {type: module} | {rewriteRelativeImportExtensions: true} | {}
`)

for (const [what, ...cells] of APPS) {
  t.test(`a Fastify app gets a contract beside its own: ${what}`, async (t) => {
    const [manifest, options, more] = cells.map(objectOf) as [object, object, object]
    const shop = workshop(t, appOf(manifest, options, more))
    const { init, list, read, compile, load, root } = shop
    const { code, out, err } = await init()
    t.same({ code, err }, { code: 0, err: [] })
    t.same(
      list().filter((name) => !/handlers\//.test(name)),
      [
        '.gitignore',
        'fastify-contract.config.json',
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
      scripts: { generate: 'fastify-contract generate', mock: 'fastify-contract mock' },
    })
  })
}

const JAVASCRIPT = `const fastify = require('fastify')
const app = fastify()
app.ready().then(async () => {
  console.log((await app.inject('/tasks')).statusCode)
  await app.close()
})
`

t.test('an app in JavaScript runs as the output says', async (t) => {
  const manifest = { scripts: { start: 'node ./app.js' }, dependencies: { fastify: '5' } }
  const { init, compile, root } = workshop(t, {
    'package.json': JSON.stringify(manifest),
    'app.js': JAVASCRIPT,
  })
  const refused = await init()
  t.match(refused, { code: 1, out: [] })
  const [, tsconfig = ''] = /^app\.js: is JavaScript, .* run this again: (.*)$/.exec(
    refused.err.join(),
  ) as RegExpExecArray
  await writeFile(path.join(root, 'tsconfig.json'), tsconfig)
  const { code, out } = await init()
  t.equal(code, 0)
  t.ok(
    out.includes(
      '! package.json: set the script start to: node dist/app.js; what it runs now is not compiled',
    ),
  )
  const [required = '', registered = '', then] = out.slice(-3)
  t.equal(required, "  const { service } = require('./contract/service.js')")
  t.equal(registered, '  app.register(service())')
  t.equal(then, 'then: npx tsc && node dist/app.js')
  const text = JAVASCRIPT.replace('app.ready', `${registered}\napp.ready`)
  await writeFile(path.join(root, 'app.js'), `${required}\n${text}`)
  t.same(await compile(), [])
  const run = (file: string) =>
    execute(process.execPath, [file], { cwd: root }).then(({ stdout }) => stdout)
  t.match(await run('dist/app.js'), /\b401\n$/)
  const tests = /node --test (.*)\*\.test\.js$/.exec(String(readScripts(root).test))?.[1]
  t.match(await run(`${tests}service.test.js`), /^. pass 1$/m)
})
