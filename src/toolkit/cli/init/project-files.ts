import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GeneratedFile } from '../../generator/print/print.js'
import { sortedByName } from '../../generator/shared/names.js'
import { posixPath } from '../project/files.js'
import { docsFolder } from './docs-folder.js'
import type { InitDocument } from './document.js'
import { emitSecurity } from './emit-security.js'
import { emitPartialHandlers, emitService, serviceTraits } from './emit-service.js'
import { type Layout, projectPath, relocate } from './layout.js'
import { testFor } from './npm-scripts.js'
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
  const { model } = generated
  if (docsFolder(model) !== '')
    replace(files, 'src/app.ts', (text) => withDocs(text, docsFolder(model)))
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
  const own =
    app === undefined ? [] : ['src/app.ts', 'src/logger.ts', 'src/main.ts', 'tsconfig.json']
  const settings = tsconfig === undefined ? [] : ['tsconfig.json']
  for (const name of ['spec/openapi.yaml', ...own, ...settings]) files.delete(name)
  replace(files, 'test/service.test.ts', (text) => testFor(manifest, text))
  return files
}

/** The app with its document and page in a folder. */
function withDocs(app: string, prefix: string): string {
  return app.replace('docs({ document })', `docs({ document }), { prefix: '${prefix}' }`)
}

/** The app with problem details (RFC 9457) for every error. */
function withProblems(app: string): string {
  const answer = '(error, request, reply) => answerError(error, request, reply, problemDetails)'
  return app
    .replace(/^ {2}clientErrorHandler,\n {2}connections,\n {2}frameworkErrors,$/m, PROBLEM_IMPORTS)
    .replace(/^ {4}frameworkErrors,$/m, `    frameworkErrors: ${answer},`)
    .replace('serveErrors(app)', 'serveErrors(app, problemDetails)')
}

const PROBLEM_IMPORTS = '  answerError,\n  clientErrorHandler,\n  connections,\n  problemDetails,'

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

/** The page for agents that write code, which the package has, too. */
export const AGENTS = path.join(TEMPLATES, '../AGENTS.md')
