import { readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { main } from '#toolkit/cli/init/command.js'
import { findApp } from '#toolkit/cli/init/find-app.js'
import {
  FASTIFY,
  FileWriter,
  PINO_PRETTY,
  SWAGGER_UI,
  TYPESCRIPT,
} from '#toolkit/cli/init/manifest-writer.js'
import { install, managerOf } from '#toolkit/cli/init/package-manager.js'
import { sourcesIn } from '#toolkit/cli/init/project.js'
import type { Execution } from '#toolkit/cli/process/child.js'
import { readObject } from '#toolkit/cli/project/files.js'
import { runCommand } from '../../../helpers/command.js'
import { rowsOf, yamlOf } from '../../../helpers/rows.js'
import { ROOT } from '../../../helpers/tsc.js'

t.test('a file is written once, with its permissions', async (t) => {
  const written = new FileWriter(t.testdir())
  const modeOf = (name: string) => statSync(path.join(written.root, name)).mode & 0o777
  t.equal(await written.add('folder/open', 'a'), true)
  t.equal(await written.add('own', 'b', 0o600), true)
  t.same([modeOf('folder/open'), modeOf('own')], [0o666 & ~process.umask(), 0o600])
  t.equal(await written.add('own', 'c'), false)
  t.equal(readFileSync(path.join(written.root, 'own'), 'utf8'), 'b')
  t.same(written.files, ['folder/open', 'own'])
  t.same(written.notes, ['own: is there already, and left as it is'])
})

/** A file of a project, the package manager that it names, and the one that it uses; yarn runs this. */
const MANAGERS = rowsOf(`
  pnpm-lock.yaml | | pnpm
  yarn.lock | | yarn
  bun.lock | | bun
  bun.lockb | | bun
  package-lock.json yarn.lock | | yarn
  pnpm-lock.yaml | npm@10 | npm
  pnpm-lock.yaml | yarn | yarn
  pnpm-lock.yaml | bun@1.1.0 | bun
  pnpm-lock.yaml | my-npm@1 | pnpm
  pnpm-lock.yaml | npm-run | pnpm
  package-lock.json | | npm
  yarn.lock | pnpm@9.0.0 | pnpm
  pnpm-workspace.yaml | | pnpm
`)

t.test('the package manager is the one that the project uses', async (t) => {
  const agent = (name: string) => ({ npm_config_user_agent: `${name}/4.1.0 npm/? node/v20 x64` })
  for (const [names = '', named = '', want] of MANAGERS) {
    const files = Object.fromEntries(names.split(' ').map((name) => [name, '']))
    t.equal(managerOf(t.testdir(files), named || undefined, agent('yarn')), want, names + named)
  }
  const manifest = { 'package.json': '{"packageManager":"bun@1"}', 'yarn.lock': '' }
  t.equal(managerOf(t.testdir(manifest), undefined, {}), 'bun')
  const outside = path.parse(ROOT).root
  t.equal(managerOf(outside, undefined, {}), 'npm')
  t.equal(managerOf(outside, 'npx', agent('deno')), 'npm')
  for (const name of ['npm', 'pnpm', 'yarn', 'bun'])
    t.equal(managerOf(outside, null, agent(name)), name)
  const nested = t.testdir({ 'yarn.lock': '', a: { b: { 'package-lock.json': '', c: {} } } })
  t.equal(managerOf(path.join(nested, 'a/b/c'), undefined, {}), 'npm', 'the nearest')
  t.equal(managerOf(path.join(nested, 'a'), undefined, {}), 'yarn')
})

t.test('the package manager installs', async (t) => {
  const root = t.testdir({ 'npm-cli.js': 'console.log(process.argv.slice(2), process.cwd())' })
  const { npm_execpath: before, PATH } = process.env
  t.teardown(() => void Object.assign(process.env, { npm_execpath: before ?? '', PATH }))
  process.env.npm_execpath = path.join(root, 'npm-cli.js')
  t.match(await install('npm', root), { ok: true, stdout: `[ 'install' ] ${root}\n` })
  delete process.env.npm_execpath
  process.env.PATH = root
  t.match(await install('npm', root), { ok: false, why: 'ENOENT' })
  const script = `#!${process.execPath}\nconsole.log(process.argv.slice(2), process.cwd())\n`
  for (const name of ['npm', 'pnpm'] as const) {
    await writeFile(path.join(root, name), script, { mode: 0o755 })
    t.match(await install(name, root), { ok: true, stdout: `[ 'install' ] ${root}\n` }, name)
  }
  process.env.npm_execpath = path.join(root, 'npm-cli.js')
  const found = await install('yarn', root)
  t.match(found, { ok: false, why: 'ENOENT' }, 'npm runs this, another is used')
})

const DONE: Execution = { ok: true, why: '', stdout: '', stderr: '' }

t.test('missing packages are installed, and a failure is reported', async (t) => {
  const asked: string[][] = []
  const run = (outcome: Execution, files = {}) => {
    const root = t.testdir(files)
    return runCommand(t, () =>
      main(['--dir', root], async (manager) => {
        asked.push([manager, path.relative(ROOT, root)])
        return outcome
      }),
    )
  }
  t.match(await run(DONE), { code: 0, err: [] })
  t.equal(asked.length, 1)
  const failed = { ...DONE, ok: false, why: 'exit code 1' }
  t.match(await run(failed), {
    code: 1,
    err: [/^npm install: failed \(exit code 1\); run it yourself in \/.+$/],
  })
  const stderr = 'npm error code E404\nnpm error 404 Not Found'
  t.match(await run({ ...failed, stderr }), {
    code: 1,
    err: [/^npm install: failed \(code E404\)/],
  })
  for (const line of ['ERR_PNPM_FETCH_404  GET', 'error  GET', 'Error GET', 'fatal: GET']) {
    const { err } = await run({ ...failed, stderr: `warning\n${line}: it failed\nmore` })
    t.match(err, [line === 'fatal: GET' ? /failed \(exit code 1\)/ : /failed \( ?GET: it failed\)/])
  }
  asked.length = 3
  const own = { ...SWAGGER_UI, ...PINO_PRETTY, ...TYPESCRIPT, 'fastify-contract': '1' }
  const packages = { ...FASTIFY, ...own }
  const manifest = JSON.stringify({ type: 'module', dependencies: packages })
  t.match(await run(DONE, { 'package.json': manifest }), { code: 0 })
  t.equal(asked.length, 3, 'nothing is missing')
})

/** Code where \n is a new line, and the name of the app in it, if there is one; with `require` it has that, too. */
const APPS = rowsOf(String.raw`
  import Fastify from 'fastify'\nconst a = await Fastify<Server>({}) | a
  const fastify = require('fastify')\nlet b: App = fastify() | b require
  import Fastify from 'fastify'\nexport default () => Fastify() | app
  const c = require('fastify')({ logger: true }) | c require
  const c = require('fastify').fastify({}) | c require
  module.exports = require('fastify')() | app require
  const build = require('fastify')\nconst c = build() | c require
  const { fastify } = require('fastify')\nconst c = fastify() | c require
  import build from 'fastify'\nconst c = build({}) | c
  import * as build from 'fastify'\nexport const c = build.fastify() | c
  import { fastify } from 'fastify'\nconst c = fastify() | c
  import build, { type FastifyInstance } from 'fastify'\nlet c = build() | c
  import type { FastifyInstance } from 'fastify'\nbuild() |
  import Fastify from 'fastify' |
  fastify() |
`)

t.test('the app is where Fastify is called', async (t) => {
  for (const [code = '', app = ''] of APPS) {
    const text = code.replaceAll('\\n', '\n')
    const others = { node_modules: { 'b.js': text }, '.x': { 'c.js': text } }
    const root = t.testdir({ src: { 'a.ts': text }, ...others })
    const [name, required] = app.split(' ')
    const wanted = { file: 'src/a.ts', name, requires: required !== undefined }
    t.same(findApp(root, sourcesIn(root)), app === '' ? undefined : wanted, code)
  }
  const deep = { a: { b: { c: { d: { e: { f: { g: { 'h.ts': '' } } } } } } } }
  t.same(sourcesIn(t.testdir(deep)), [])
  const many = Object.fromEntries(Array.from({ length: 2100 }, (_, at) => [`${at}.ts`, '']))
  t.equal(sourcesIn(t.testdir(many)).length, 2000)
})

const PLUGIN = 'async function (fastify, opts) {\\n  fastify.register(AutoLoad, {})\\n}'

/** The script of an app of fastify-cli, a file, its code, and what the app has that is found there, if it is one. */
const PLUGINS = rowsOf(String.raw`
  fastify start -l info app.js | app.js | export default ${PLUGIN} | {requires: true}
  fastify start app.js | app.js | import fs from 'node:fs'\nexport default ${PLUGIN} | {}
  fastify start app.js | app.js | module.exports = ${PLUGIN} | {requires: true}
  npm run build:ts && fastify start -w -l info -P dist/app.js | src/app.ts | import { FastifyPluginAsync } from 'fastify'\nconst app: FastifyPluginAsync = async (api) => {\n  api.get('/', list)\n} | {name: api}
  NODE_ENV=x fastify start ./app.mjs --port 3 | app.mjs | | {requires: true}
  fastify start app.js | other.js | ${PLUGIN} |
  fastify start app.js | test/app.js | ${PLUGIN} |
  node app.js | app.js | ${PLUGIN} |
`)

t.test('an app of fastify-cli is the plugin that its script starts', async (t) => {
  for (const [start = '', file = '', code = '', more = ''] of PLUGINS) {
    const text = code.replaceAll('\\n', '\n')
    const root = t.testdir({ [path.dirname(file)]: { [path.basename(file)]: text } })
    const found = findApp(root, sourcesIn(root), { test: 'tap', start })
    const wanted = { file, name: 'fastify', requires: false, ...Object(yamlOf(more)) }
    t.same(found, more === '' ? undefined : wanted, `${start} of ${file}`)
  }
})

t.test('the installed versions are those that this project is tested with', async (t) => {
  const manifest = readObject(path.join(ROOT, 'package.json'))
  t.match(manifest, { devDependencies: { ...FASTIFY, ...TYPESCRIPT }, dependencies: PINO_PRETTY })
})
