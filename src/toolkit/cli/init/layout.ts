import path from 'node:path'
import { importSpecifier } from '../../generator/shared/import-specifier.js'
import type { Compilation } from './compiled.js'
import type { Project } from './project.js'

/** Where things are put in a project. */
export interface Layout {
  /** The folders that stand for `src`, `generated` and `test` of templates. */
  readonly src: string
  readonly generated: string
  readonly test: string
  readonly compilation: Compilation
}

/**
 * A service of its own has the usual folders, as far as the compiler looks at them; what is added to an
 * app, or to code with files of the same names, stands together in one folder.
 */
export function layoutOf({ app, sources }: Project, compilation: Compilation): Layout {
  const { home } = compilation
  if (app !== undefined) {
    const base = app.file.startsWith('src/') ? 'src' : path.posix.dirname(app.file)
    return together(path.posix.join(base, 'contract'), compilation)
  }
  const src = home === '.' ? 'src' : home
  if (sources.some((file) => path.posix.dirname(file) === src && SERVICE.test(file)))
    return together(`${src}/contract`, compilation)
  if (home === '.') return { src, generated: 'generated', test: 'test', compilation }
  return { src, generated: `${home}/generated`, test: `${home}/test`, compilation }
}

/** The files of a service that import each other. */
const SERVICE = /\/(app|main|secrets|security|service|store)\.[cm]?[jt]sx?$/

function together(src: string, compilation: Compilation): Layout {
  return { src, generated: `${src}/generated`, test: src, compilation }
}

/** Where a file of a template stands in the project. */
export function placeOf(file: string, layout: Layout): string {
  const [folder = '', ...rest] = file.split('/')
  const place = { src: layout.src, generated: layout.generated, test: layout.test }[folder]
  return place === undefined ? file : [place, ...rest].join('/')
}

/** The text of a template's file, as it reads where it is put. */
export function relocated(file: string, text: string, layout: Layout): string {
  const { extension, isCommonJs, compiled } = layout.compilation
  const folder = path.posix.dirname(placeOf(file, layout))
  const moved = text.replace(/(?<=\bfrom ')(\.[^']*)\.js(?=')/g, (_all, name: string) => {
    const target = path.posix.join(path.posix.dirname(file), name)
    return importSpecifier(folder, `${placeOf(target, layout)}.${extension}`)
  })
  const running = path.posix.dirname(compiled(placeOf(file, layout)))
  const document = path.posix.relative(running, `${layout.generated}/openapi.json`)
  const found = moved.replace('../../generated/openapi.json', document)
  return isCommonJs ? found.replaceAll('import.meta.dirname', '__dirname') : found
}
