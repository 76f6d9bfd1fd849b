import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { NO_CHECK } from '#toolkit/generator/print/print.js'

/** Makes the compiler check all generated code of a folder, and the files that users' compilers skip. */
export async function checkAllCode(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
  await Promise.all(files.map((name) => checkCode(path.join(folder, name))))
}

async function checkCode(file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  if (text.includes(NO_CHECK)) await writeFile(file, text.replace(NO_CHECK, ''))
}
