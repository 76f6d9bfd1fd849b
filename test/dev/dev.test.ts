import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { dev } from '../../scripts/dev.js'
import { ROOT } from '../helpers/tsc.js'

/** A copy of the project, with its scripts compiled, as `npm run dev` finds it. */
async function copyOf(t: Test): Promise<string> {
  // Outside of the project: what is covered there is covered nowhere.
  const copy = await mkdtemp(path.join(tmpdir(), 'plant-store-'))
  t.teardown(() => rm(copy, { recursive: true, force: true }))
  for (const name of ['src', 'spec', 'scripts', 'generated', 'dist/scripts']) {
    await cp(path.join(ROOT, name), path.join(copy, name), { recursive: true })
  }
  for (const name of ['package.json', 'tsconfig.json']) {
    await cp(path.join(ROOT, name), path.join(copy, name))
  }
  await mkdir(path.join(copy, 'test'))
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
  return copy
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Tries until it holds; the test's time-out is the limit. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(50)
}

t.test('an edit of the document or the code arrives at the server', async (t) => {
  const root = await copyOf(t)
  const port = await freePort()
  const lines: string[] = []
  for (const name of ['log', 'error'] as const) {
    t.intercept(console, name, { value: (line: string) => lines.push(line) })
  }
  const controller = new AbortController()
  const env = { ...process.env, PORT: String(port), STORE_URL: 'memory:', LOG_LEVEL: 'silent' }
  const stdio = ['ignore', 'ignore', 'ignore'] as const
  const ended = dev(root, controller.signal, { env, stdio })
  t.teardown(() => {
    controller.abort('SIGKILL')
    return ended
  })

  const title = async (): Promise<string | undefined> => {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/openapi.json`)
      const { info } = (await response.json()) as { info: { title: string } }
      return info.title
    } catch {
      return undefined
    }
  }
  const edit = async (name: string, change: (text: string) => string): Promise<void> => {
    const file = path.join(root, name)
    await writeFile(file, change(await readFile(file, 'utf8')))
  }

  await until(async () => (await title()) === 'Plant Store')
  t.match(lines, [/^types: no problems, \d+ ms$/])

  // A document with problems is told by the generator; the server stays.
  await edit('spec/openapi.yaml', (text) => text.replace('title: Plant Store', 'title: [Fern]'))
  await edit('src/handlers.ts', (text) => `${text}\nexport const other: string = 5\n`)
  await until(() => lines.length > 1)
  t.match(lines[1], /^types: problems, see above, \d+ ms$/)
  t.equal(await title(), 'Plant Store')
  await edit('spec/openapi.yaml', (text) => text.replace('title: [Fern]', 'title: Fern Store'))
  await until(async () => (await title()) === 'Fern Store')

  // A server that crashes waits for a change.
  await edit('src/handlers.ts', (text) => `${text}\nthrow new Error('x')\n`)
  await until(() => lines.includes('server: ended with code 1; waiting for a change'))
  t.equal(await title(), undefined)
  await edit('src/handlers.ts', (text) => text.replace("throw new Error('x')", ''))
  await until(async () => (await title()) === 'Fern Store')

  // So does a generator.
  await edit('scripts/generate/generate.ts', (text) => `${text}\nthrow new Error('x')\n`)
  await until(() => lines.includes('generator: ended with code 1; waiting for a change'))
  t.equal(await title(), 'Fern Store')

  controller.abort('SIGINT')
  await ended
  t.equal(await title(), undefined)
})
