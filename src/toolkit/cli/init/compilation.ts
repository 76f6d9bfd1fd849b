import path from 'node:path'
import { lacksTypeScript } from '../project/compiler.js'
import { fromConfig, type Tsconfig } from '../project/tsconfig.js'
import type { ProjectFacts } from './project.js'
import { adviceFor } from './tsconfig-advice.js'

/** The way from a project's TypeScript to the code that Node runs. */
export interface Compilation {
  /** The extension of import specifiers. */
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
    const isCommonJs = !isModule
    return { extension: 'js', isCommonJs, isNative: false, home: '.', compiled, notes: [] }
  }
  const { options } = tsconfig
  const extension = options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions
  const isNative = options.noEmit === true && Boolean(extension)
  const home = homeOf(tsconfig, project.root)
  const out = folderOption(tsconfig, 'outDir')
  const outputOf = (file: string) =>
    out === undefined ? file : path.posix.join(out, path.posix.relative(home, file))
  const isCommonJs = emitsCommonJs(String(options.module ?? '').toLowerCase(), isModule)
  return {
    extension: extension ? 'ts' : 'js',
    isCommonJs,
    isNative,
    home,
    compiled: (file) => (isNative ? file : toJavaScript(outputOf(file))),
    notes: [
      ...adviceFor(tsconfig, { isCommonJs, isNative, home }),
      ...(isNative ? nodeAdvice(lacksTypeScript()) : []),
    ],
  }
}

/** @param why - Reason why this Node does not run TypeScript. */
export function nodeAdvice(why: string | undefined): string[] {
  return why === undefined
    ? []
    : [`${why}: install a newer one, or leave noEmit out of tsconfig.json`]
}

function toJavaScript(file: string): string {
  return file.replace(/\.ts$/, '.js')
}

function emitsCommonJs(module: string, isModule: boolean): boolean {
  if (module === 'commonjs') return true
  return /^(node\d+|nodenext|)$/.test(module) && !isModule
}

/** The folder of an option, relative to the project. */
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
