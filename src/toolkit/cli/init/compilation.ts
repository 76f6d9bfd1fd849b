import path from 'node:path'
import { fromConfig, lacksTypeScript, type Tsconfig } from '../project/typescript.js'
import type { ProjectFacts } from './project.js'

/** The way from a project's TypeScript to the code that Node runs. */
export interface Compilation {
  readonly extension: 'js' | 'ts'
  readonly isCommonJs: boolean
  /** True if Node runs the TypeScript itself. */
  readonly isNative: boolean
  /** The folder that contains all compiled sources: `.`, or `src`. */
  readonly home: string
  /** The file that Node runs for a source. */
  compiled(file: string): string
  /** Changes that its tsconfig.json needs, one line each. */
  readonly notes: readonly string[]
}

/** A project without a tsconfig.json gets that of the template. */
export function compilationOf(project: ProjectFacts): Compilation {
  const { tsconfig, isModule } = project
  if (tsconfig === undefined) {
    const compiled = (file: string) => toJavaScript(path.posix.join('dist', file))
    const usual = { extension: 'js', isNative: false, home: '.', notes: [] } as const
    return { ...usual, isCommonJs: !isModule, compiled }
  }
  const { options } = tsconfig
  const extension = options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions
  const isNative = options.noEmit === true && Boolean(extension)
  const home = homeOf(tsconfig, project.root)
  const [out, start = home] = [folderOption(tsconfig, 'outDir'), folderOption(tsconfig, 'rootDir')]
  const compiled = (file: string) => {
    if (isNative) return file
    return toJavaScript(
      out === undefined ? file : path.posix.join(out, path.posix.relative(start, file)),
    )
  }
  const module = String(options.module ?? '').toLowerCase()
  const isCommonJs = module === 'commonjs' || (!isModule && /^(node\d+|nodenext|)$/.test(module))
  const advice = adviceFor(tsconfig, { isCommonJs, isNative, home })
  const notes = [...advice, ...nodeAdvice(isNative ? lacksTypeScript() : undefined)]
  return { extension: extension ? 'ts' : 'js', isCommonJs, isNative, home, compiled, notes }
}

function toJavaScript(file: string): string {
  return file.replace(/\.ts$/, '.js')
}

function folderOption(tsconfig: Tsconfig, option: 'outDir' | 'rootDir'): string | undefined {
  const folder = tsconfig.options[option]
  return typeof folder === 'string' ? fromConfig(tsconfig, folder) : undefined
}

function homeOf(tsconfig: Tsconfig, root: string): string {
  const folder = folderOption(tsconfig, 'rootDir') ?? '.'
  if (folder !== '.') return folder
  const folders = (tsconfig.include ?? [root]).map((pattern) => {
    const [start = ''] = fromConfig(tsconfig, pattern).split(/\/|\*/)
    return path.extname(start) === '' && start !== '' ? start : '.'
  })
  const [first = '.'] = folders
  return new Set(folders).size === 1 ? first : '.'
}

/** @param why - Reason why this Node does not run TypeScript. */
export function nodeAdvice(why: string | undefined): string[] {
  const remedy = 'install a newer one, or leave noEmit out of tsconfig.json'
  return why === undefined ? [] : [`${why}: ${remedy}`]
}

/** Changes to a tsconfig.json that generated code needs, one line each. */
export function adviceFor(
  { options }: Tsconfig,
  { isCommonJs, isNative, home }: { isCommonJs: boolean; isNative: boolean; home: string },
): string[] {
  const { types, verbatimModuleSyntax, target, lib, noEmit, rootDir } = options
  const advice: [applies: boolean, text: string][] = [
    [
      Array.isArray(types) && !types.includes('node') && !types.includes('*'),
      'add "node" to types',
    ],
    [
      ignoresExports(options),
      'set "module": "nodenext" and leave moduleResolution out; fastify-contract/codegen is not found otherwise',
    ],
    [
      isCommonJs && verbatimModuleSyntax === true,
      'set "verbatimModuleSyntax": false; files of CommonJS cannot be written with import otherwise',
    ],
    [
      lib === undefined && /^es(3|5|6|201[5-9]|202[01])$/i.test(String(target)),
      'set "target": "es2023"',
    ],
    [
      noEmit === true && !isNative,
      'leave noEmit out, and set "outDir": "dist"; Node runs what is compiled',
    ],
    [
      home !== '.' && rootDir === undefined && noEmit !== true,
      `set "rootDir": "${home}"; newer compilers do not guess it`,
    ],
  ]
  return advice.flatMap(([applies, text]) => (applies ? `tsconfig.json: ${text}` : []))
}

/** True if the compiler does not resolve the `exports` of packages. */
function ignoresExports({ module, moduleResolution }: Tsconfig['options']): boolean {
  if (moduleResolution !== undefined)
    return /^(node|node10|classic)$/i.test(String(moduleResolution))
  return /^(commonjs|amd|umd|system|es\d+|esnext)$/i.test(String(module))
}

const compilerOptions = {
  ...{ target: 'es2023', module: 'nodenext', types: ['node'], rootDir: '.', outDir: 'dist' },
  ...{ strict: true, skipLibCheck: true, allowJs: true, checkJs: false },
}

const LINES = JSON.stringify({ compilerOptions }, null, ' ')

/** A tsconfig.json, on one line, that compiles an app with the generated code. */
export const TSCONFIG = LINES.replace(/\n\s*/g, ' ')
