import type { GeneratedFile } from '../../generator/print/print.js'
import { sortedByName } from '../../generator/shared/names.js'
import type { InitDocument } from './document.js'
import { emitSecurity } from './emit-security.js'
import { emitPartialHandlers, emitService, serviceTraits } from './emit-service.js'
import { type Layout, projectPath, relocate } from './layout.js'
import { testFor } from './npm-scripts.js'
import type { ProjectFacts } from './project.js'
import type { ServiceScheme } from './security-schemes.js'
import { template } from './templates.js'

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
