import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { generate } from '../../generator/generate.js'
import type { GenerateOptions } from '../../generator/generate-options.js'
import { isInside } from '../../generator/shared/import-specifier.js'
import { CommandError } from '../arguments/arguments.js'
import type { InitCommandOptions } from '../options/command-options.js'
import { posixPath, readObject } from '../project/files.js'
import { TEMPLATES } from './project-files.js'

const STARTER = path.join(TEMPLATES, 'starter/spec/openapi.yaml')

export type DocumentSource = Pick<InitCommandOptions, 'spec' | 'documents'>

export type InitDocument = Readonly<ReturnType<typeof readDocument>>

/**
 * Reads the document of a project: the named one, or the only one in `spec/`, or that of the template; and
 * generates the code for its location in the project. `copies` are files for the project by their paths.
 *
 * @param settings - Options of the generator.
 */
export function readDocument(
  root: string,
  { spec, documents }: DocumentSource,
  settings: GenerateOptions,
) {
  const file = spec ?? documentIn(root) ?? STARTER
  const isStarter = file === STARTER
  const isInProject = isInside(file, root) && !isPackaged(file)
  const extension = path.extname(file).toLowerCase() === '.json' ? 'json' : 'yaml'
  const own = isInProject ? posixPath(path.relative(root, path.resolve(file))) : undefined
  const usual = own ?? `spec/openapi.${extension}`
  const files: string[] = []
  // A `$ref` to a missing file may be ignored.
  const opened = (each: string) => void (existsSync(each) && files.push(path.resolve(each)))
  const all = documents && (posixPath(path.relative(root, path.resolve(documents))) || '.')
  const location = { name: usual, root: isInProject ? all : undefined }
  const options = { root: documents, opened }
  const generated = generate(file, { ...settings, file: usual, ...options })
  const names = isInProject ? [] : copyNames(files, usual)
  const [name = usual] = names
  const copies = new Map(names.map((each, at) => [each, readFileSync(files[at] as string)]))
  for (const [each, bytes] of copies) refuseOther(root, each, bytes)
  if (name === usual) return { ...location, generated, copies, isStarter }
  // None if the folder of the first copy contains all of them.
  const areInside = names.every((each) => isInside(each, path.dirname(name)))
  const moved = { name, root: areInside ? undefined : 'spec' }
  const final = generate(file, { ...settings, file: name, root: documents })
  return { ...moved, generated: final, copies, isStarter }
}

/** A document in an installed package is copied, since the package may be removed. */
function isPackaged(file: string): boolean {
  return path.resolve(file).split(path.sep).includes('node_modules') || file === STARTER
}

/** Several files keep their names and relative paths, because of their references. */
function copyNames(files: readonly string[], usual: string): string[] {
  if (files.length === 1) return [usual]
  const base = files.map((file) => path.dirname(file)).reduce(commonFolder)
  return files.map((file) => `spec/${posixPath(path.relative(base, file))}`)
}

function commonFolder(one: string, other: string): string {
  return isInside(other, one) ? one : commonFolder(path.dirname(one), other)
}

function refuseOther(root: string, name: string, bytes: Buffer): void {
  const file = path.join(root, name)
  if (!existsSync(file) || readFileSync(file).equals(bytes)) return
  throw new CommandError(`${name}: is another document; move it, or leave --spec out to use it`)
}

/** The only OpenAPI document in `spec/`; `undefined` if there is none. */
function documentIn(root: string): string | undefined {
  const folder = path.join(root, 'spec')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined
  const documents = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /\.(json|ya?ml)$/i.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => USUAL.test(name) || isDocument(path.join(folder, name)))
    .sort()
  const [first] = documents
  if (documents.length < 2) return first && path.join(folder, first)
  const names = documents.map((name) => `spec/${name}`).join(', ')
  throw new CommandError(
    `${names}: are ${documents.length} documents; name one of them with --spec FILE`,
  )
}

/** A file with this name counts as a document, whatever its content. */
const USUAL = /^openapi\.(json|ya?ml)$/

/** The version member, at the start of a line of YAML, or first in an object in JSON's notation. */
const VERSION = /^\uFEFF?(\s*\{\s*)?["']?(openapi|swagger)["']?\s*:/m

function isDocument(file: string): boolean {
  if (/\.json$/i.test(file)) {
    const { openapi, swagger } = readObject(file) ?? {}
    return (openapi ?? swagger) !== undefined
  }
  const text = readFileSync(file, 'utf8').slice(0, 64 * 2 ** 10)
  return VERSION.test(text)
}
