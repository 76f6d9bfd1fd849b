import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GeneratedFile } from '../../generator/print/print.js'
import { importSpecifier } from '../../generator/shared/import-specifier.js'
import { sortedByName } from '../../generator/shared/names.js'
import { posixPath } from '../project/files.js'
import type { Compilation } from './compilation.js'
import type { InitDocument } from './document.js'
import { emitPartialHandlers, emitSecurity, emitService, serviceTraits } from './emit.js'
import { testFor } from './package-json.js'
import type { ProjectFacts } from './project.js'
import type { ServiceScheme } from './security-schemes.js'

/** The files that are written once and then belong to the user. */
export function projectFiles(
  project: ProjectFacts,
  { generated, isStarter }: InitDocument,
  layout: Layout,
  schemes: readonly ServiceScheme[],
): GeneratedFile[] {
  const traits = serviceTraits(generated.model)
  const files = templateFiles(project, isStarter)
  if (traits.hasProblems) replace(files, 'src/app.ts', withProblems)
  // With this option, files of CommonJS cannot have `import` (TS1295).
  const option = /^ *"verbatimModuleSyntax": true,\n/m
  if (layout.compilation.isCommonJs)
    replace(files, 'tsconfig.json', (text) => text.replace(option, ''))
  files.set('src/service.ts', emitService(traits))
  if (schemes.length > 0) files.set('src/security.ts', emitSecurity(schemes))
  if (traits.isLarge) files.set('src/handlers/index.ts', emitPartialHandlers(traits.model))
  return sortedByName(files, ([name]) => name).map(([name, text]) => ({
    name: projectPath(name, layout),
    text: name.endsWith('.ts') ? relocate(name, text, layout) : text,
  }))
}

/** Replaces the text of a file, or removes the file; not if there is none. */
function replace(
  files: Map<string, string>,
  name: string,
  by: (text: string) => string | undefined,
): void {
  const text = files.get(name)
  const result = text && by(text)
  if (result === undefined) files.delete(name)
  else files.set(name, result)
}

/** The files of the templates, without those that the project has already or does not need. */
function templateFiles(
  { app, manifest, tsconfig }: ProjectFacts,
  isStarter: boolean,
): Map<string, string> {
  const files = new Map([
    ...template('service'),
    ...(isStarter ? template('starter') : []),
    ...(app === undefined ? [] : template('app')),
  ])
  const own = app === undefined ? [] : ['src/app.ts', 'src/main.ts', 'tsconfig.json']
  const settings = tsconfig === undefined ? [] : ['tsconfig.json']
  for (const name of ['spec/openapi.yaml', ...own, ...settings]) files.delete(name)
  replace(files, 'test/service.test.ts', (text) => testFor(manifest, text))
  return files
}

/** The app with problem details (RFC 9457) for every error. */
function withProblems(app: string): string {
  const answer = '(error, request, reply) => answerError(error, request, reply, problemDetails)'
  return app
    .replace(/^ {2}clientErrorHandler,\n {2}frameworkErrors,$/m, PROBLEM_IMPORTS)
    .replace(/^ {4}frameworkErrors,$/m, `    frameworkErrors: ${answer},`)
    .replace('serveErrors(app)', 'serveErrors(app, problemDetails)')
}

const PROBLEM_IMPORTS = '  answerError,\n  clientErrorHandler,\n  problemDetails,'

/** The folders of new files in a project. */
export interface Layout {
  /** Replacements of `src`, `generated` and `test` in paths of templates. */
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
    return { src, generated: folder('generated'), test: folder('test'), compilation }
  }
  const appFolder = app?.file.startsWith('src/') ? 'src' : path.posix.dirname(app?.file ?? src)
  const one = path.posix.join(app === undefined ? src : appFolder, 'contract')
  return { src: one, generated: `${one}/generated`, test: one, compilation }
}

/** Files of a service, which import each other. */
const SERVICE = /\/(app|main|secrets|security|service|store)\.[cm]?[jt]sx?$/

/** The path in the project of a template's file. */
function projectPath(file: string, layout: Layout): string {
  const [folder = '', ...rest] = file.split('/')
  const target = { src: layout.src, generated: layout.generated, test: layout.test }[folder]
  return target === undefined ? file : [target, ...rest].join('/')
}

/** The text of a template's file, with its relative paths as they are in the project. */
function relocate(file: string, text: string, layout: Layout): string {
  const { extension, isCommonJs, compiled } = layout.compilation
  const folder = path.posix.dirname(projectPath(file, layout))
  const moved = text.replace(/(?<=\bfrom ')(\.[^']*)\.js(?=')/g, (_all, name: string) => {
    const target = path.posix.join(path.posix.dirname(file), name)
    return importSpecifier(folder, `${projectPath(target, layout)}.${extension}`)
  })
  const running = path.posix.dirname(compiled(projectPath(file, layout)))
  const document = path.posix.relative(running, `${layout.generated}/openapi.json`)
  const result = moved.replace('../../generated/openapi.json', document)
  return isCommonJs ? result.replaceAll('import.meta.dirname', '__dirname') : result
}

/** The folder of the templates, which the package has beside its code. */
export const TEMPLATES = fileURLToPath(new URL('../../../templates/', import.meta.url))

/** The files of a template, by their paths in a project. */
function template(name: 'app' | 'service' | 'starter'): [name: string, text: string][] {
  const folder = path.join(TEMPLATES, name)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [posixPath(path.relative(folder, file)), readFileSync(file, 'utf8')])
}
