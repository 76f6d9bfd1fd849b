import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Test } from 'tap'
import { ROOT } from './tsc.js'

/** The toolkit, as npm links a workspace. */
const LINKED = 'fastify-contract'

/**
 * A copy of the project outside of the checkout, as a clone has it after `npm ci`: nothing is
 * compiled, and what is installed is linked.
 */
export async function scratchCopy(t: Test): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'plant-store-'))
  t.teardown(() => rm(copy, { recursive: true, force: true }))
  for (const name of projectFiles()) await cp(path.join(ROOT, name), path.join(copy, name))
  const modules = path.join(copy, 'node_modules')
  await mkdir(modules)
  for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
    if (name === LINKED || name === '.cache') continue
    await symlink(path.join(ROOT, 'node_modules', name), path.join(modules, name))
  }
  await symlink(path.join(copy, 'src/toolkit'), path.join(modules, LINKED))
  // Types of packages have no names that are outside of the copy.
  const settings = path.join(copy, 'tsconfig.json')
  const text = await readFile(settings, 'utf8')
  const named = '"compilerOptions": {\n    "preserveSymlinks": true,'
  await writeFile(settings, text.replace('"compilerOptions": {', named))
  // Versions of packages that only the toolkit has.
  const own = path.join(ROOT, 'src/toolkit/node_modules')
  if (existsSync(own)) await symlink(own, path.join(copy, 'src/toolkit/node_modules'))
  return copy
}

/** Those of the repository, with what is new and not yet committed. */
function projectFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const names = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  return names.filter((name) => name !== '')
}

/** Files of a copy that are written by hand, by name. */
export async function handWritten(copy: string): Promise<Map<string, string>> {
  const names = await readdir(copy, { recursive: true })
  const own = names.filter((name) => {
    return (
      /\.\w+$/.test(name) && !/^(generated|\.tap|data)\/|(^|\/)(dist|node_modules)\//.test(name)
    )
  })
  const files = own.map(
    async (name) => [name, await readFile(path.join(copy, name), 'utf8').catch(() => '')] as const,
  )
  return new Map(await Promise.all(files))
}
