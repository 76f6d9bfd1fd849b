import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { freePort } from '../../../helpers/pipes.js'
import { ROOT } from '../../../helpers/tsc.js'
import { start, until } from './start.js'

/** A copy of the project, with its scripts compiled, as `npm run dev` finds it. */
async function copyOf(t: Test): Promise<string> {
  // Outside of the project: what is covered there is covered nowhere.
  const copy = await mkdtemp(path.join(tmpdir(), 'plant-store-'))
  t.teardown(() => rm(copy, { recursive: true, force: true }))
  for (const name of ['src', 'spec', 'scripts', 'generated']) {
    await cp(path.join(ROOT, name), path.join(copy, name), { recursive: true })
  }
  for (const name of ['package.json', 'tsconfig.json']) {
    await cp(path.join(ROOT, name), path.join(copy, name))
  }
  await mkdir(path.join(copy, 'test'))
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
  return copy
}

t.test('an edit of the document arrives at the server', async (t) => {
  const root = await copyOf(t)
  const port = await freePort()
  const env = { PORT: String(port), STORE_URL: 'memory:', LOG_LEVEL: 'silent' }
  const { lines, stop, edit } = start(t, root, { env })
  const title = async (): Promise<string | undefined> => {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/openapi.json`)
      const { info } = (await response.json()) as { info: { title: string } }
      return info.title
    } catch {
      return undefined
    }
  }
  await until(async () => (await title()) === 'Plant Store')
  await edit('spec/openapi.yaml', (text) => text.replace('title: Plant Store', 'title: Fern Store'))
  await until(async () => (await title()) === 'Fern Store')
  t.match(lines, [/^types: no problems, \d+ ms$/, /^types: no problems, \d+ ms$/])
  await stop()
  t.equal(await title(), undefined)
})

/** A generator that only tells whether there are problems, which `spec` says. */
const GENERATOR = `// @ts-nocheck
import { readFileSync } from 'node:fs'
let last
setInterval(() => {
  const code = Number(readFileSync('spec', 'utf8'))
  if (code !== last) process.send({ code })
  last = code
}, 20)
`

/** A server that writes down what it is. */
const SERVER = `// @ts-nocheck
import { appendFileSync } from 'node:fs'
import { name } from '../name.js'
appendFileSync('served', name + ' ')
setInterval(() => {}, 1000)
`

t.test('what has problems, or crashes, waits for a change', async (t) => {
  const compilerOptions = { module: 'nodenext', outDir: 'dist', rootDir: '.', types: [] }
  const root = t.testdir({
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src', 'scripts'] }),
    scripts: { 'generate-cli.ts': GENERATOR },
    dist: { scripts: { 'generate-cli.js': GENERATOR } },
    src: { 'name.ts': "export const name: string = 'first'", server: { 'main.ts': SERVER } },
    spec: '0',
    served: '',
  })
  const code = path.join(root, 'dist/scripts')
  const generator = { script: path.join(code, 'generate-cli.js'), code: [code] }
  const { lines, edit } = start(t, root, { generator, entry: 'dist/src/server/main.js' })
  const served = async (names: string) =>
    until(async () => (await readFile(path.join(root, 'served'), 'utf8')) === names)
  const told = (line: RegExp) => until(() => lines.some((each) => line.test(each)))
  await served('first ')

  // A document with problems leaves the server as it is; wrong types do not.
  await edit('spec', () => '1')
  await sleep(200)
  await edit('src/name.ts', () => "export const name: number = 'second'")
  await told(/^types: problems, see above, \d+ ms$/)
  await served('first ')
  await edit('spec', () => '0')
  await served('first second ')

  await edit('src/name.ts', () => "export const name = 'third'; throw new Error(name)")
  await told(/^server: ended with code 1; waiting for a change$/)
  await edit('src/name.ts', () => "export const name = 'fourth'")
  await served('first second fourth ')

  await edit('scripts/generate-cli.ts', () => 'process.exit(3)')
  await told(/^generator: ended with code 3; waiting for a change$/)
  await edit('src/name.ts', () => "export const name = 'fifth'")
  await edit('scripts/generate-cli.ts', () => GENERATOR)
  await served('first second fourth fifth ')
})
