import path from 'node:path'
import { readObject } from '../project/json.js'
import { fromConfig, type Tsconfig } from '../project/tsconfig.js'
import type { Project } from './project.js'

/** How a project's TypeScript becomes what Node runs. */
export interface Compilation {
  /** What import specifiers end with. */
  readonly extension: 'js' | 'ts'
  readonly isCommonJs: boolean
  /** The folder that holds all that is compiled: `.`, or `src`. */
  readonly home: string
  /** The file that Node runs. */
  compiled(file: string): string
  /** What its tsconfig.json has to say otherwise, a line each. */
  readonly notes: readonly string[]
}

/** Of a project without a tsconfig.json the one that is written; of others, their own. */
export function compilationOf(project: Project): Compilation {
  const { tsconfig, isModule } = project
  if (tsconfig === undefined) {
    const compiled = (file: string) => asJavaScript(path.posix.join('dist', file))
    return { extension: 'js', isCommonJs: !isModule, home: '.', compiled, notes: [] }
  }
  const { options } = tsconfig
  const extension = options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions
  const isNative = options.noEmit === true && Boolean(extension)
  const home = homeOf(tsconfig, project.root)
  const root = folderOf(tsconfig, 'rootDir') ?? (isOlder(project) ? home : '.')
  const out = folderOf(tsconfig, 'outDir')
  const place = (file: string) =>
    out === undefined ? file : path.posix.join(out, path.posix.relative(root, file))
  const isCommonJs = isCompiledToCommonJs(String(options.module ?? '').toLowerCase(), isModule)
  return {
    extension: extension ? 'ts' : 'js',
    isCommonJs,
    home,
    compiled: (file) => (isNative ? file : asJavaScript(place(file))),
    notes: adviceFor(options, isCommonJs, isNative),
  }
}

function asJavaScript(file: string): string {
  return file.replace(/\.ts$/, '.js')
}

function isCompiledToCommonJs(module: string, isModule: boolean): boolean {
  if (module === 'commonjs') return true
  return /^(node\d+|nodenext|)$/.test(module) && !isModule
}

/** An option's folder in the project. */
function folderOf(tsconfig: Tsconfig, option: 'outDir' | 'rootDir'): string | undefined {
  const folder = tsconfig.options[option]
  return typeof folder === 'string' ? fromConfig(tsconfig, folder) : undefined
}

/** The folder that all files have to stand in to be compiled. */
function homeOf(tsconfig: Tsconfig, root: string): string {
  const folder = folderOf(tsconfig, 'rootDir') ?? '.'
  if (folder !== '.') return folder
  const folders = (tsconfig.include ?? [root]).map((pattern) => {
    const [start = ''] = fromConfig(tsconfig, pattern).split(/\/|\*/)
    return path.extname(start) === '' && start !== '' ? start : '.'
  })
  const [first = '.'] = folders
  return new Set(folders).size === 1 ? first : '.'
}

/** Before TypeScript 6, the root was the folder that all compiled files have in common. */
function isOlder({ root }: Project): boolean {
  const manifest = readObject(path.join(root, 'node_modules/typescript/package.json'))
  return Number.parseInt(String(manifest?.version ?? '7'), 10) < 6
}

const OLD_TARGET = /^es(3|5|6|2015|2016|2017|2018|2019|2020|2021)$/i

/** What generated code needs that these options do not give. */
function adviceFor(
  {
    types,
    module,
    moduleResolution,
    verbatimModuleSyntax,
    target,
    lib,
    noEmit,
  }: Tsconfig['options'],
  isCommonJs: boolean,
  isNative: boolean,
): string[] {
  const advice: string[] = []
  const say = (isSo: boolean, text: string) => void (isSo && advice.push(`tsconfig.json: ${text}`))
  const withoutNode = Array.isArray(types) && !types.includes('node') && !types.includes('*')
  say(withoutNode, 'add "node" to types')
  const isOld =
    /^(node|node10|classic)$/i.test(String(moduleResolution)) ||
    (moduleResolution === undefined &&
      /^(commonjs|amd|umd|system|es\d+|esnext)$/i.test(String(module)))
  say(
    isOld,
    'set "module": "nodenext" and leave moduleResolution out; fastify-contract/codegen is not found otherwise',
  )
  say(
    isCommonJs && verbatimModuleSyntax === true,
    'set "verbatimModuleSyntax": false; files of CommonJS cannot be written with import otherwise',
  )
  say(lib === undefined && OLD_TARGET.test(String(target)), 'set "target": "es2023"')
  say(
    noEmit === true && !isNative,
    'leave noEmit out, and set "outDir": "dist"; Node runs what is compiled',
  )
  return advice
}
