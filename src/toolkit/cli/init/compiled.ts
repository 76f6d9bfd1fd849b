import path from 'node:path'
import { lacksTypeScript } from '../project/native.js'
import { fromConfig, type Tsconfig } from '../project/tsconfig.js'
import { adviceFor } from './advice.js'
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
  const out = folderOf(tsconfig, 'outDir')
  const place = (file: string) =>
    out === undefined ? file : path.posix.join(out, path.posix.relative(home, file))
  const isCommonJs = isCompiledToCommonJs(String(options.module ?? '').toLowerCase(), isModule)
  return {
    extension: extension ? 'ts' : 'js',
    isCommonJs,
    home,
    compiled: (file) => (isNative ? file : asJavaScript(place(file))),
    notes: [
      ...adviceFor(tsconfig, { isCommonJs, isNative, home }),
      ...(isNative ? tooOld(lacksTypeScript()) : []),
    ],
  }
}

/** What to do where Node does not run TypeScript as it is. */
export function tooOld(why: string | undefined): string[] {
  return why === undefined
    ? []
    : [`${why}: install a newer one, or leave noEmit out of tsconfig.json`]
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
