import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { temporaryFolder } from '#toolkit/cli/mock/mock-app.js'

t.test('a folder is removed', async (t) => {
  const before = process.listenerCount('exit')
  const [one, other] = [temporaryFolder(), temporaryFolder()]
  writeFileSync(path.join(one.folder, 'file'), '')
  one.remove()
  t.same([existsSync(one.folder), existsSync(other.folder)], [false, true])
  other.remove()
  t.equal(existsSync(other.folder), false)
  t.equal(process.listenerCount('exit'), before, 'nobody waits for the end in vain')
})

t.test('a folder is removed with its process, however that ends', async (t) => {
  const module = JSON.stringify(import.meta.resolve('#toolkit/cli/mock/mock-app.js'))
  const temporary = t.testdir()
  for (const [end, status] of [
    ['', 0],
    ['process.exit(3)', 3],
    ['throw new Error()', 1],
  ] as const) {
    const script = `
      const { temporaryFolder } = await import(${module})
      const { writeFileSync } = await import('node:fs')
      const folders = [temporaryFolder(), temporaryFolder()]
      for (const { folder } of folders) writeFileSync(folder + '/file', '')
      ${end}`
    const env = { ...process.env, TMPDIR: temporary, TEMP: temporary }
    const args = ['--input-type=module', '--eval', script]
    t.equal(spawnSync(process.execPath, args, { env }).status, status)
    t.same(readdirSync(temporary), [], end)
  }
})
