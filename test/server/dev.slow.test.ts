import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t, { type Test } from 'tap'
import { freePort } from '../../scripts/shared/free-ports.js'
import { startDev, until } from '../helpers/dev.js'
import { ROOT } from '../helpers/tsc.js'

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

// It compiles the whole project, twice.
t.setTimeout(180_000)

t.test('an edit of the document restarts the server', async (t) => {
  const root = await copyOf(t)
  const port = await freePort()
  const env = { PORT: String(port), STORE_URL: 'memory:', LOG_LEVEL: 'silent' }
  const { lines, stop, edit } = startDev(t, root, { env })
  const title = async (): Promise<string | undefined> => {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/openapi.json`)
      const { info } = (await response.json()) as { info: { title: string } }
      return info.title
    } catch {
      return undefined
    }
  }
  await until(async () => (await title()) !== undefined)
  // The server comes first, and an edit ends a check of types that is not done.
  await until(async () => lines.length === 1)
  await edit('spec/openapi.yaml', (text) => text.replace(/^( +title:).*/m, '$1 Fern Store'))
  await until(async () => (await title()) === 'Fern Store')
  await until(async () => lines.length === 2)
  t.match(lines, [/^types: no problems, \d+ ms$/, /^types: no problems, \d+ ms$/])
  await stop()
  t.equal(await title(), undefined)
})
