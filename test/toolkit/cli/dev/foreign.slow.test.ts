import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { startDev, until } from '../../../helpers/dev.js'
import { ROOT } from '../../../helpers/tsc.js'

/** A service that is laid out otherwise: no references, other folders, TypeScript 5. */
async function foreign(t: Test): Promise<string> {
  const link = (name: string) => t.fixture('symlink', path.join(ROOT, 'node_modules', name))
  // TypeScript 5 is a script, and has no program of its own.
  const tsc = `
import { spawnSync } from 'node:child_process'
import getExePath from ${JSON.stringify(pathToFileURL(path.join(ROOT, 'node_modules/typescript/lib/getExePath.js')))}

const { status } = spawnSync(getExePath(), process.argv.slice(2), { stdio: 'inherit' })
process.exitCode = status`
  const compilerOptions = { module: 'nodenext', outDir: 'build', rootDir: 'lib', types: [] }
  return t.testdir({
    'package.json': '{"type":"module","main":"build/app.js"}',
    'tsconfig.json': `// with a comment\n${JSON.stringify({ compilerOptions, include: ['lib/**/*.ts'] })}`,
    'api.yaml': "openapi: 3.1.0\ninfo: {title: First, version: '1'}\n",
    lib: { 'app.ts': APP },
    node_modules: {
      'fastify-contract': link('fastify-contract'),
      typescript: { 'package.json': '{"type":"module"}', lib: { 'tsc.js': tsc } },
    },
    served: '',
  })
}

const APP = `// @ts-nocheck
import { appendFileSync } from 'node:fs'
import { contract } from './contract/contract.js'
appendFileSync('served', contract.title + ' ')
setInterval(() => {}, 1000)
`

t.test('a service of another layout, with TypeScript 5', async (t) => {
  const root = await foreign(t)
  const generate = ['--spec', 'api.yaml', '--out', 'lib/contract']
  const { lines, edit, stop } = startDev(t, root, { out: 'lib/contract', generate })
  const served = (names: string) =>
    until(async () => (await readFile(path.join(root, 'served'), 'utf8')) === names)
  const compiled = () => lines.filter((line) => line.startsWith('types: ')).length
  await served('First ')
  // The same compiled code causes no restart.
  const before = compiled()
  await edit('lib/app.ts', (text) => `${text}\ninterface More {}\n`)
  await until(() => compiled() > before)
  await edit('api.yaml', (text) => text.replace('First', 'Second'))
  await served('First Second ')
  await edit('api.yaml', (text) => text.replace('info', 'inf'))
  await edit('lib/app.ts', (text) => text.replace("+ ' '", "+ '! '"))
  await edit('api.yaml', (text) => text.replace('inf:', 'info:').replace('Second', 'Third'))
  await until(async () => /Third! $/.test(await readFile(path.join(root, 'served'), 'utf8')))
  await stop()
})

/** Node may run it as it is, or not: it ends either way. */
const NATIVE = `// @ts-nocheck
process.exit(1)
`

t.test('code that is not compiled is started again when it changes', async (t) => {
  const root = t.testdir({
    'package.json': '{"type":"module","main":"app.ts"}',
    'tsconfig.json': '{"compilerOptions":{"noEmit":true,"types":[]},"include":["."]}',
    'api.yaml': "openapi: 3.1.0\ninfo: {title: First, version: '1'}\n",
    'app.ts': NATIVE,
    node_modules: { typescript: t.fixture('symlink', path.join(ROOT, 'node_modules/typescript')) },
  })
  // With options of Node's own, which may be a loader, it is tried.
  const env = { NODE_OPTIONS: '--no-warnings' }
  const { lines, edit, stop } = startDev(t, root, { env, generate: ['--spec', 'api.yaml'] })
  const ended = (count: number) =>
    until(() => lines.filter((line) => /^server: ended with code 1; /.test(line)).length === count)
  await ended(1)
  await edit('app.ts', (text) => `${text}// more\n`)
  await ended(2)
  await stop()
})
