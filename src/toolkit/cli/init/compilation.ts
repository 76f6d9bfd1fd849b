import path from 'node:path'
import { lacksTypeScript } from '../project/compiler.js'
import { fromConfig, type Tsconfig } from '../project/tsconfig.js'
import type { OwnConfiguration } from './own-configuration.js'
import type { ProjectFacts } from './project.js'
import { adviceFor, nodeAdvice } from './tsconfig-advice.js'

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
export function compilationOf(
  project: ProjectFacts,
  own?: Pick<OwnConfiguration, 'importExtension'>,
): Compilation {
  const { tsconfig, isModule } = project
  if (tsconfig === undefined) {
    const compiled = (file: string) => toJavaScript(path.posix.join('dist', file))
    const usual = {
      extension: own?.importExtension ?? 'js',
      isNative: false,
      home: '.',
      notes: [],
    } as const
    return { ...usual, isCommonJs: !isModule, compiled }
  }
  const { options } = tsconfig
  const extension = options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions
  const isNative = options.noEmit === true && Boolean(extension)
  const home = homeOf(tsconfig, project.root)
  const out = folderOption(tsconfig, 'outDir')
  const compiled = (file: string) => {
    if (isNative) return file
    return toJavaScript(
      out === undefined ? file : path.posix.join(out, path.posix.relative(home, file)),
    )
  }
  const module = String(options.module ?? '').toLowerCase()
  const isCommonJs = module === 'commonjs' || (!isModule && /^(node\d+|nodenext|)$/.test(module))
  const advice = adviceFor(tsconfig, { isCommonJs, isNative, home })
  const notes = [...advice, ...nodeAdvice(isNative ? lacksTypeScript() : undefined)]
  const end = own?.importExtension ?? (extension ? 'ts' : 'js')
  return { extension: end, isCommonJs, isNative, home, compiled, notes }
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
