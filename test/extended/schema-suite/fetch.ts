import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { runOrSay } from '../python.js'
import { CACHE } from '../registry.js'

/** JSON Schema's own test suite comes in the source distribution of this package. */
const PACKAGE = 'jsonschema'
const VERSION = '4.26.0'
const SHA256 = '0c26707e2efad8aa1bfc5b7ce170f3fccc2e4918ff85989ba9ffa9facb2be326'

/**
 * The folder of the suite: fetched by pip, which knows the index, once.
 *
 * @throws {Unavailable} when it cannot be fetched.
 */
export async function suiteFolder(): Promise<string> {
  const folder = path.join(CACHE, 'schema-suite', `${PACKAGE}-${VERSION}`)
  if (existsSync(folder)) return path.join(folder, 'json')
  const unpacked = path.join(CACHE, 'schema-suite', `${process.pid}`)
  await mkdir(unpacked, { recursive: true })
  try {
    await runOrSay('tar', ['-xzf', await download(unpacked), '-C', unpacked])
    await rename(path.join(unpacked, path.basename(folder)), folder)
  } finally {
    await rm(unpacked, { recursive: true, force: true })
  }
  return path.join(folder, 'json')
}

/** Downloads the source distribution, the only one that has the suite, and checks that it is it. */
async function download(folder: string): Promise<string> {
  const options = ['--no-deps', '--no-binary', PACKAGE, '--dest', folder]
  await runOrSay('python3', ['-m', 'pip', 'download', ...options, `${PACKAGE}==${VERSION}`])
  const file = path.join(folder, `${PACKAGE}-${VERSION}.tar.gz`)
  const bytes = await readFile(file)
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (digest !== SHA256) throw new Error(`${path.basename(file)} is not the pinned one (${digest})`)
  return file
}
