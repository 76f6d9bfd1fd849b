import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Test } from 'tap'
import { ROOT } from './tsc.js'

/** Compares a text with a golden file under `test/fixtures`; `GOLDEN=write` writes it instead. */
export async function golden(t: Test, name: string, text: string): Promise<void> {
  const file = path.join(ROOT, 'test/fixtures', name)
  /* c8 ignore next 4 -- by hand, when the change is wanted */
  if (process.env.GOLDEN === 'write') {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  t.equal(text, await readFile(file, 'utf8'), name)
}
