import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GeneratedFile } from '../../generator/print/print.js'
import { importSpecifier } from '../../generator/shared/import-specifier.js'
import { sortedByName } from '../../generator/shared/names.js'
import { posixPath } from '../project/files.js'
import type { Compilation } from './compilation.js'
import type { InitDocument } from './document.js'
import { emitSecurity } from './emit-security.js'
import { emitPartialHandlers, emitService, serviceTraits } from './emit-service.js'
import { testFor } from './package-json.js'
import type { ProjectFacts } from './project.js'
import type { ServiceScheme } from './security-schemes.js'

/** The files that are written once and then belong to the user. */
export function projectFiles(
  project: ProjectFacts,
  document: InitDocument,
  layout: Layout,
  schemes: readonly ServiceScheme[],
): GeneratedFile[] {
  const traits = serviceTraits(document.generated.model)
  const templates = [
    ...template('service'),
    ...(document.isStarter ? template('starter') : []),
    ...(project.app === undefined ? [] : template('app')),
  ]
  const files = new Map(templates.map(({ name, text }) => [name, text]))
  selectFiles(files, project, traits.hasProblems)
  if (layout.compilation.isCommonJs) allowCommonJs(files)
  files.set('src/service.ts', emitService(traits))
  if (schemes.length > 0) files.set('src/security.ts', emitSecurity(schemes))
  if (traits.isLarge) files.set('src/handlers/index.ts', emitPartialHandlers(traits.model))
  return sortedByName(files, ([name]) => name).map(([name, text]) => ({
    name: projectPath(name, layout),
    text: name.endsWith('.ts') ? relocate(name, text, layout) : text,
  }))
}

/** With this option, files of CommonJS cannot have `import` (TS1295). */
function allowCommonJs(files: Map<string, string>): void {
  const tsconfig = files.get('tsconfig.json')?.replace(/^ *"verbatimModuleSyntax": true,\n/m, '')
  if (tsconfig !== undefined) files.set('tsconfig.json', tsconfig)
}

const TEST = 'test/service.test.ts'

/** Removes the files that the project has already or does not need. */
function selectFiles(
  files: Map<string, string>,
  project: ProjectFacts,
  hasProblems: boolean,
): void {
  const { app, manifest, tsconfig } = project
  if (hasProblems) files.set('src/app.ts', files.get('src/app-problems.ts') as string)
  const own = ['src/app.ts', 'src/main.ts', 'tsconfig.json']
  const unwanted = [
    ...['src/app-problems.ts', 'gitignore', 'spec/openapi.yaml'],
    ...(app === undefined ? [] : own),
    ...(tsconfig === undefined ? [] : ['tsconfig.json']),
  ]
  const test = testFor(manifest, files.get(TEST) as string)
  if (test === undefined) unwanted.push(TEST)
  else files.set(TEST, test)
  for (const name of unwanted) files.delete(name)
}

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
  if (app !== undefined) {
    const base = app.file.startsWith('src/') ? 'src' : path.posix.dirname(app.file)
    return oneFolder(path.posix.join(base, 'contract'), compilation)
  }
  const src = home === '.' ? 'src' : home
  if (sources.some((file) => path.posix.dirname(file) === src && SERVICE.test(file)))
    return oneFolder(`${src}/contract`, compilation)
  if (home === '.') return { src, generated: 'generated', test: 'test', compilation }
  return { src, generated: `${home}/generated`, test: `${home}/test`, compilation }
}

/** Files of a service, which import each other. */
const SERVICE = /\/(app|main|secrets|security|service|store)\.[cm]?[jt]sx?$/

function oneFolder(src: string, compilation: Compilation): Layout {
  return { src, generated: `${src}/generated`, test: src, compilation }
}

/** The path in the project of a template's file. */
export function projectPath(file: string, layout: Layout): string {
  const [folder = '', ...rest] = file.split('/')
  const target = { src: layout.src, generated: layout.generated, test: layout.test }[folder]
  return target === undefined ? file : [target, ...rest].join('/')
}

/** The text of a template's file, with its relative paths as they are in the project. */
export function relocate(file: string, text: string, layout: Layout): string {
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
export function template(name: 'app' | 'service' | 'starter'): GeneratedFile[] {
  const folder = path.join(TEMPLATES, name)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      name: posixPath(path.relative(folder, file)),
      text: readFileSync(file, 'utf8'),
    }))
}
