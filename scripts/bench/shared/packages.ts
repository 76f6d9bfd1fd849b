import { copyFile, mkdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { execute } from '#toolkit/cli/process/child.js'
import { ROOT } from '../../shared/tools.js'

/** Reason why something cannot be measured here, in one line. */
export class Unavailable extends Error {}

/** The folder of installed packages and generated code; git-ignored. */
export const CACHE = path.join(ROOT, 'node_modules/.cache/bench')

/**
 * Installs pinned packages (`name@version`) into a folder of their own, unless they are installed there,
 * without running their scripts.
 *
 * @throws {Unavailable} when the registry cannot be reached.
 */
export async function install(folder: string, packages: readonly string[]): Promise<void> {
  const installed = await Promise.all(packages.map((each) => isInstalled(folder, each)))
  if (!installed.includes(false)) return
  console.error(`installing ${packages.join(', ')} in ${path.relative('.', folder)}`)
  // Without this folder npm uses that of the project.
  await mkdir(path.join(folder, 'node_modules'), { recursive: true })
  const options = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts']
  const npm = process.env.npm_execpath
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  const args = [...first, 'install', ...options, ...packages]
  const { ok, why, stderr } = await execute(command, args, { cwd: folder, timeout: 300_000 })
  if (ok) return
  const [, reason = why] = /npm error (?:code )?(.*)/.exec(stderr) ?? []
  throw new Unavailable(`${packages.join(', ')} cannot be installed: ${reason}`)
}

async function isInstalled(folder: string, pinned: string): Promise<boolean> {
  const at = pinned.lastIndexOf('@')
  const file = path.join(folder, 'node_modules', pinned.slice(0, at), 'package.json')
  const text = await readFile(file, 'utf8').catch(() => '{}')
  return JSON.parse(text).version === pinned.slice(at + 1)
}

/**
 * A file of a package. The rest of the package is removed, since packages of documents are large.
 *
 * @throws {Unavailable} when the registry cannot be reached.
 */
export async function packageFile(cache: string, pinned: string, name: string): Promise<string> {
  const copy = path.join(cache, 'documents', pinned, path.basename(name))
  if ((await stat(copy).catch(() => undefined)) !== undefined) return copy
  const folder = path.join(cache, 'unpacked')
  try {
    await install(folder, [pinned])
    await mkdir(path.dirname(copy), { recursive: true })
    const inside = path.join('node_modules', pinned.slice(0, pinned.lastIndexOf('@')), name)
    await copyFile(path.join(folder, inside), copy)
    return copy
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
