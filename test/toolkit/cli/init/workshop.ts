import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Test } from 'tap'
import { main } from '#toolkit/cli/init/command.js'
import { runCommand } from '../../../helpers/command.js'
import { tsc } from '../../../helpers/tsc.js'

/** A folder for `init`; its packages are those of this project. */
export function workshop(t: Test, files: NonNullable<Parameters<Test['testdir']>[0]> = {}) {
  const root = path.join(t.testdir({ mine: files }), 'mine')
  const load = (file: string) => import(pathToFileURL(path.join(root, file)).href)
  return {
    root,
    init: (...args: readonly string[]) =>
      runCommand(t, () => main(['--dir', root, '--no-install', ...args])),
    read: (file: string) => readFile(path.join(root, file), 'utf8'),
    manifest: async () => JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')),
    list: () => list(root),
    load,
    /** Checks that the app of a compiled file answers, and lets its secret in. */
    answers: async (t: Test, file: string) => {
      const module = await load(file)
      const app = await (module.buildApp ?? module.default.buildApp)({
        secrets: () => ['a-secret'],
      })
      t.match(await app.inject('/openapi.json'), { statusCode: 200 })
      const headers = { authorization: 'Bearer a-secret' }
      t.match(await app.inject({ url: '/tasks', headers }), { statusCode: 200 })
      await app.close()
    },
    /** Compiles as the user does; resolves with the problems. */
    compile: (...args: readonly string[]) => tsc('-p', root, ...args),
  }
}

/** The files in a folder that are not generated. */
function list(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => !/(^|\/)(generated|dist)\//.test(name))
    .sort()
}

export const SETTINGS = {
  ...{ target: 'es2023', module: 'nodenext', strict: true, skipLibCheck: true },
  ...{ outDir: 'dist', rootDir: '.' },
}

/** The package.json of `npm init -y`. */
export const FRESH = JSON.stringify({
  ...{ name: 'mine', version: '1.0.0', main: 'index.js' },
  ...{ scripts: { test: 'echo "Error: no test specified" && exit 1' }, license: 'ISC' },
  type: 'commonjs',
})
