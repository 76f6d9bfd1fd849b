import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { DocumentError } from '../../generator/diagnostics/problems.js'
import { isObject } from '../../openapi/json.js'
import { append } from '../../openapi/json-pointer.js'
import { CommandError } from '../arguments/arguments.js'
import { execute } from '../process/child.js'
import { projectRoot, readObject } from '../project/files.js'
import { findCompiler, lacksTypeScript } from './typescript.js'

export const CONFIG = 'fastify-contract.config'

/** The member of package.json that may hold the configuration. */
export const MEMBER = 'fastify-contract'

const ENDINGS = ['js', 'ts', 'json', 'mjs', 'cjs', 'mts', 'cts']

/** What a file or a member says, as it is. */
export interface Configuration extends LocatedContent {
  /** Name for messages. */
  readonly name: string
  /** The folder that its paths begin at. */
  readonly folder: string
}

interface LocatedContent {
  readonly value: unknown
  /** Where the part at a JSON pointer is, for messages: in JSON with line and column. */
  place(pointer: string): string
}

/**
 * The configuration of a project: the named file, or the one in the folder of the nearest package.json, or
 * a member of that; `undefined` if there is none.
 *
 * @throws {CommandError} when it cannot be read, or there are two.
 */
export function readConfiguration(
  folder: string,
  named?: string,
): Promise<Configuration | undefined> {
  return configurationIn(projectRoot(folder) ?? path.resolve(folder), named)
}

/** The configuration of a project in this folder, whether it has a package.json or not. */
export async function configurationIn(
  root: string,
  named?: string,
): Promise<Configuration | undefined> {
  const [first, second] = named === undefined ? configurations(root) : [path.resolve(named)]
  if (second !== undefined) {
    throw new CommandError(
      `${nameOf(first as string)}: ${nameOf(second)} is one, too; keep one of them`,
    )
  }
  if (first === undefined) return undefined
  try {
    return { name: nameOf(first), folder: path.dirname(first), ...(await contentOf(first)) }
  } catch (error) {
    if (error instanceof CommandError) throw error
    if (error instanceof DocumentError) throw new CommandError(error.message)
    throw new CommandError(`${nameOf(first)}: cannot be read: ${(error as Error).message}`)
  }
}

/** The files that hold the configuration of a project: none, one, or too many. */
export function configurations(root: string): string[] {
  const manifest = path.join(root, 'package.json')
  const files = ENDINGS.map((ending) => path.join(root, `${CONFIG}.${ending}`)).filter(existsSync)
  return readObject(manifest)?.[MEMBER] === undefined ? files : [...files, manifest]
}

/** The text of the configuration of a project; empty without one. */
export function configurationText(root: string): string {
  const [file] = configurations(root)
  if (file === undefined) return ''
  const isMember = path.basename(file) === 'package.json'
  return isMember ? JSON.stringify(readObject(file)?.[MEMBER]) : readFileSync(file, 'utf8')
}

function nameOf(file: string): string {
  const name = path.relative('.', file)
  return path.basename(file) === 'package.json' ? `${name}: ${MEMBER}` : name
}

async function contentOf(file: string): Promise<LocatedContent> {
  if (path.basename(file) === 'package.json') {
    const value = readObject(file)?.[MEMBER]
    return { value, place: (pointer) => `${path.relative('.', file)} ${inMember(pointer)}` }
  }
  const name = nameOf(file)
  if (file.endsWith('.json')) return jsonIn(name, readFileSync(file))
  const isForeign = /\.[cm]?ts$/.test(file) && lacksTypeScript() !== undefined
  const value = isForeign ? compiledValue(file) : import(pathToFileURL(file).href).then(exported)
  return { value: await value, place: (pointer) => `${name} ${pointer}` }
}

async function jsonIn(name: string, bytes: Buffer): Promise<LocatedContent> {
  const { parse } = await import('../../generator/load/source.js')
  const source = parse(name, bytes)
  const place = (pointer: string) => {
    const { line, column } = source.locate(pointer)
    return `${name}:${line}:${column} ${pointer}`
  }
  return { value: source.value, place }
}

function inMember(pointer: string): string {
  return pointer.replace('#', append('#', MEMBER))
}

/** Its default export; that of CommonJS from TypeScript is a member of another. */
function exported(module: { readonly default?: unknown }): unknown {
  const { default: value } = module
  return isObject(value) && '__esModule' in value ? value.default : value
}

/** The value of a file in TypeScript where Node does not run that: compiled for a moment. */
async function compiledValue(file: string): Promise<unknown> {
  const folder = path.dirname(file)
  const [compiler, ...first] = await findCompiler(folder)
  // In its folder, imports of packages lead to the same files.
  const out = path.join(folder, `.${CONFIG}-${process.pid}`)
  const compilerOptions = { ...OPTIONS, rootDir: folder, outDir: out }
  try {
    await mkdir(out)
    const settings = path.join(out, 'tsconfig.json')
    await writeFile(settings, JSON.stringify({ compilerOptions, files: [file] }))
    const { stdout } = await execute(compiler, [...first, '-p', settings], { timeout: 60_000 })
    const name = path.basename(file).replace(/ts$/, 'js')
    if (!existsSync(path.join(out, name))) throw new Error(stdout.trim())
    return exported(await import(pathToFileURL(path.join(out, name)).href))
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

const OPTIONS = { module: 'nodenext', target: 'es2023', noCheck: true, types: [] }
