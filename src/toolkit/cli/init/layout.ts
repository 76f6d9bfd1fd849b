import path from 'node:path'
import { importSpecifier } from '../../generator/shared/import-specifier.js'
import type { Compilation } from './compilation.js'
import type { ProjectFacts } from './project.js'

/** The folders of new files in a project. */
export interface Layout {
  /** Replacements of `src/handlers`, `src`, `generated` and `test` in paths of templates. */
  readonly handlers: string
  readonly src: string
  readonly generated: string
  readonly test: string
  readonly compilation: Compilation
}

/**
 * A new service has the usual folders, inside the folder that is compiled. Files that are added to an app,
 * or to code with files of the same names, share one folder.
 */
export function layoutOf({ app, sources }: ProjectFacts, compilation: Compilation): Layout {
  const { home } = compilation
  const src = home === '.' ? 'src' : home
  const isTaken = sources.some((file) => path.posix.dirname(file) === src && SERVICE.test(file))
  if (app === undefined && !isTaken) {
    const folder = (name: string) => path.posix.join(home, name)
    const handlers = `${src}/handlers`
    return { handlers, src, generated: folder('generated'), test: folder('test'), compilation }
  }
  const appFolder = app?.file.startsWith('src/') ? 'src' : path.posix.dirname(app?.file ?? src)
  const one = path.posix.join(app === undefined ? src : appFolder, 'contract')
  const within = { handlers: `${one}/handlers`, generated: `${one}/generated` }
  return { ...within, src: one, test: one, compilation }
}

/** Files of a service, which import each other. */
const SERVICE = /\/(app|logger|main|secrets|security|service|store)\.[cm]?[jt]sx?$/

/** The path in the project of a template's file. */
export function projectPath(file: string, layout: Layout): string {
  if (file.startsWith(HANDLERS))
    return path.posix.join(layout.handlers, file.slice(HANDLERS.length))
  const [folder = '', ...rest] = file.split('/')
  const target = { src: layout.src, generated: layout.generated, test: layout.test }[folder]
  return target === undefined ? file : path.posix.join(target, ...rest)
}

const HANDLERS = 'src/handlers/'

/** The text of a template's file, with its relative paths as they are in the project. */
export function relocate(file: string, text: string, layout: Layout): string {
  const { extension, compiled } = layout.compilation
  const folder = path.posix.dirname(projectPath(file, layout))
  const moved = text.replace(/(?<=\bfrom ')(\.[^']*)\.js(?=')/g, (_all, name: string) => {
    const target = path.posix.join(path.posix.dirname(file), name)
    return importSpecifier(folder, `${projectPath(target, layout)}.${extension}`)
  })
  const running = path.posix.dirname(compiled(projectPath(file, layout)))
  const document = path.posix.relative(running, `${layout.generated}/openapi.json`)
  return moved.replace('../../generated/openapi.json', document)
}
