import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { removeTemporaryFolder, temporaryFolder } from '#toolkit/cli/mock/load-contract.js'

t.test('a folder is removed', async (t) => {
  const [one, other] = [temporaryFolder(), temporaryFolder()]
  const before = process.listenerCount('exit')
  writeFileSync(path.join(one, 'file'), '')
  removeTemporaryFolder(one)
  t.same([existsSync(one), existsSync(other)], [false, true])
  removeTemporaryFolder(other)
  t.equal(existsSync(other), false)
  t.equal(process.listenerCount('exit'), before - 1, 'nobody waits for the end in vain')
})

t.test('a folder is removed with its process, however that ends', async (t) => {
  const module = JSON.stringify(import.meta.resolve('#toolkit/cli/mock/load-contract.js'))
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
      for (const folder of folders) writeFileSync(folder + '/file', '')
      ${end}`
    const env = { ...process.env, TMPDIR: temporary, TEMP: temporary }
    const args = ['--input-type=module', '--eval', script]
    t.equal(spawnSync(process.execPath, args, { env }).status, status)
    t.same(readdirSync(temporary), [], end)
  }
})
