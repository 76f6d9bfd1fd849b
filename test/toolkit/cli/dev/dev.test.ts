import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { dev } from '#toolkit/cli/dev/dev.js'
import { startDev, until } from '../../../helpers/dev.js'

/** A generator whose exit code is in `spec`; `told` has those that it has sent. */
const GENERATOR = `// @ts-nocheck
import { appendFileSync, readFileSync } from 'node:fs'
let last
setInterval(() => {
  const code = Number(readFileSync('spec', 'utf8'))
  if (code !== last) process.send({ code }, () => appendFileSync('told', code + ' '))
  last = code
}, 20)
`

/** A server that records its start. */
const SERVER = `// @ts-nocheck
import { appendFileSync } from 'node:fs'
import { name } from '../name.js'
appendFileSync('served', name + ' ')
setInterval(() => {}, 1000)
`

t.test('a problem or a crash waits for a change', async (t) => {
  const compilerOptions = { module: 'nodenext', outDir: 'dist', rootDir: '.', types: [] }
  const root = t.testdir({
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src', 'scripts'] }),
    scripts: { 'generate-cli.ts': GENERATOR },
    dist: { scripts: { 'generate-cli.js': GENERATOR } },
    src: { 'name.ts': "export const name: string = 'first'", server: { 'main.ts': SERVER } },
    spec: '0',
    served: '',
    told: '',
  })
  const code = path.join(root, 'dist/scripts')
  const generator = { script: path.join(code, 'generate-cli.js'), code: [code] }
  const { lines, edit, stop } = startDev(t, root, { generator, entry: 'dist/src/server/main.js' })
  const served = async (names: string) =>
    until(async () => (await readFile(path.join(root, 'served'), 'utf8')) === names)
  const told = (line: RegExp) => until(() => lines.some((each) => line.test(each)))
  await served('first ')

  // A document with problems leaves the server as it is; wrong types do not.
  await edit('spec', () => '1')
  await until(async () => /1 $/.test(await readFile(path.join(root, 'told'), 'utf8')))
  // What is sent has come after a turn.
  await sleep(50)
  await edit('src/name.ts', () => "export const name: number = 'second'")
  await told(/^types: problems, see above, \d+ ms$/)
  await served('first ')
  await edit('spec', () => '0')
  await served('first second ')

  const config = 'fastify-contract.config.json'
  await writeFile(path.join(root, config), '{}')
  await told(/^fastify-contract\.config\.json: has changed; start this command again to read it$/)

  await edit('src/name.ts', () => "export const name = 'third'; throw new Error(name)")
  await told(/^server: ended with code 1; waiting for a change$/)
  await edit('src/name.ts', () => "export const name = 'fourth'")
  await served('first second fourth ')

  // What cannot be parsed leaves the server as it is.
  lines.length = 0
  await edit('src/name.ts', () => "export const const name = 'never'")
  await told(/^types: problems, see above, \d+ ms$/)
  t.notOk(lines.some((each) => each.startsWith('server: ')))
  await served('first second fourth ')
  await edit('src/name.ts', () => "export const name = 'fourth'")
  await told(/^types: no problems, \d+ ms$/)

  await edit('scripts/generate-cli.ts', () => 'process.exit(3)')
  await told(/^generator: ended with code 3; waiting for a change$/)
  await edit('src/name.ts', () => "export const name = 'fifth'")
  await edit('scripts/generate-cli.ts', () => GENERATOR)
  await served('first second fourth fifth ')
  // tap removes the folder before it tears down.
  await stop()
})

t.test('an entry point that is missing after compilation is reported in one line', async (t) => {
  const compilerOptions = { module: 'nodenext', outDir: 'dist', rootDir: '.', types: [] }
  const root = t.testdir({
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    src: { 'main.ts': 'export const one: number = 1' },
    'generator.mjs': 'process.send({ code: 0 }); setInterval(() => {}, 1000)',
  })
  const generator = { script: path.join(root, 'generator.mjs'), code: [root] }
  const signal = new AbortController().signal
  const stdio = ['ignore', 'ignore', 'ignore'] as const
  const told = t.capture(console, 'error')
  t.capture(console, 'log')
  const options = { entry: 'nope.js', out: 'generated', generate: [] }
  await t.rejects(dev(root, [options], signal, { generator, stdio }), {
    name: 'CommandError',
    message: /nope\.js: is not there, and nothing is compiled to it; name .* with --entry$/,
  })
  t.same(told(), [])
})

/** A compiler that writes the server without a check, and ends a check once there is a file \`checked\`. */
const COMPILER = `
const { appendFileSync, copyFileSync, existsSync, mkdirSync } = require('node:fs')
const args = process.argv.slice(2)
if (args.includes('--showConfig')) {
  const compilerOptions = { outDir: 'dist', noEmitOnError: existsSync('strict') }
  console.log(JSON.stringify({ compilerOptions, include: ['src'] }))
} else if (args.includes('--noCheck')) {
  mkdirSync('dist', { recursive: true })
  copyFileSync('src/main.ts', 'dist/main.js')
} else {
  appendFileSync('checks', args.includes('--noEmit') ? '.' : 'writes')
  setInterval(() => existsSync('checked') && process.exit(), 5)
}
`

t.test('the server starts before a check of types, which an edit ends', async (t) => {
  const server = (name: string) =>
    `require('node:fs').appendFileSync('served', '${name} '); setInterval(() => {}, 1000)`
  const root = t.testdir({
    'package.json': '{"type":"commonjs"}',
    'tsconfig.json': '{}',
    node_modules: {
      typescript: { 'package.json': '{"name":"typescript"}', lib: { 'tsc.js': COMPILER } },
    },
    src: { 'main.ts': server('first') },
    'generator.mjs': 'process.send({ code: 0 }); setInterval(() => {}, 1000)',
    served: '',
    checks: '',
  })
  const generator = { script: path.join(root, 'generator.mjs'), code: [] }
  const { lines, edit, stop } = startDev(t, root, { generator, entry: 'dist/main.js' })
  const read = (name: string) => readFile(path.join(root, name), 'utf8')
  await until(async () => (await read('served')) === 'first ')
  await until(async () => (await read('checks')) === '.')
  await edit('src/main.ts', () => server('second'))
  await until(async () => (await read('served')) === 'first second ')
  t.same(lines, [], 'no check has ended')
  await writeFile(path.join(root, 'checked'), '')
  await until(() => lines.some((line) => /^types: no problems/.test(line)))
  t.equal(await read('served'), 'first second ')
  await stop()
})
