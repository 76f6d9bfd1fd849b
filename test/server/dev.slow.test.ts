import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { freePort } from '../../scripts/shared/free-ports.js'
import { startDev, until } from '../helpers/dev.js'
import { scratchCopy } from '../helpers/scratch.js'

/** A copy of the project without its tests, as `npm run dev` finds it. */
async function copyOf(t: Test): Promise<string> {
  const copy = await scratchCopy(t)
  await rm(path.join(copy, 'test'), { recursive: true })
  await mkdir(path.join(copy, 'test'))
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
  await until(async () => lines.length > 0)
  const before = lines.length
  await edit('spec/openapi.yaml', (text) => text.replace(/^( +title:).*/m, '$1 Fern Store'))
  await until(async () => (await title()) === 'Fern Store')
  await until(async () => lines.length > before)
  const others = lines.filter((line) => !/^types: no problems, \d+ ms$/.test(line))
  t.same(others, [])
  await stop()
  t.equal(await title(), undefined)
})
