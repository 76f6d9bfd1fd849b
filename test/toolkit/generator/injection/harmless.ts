import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import type { GeneratedFile } from '#toolkit/generator/print/print.js'
import { codeFolder, compile, ROOT, writeFiles } from '../../../helpers/tsc.js'

/**
 * Type-checks generated files, each set in a folder of its own, and imports what they become.
 *
 * @returns The problems that the compiler has, and whatever the modules did beside declaring.
 */
export async function importAll(
  t: Test,
  sets: readonly (readonly GeneratedFile[])[],
): Promise<{ readonly problems: string[]; readonly output: string; readonly files: string[] }> {
  const folder = codeFolder(t)
  for (const [index, files] of sets.entries())
    await writeFiles(path.join(folder, `${index}`), files)
  const problems = await compile(folder, { types: [] })
  const empty = path.join(folder, 'empty')
  await mkdir(empty)
  const script = path.join(folder, 'import.mjs')
  await writeFile(script, importer(sets.map((_, index) => path.join(folder, `${index}`))))
  const flags = ['--enable-source-maps', script]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, flags, { cwd: empty })
  return { problems, output: stdout + stderr, files: await readdir(empty) }
}

/** A program that imports every module and prints what is not as it was. */
function importer(folders: readonly string[]): string {
  const urls = folders.flatMap((folder) =>
    ['contract', 'conversions', 'schemas', 'serializers', 'validators'].map(
      (name) => pathToFileURL(path.join(folder, `${name}.js`)).href,
    ),
  )
  const [runtime] = [pathToFileURL(path.join(ROOT, 'src/toolkit/dist/runtime/codegen.js')).href]
  return `await import(${JSON.stringify(runtime)})
const things = { globalThis, Object, Object_: Object.prototype, Array_: Array.prototype, Function_: Function.prototype, String_: String.prototype, RegExp_: RegExp.prototype }
const own = () => Object.entries(things).flatMap(([name, thing]) => Reflect.ownKeys(thing).map((key) => name + '.' + String(key)))
const before = own()
for (const url of ${JSON.stringify(urls)}) await import(url)
const added = own().filter((name) => !before.includes(name))
if (added.length > 0 || own().length !== before.length) console.log('changed', added)
`
}
