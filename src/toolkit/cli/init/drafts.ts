import { sortedByName } from '../../generator/shared/sort-by-name.js'
import type { Document } from './document.js'
import { type Layout, placeOf, relocated } from './layout.js'
import type { Project } from './project.js'
import type { Scheme } from './schemes.js'
import { emitSecurity } from './security.js'
import { emitPartialHandlers, emitService, natureOf } from './service.js'
import { type Draft, template } from './templates.js'
import { forRunner } from './test-runner.js'

/** The files of a project that are its user's from then on, as they read where they are put. */
export function draftsOf(
  project: Project,
  document: Document,
  layout: Layout,
  schemes: readonly Scheme[],
): Draft[] {
  const nature = natureOf(document.generated.model)
  const all = new Map<string, string>()
  const add = (drafts: readonly Draft[]) => {
    for (const { name, text } of drafts) all.set(name, text)
  }
  add(template('service'))
  if (document.isStarter) add(template('starter'))
  if (project.app !== undefined) add(template('app'))
  choose(all, project, nature.hasProblems)
  if (layout.compilation.isCommonJs) inCommonJs(all)
  all.set('src/service.ts', emitService(nature))
  if (schemes.length > 0) all.set('src/security.ts', emitSecurity(schemes))
  if (nature.isLarge) all.set('src/handlers/index.ts', emitPartialHandlers(nature.model))
  const sorted = sortedByName(all, ([name]) => name)
  return sorted.map(([name, text]) => ({
    name: placeOf(name, layout),
    text: name.endsWith('.ts') ? relocated(name, text, layout) : text,
  }))
}

/** Files of CommonJS cannot be written with `import` otherwise (TS1295). */
function inCommonJs(all: Map<string, string>): void {
  const tsconfig = all.get('tsconfig.json')?.replace(/^ *"verbatimModuleSyntax": true,\n/m, '')
  if (tsconfig !== undefined) all.set('tsconfig.json', tsconfig)
}

const TEST = 'test/service.test.ts'

/** Leaves out what this project has otherwise. */
function choose(all: Map<string, string>, project: Project, hasProblems: boolean): void {
  const { app, manifest, tsconfig } = project
  if (hasProblems) all.set('src/app.ts', all.get('src/app-problems.ts') as string)
  const own = ['src/app.ts', 'src/main.ts', 'tsconfig.json']
  const unwanted = [
    ...['src/app-problems.ts', 'gitignore', 'spec/openapi.yaml'],
    ...(app === undefined ? [] : own),
    ...(tsconfig === undefined ? [] : ['tsconfig.json']),
  ]
  const test = forRunner(all.get(TEST) as string, manifest)
  if (test === undefined) unwanted.push(TEST)
  else all.set(TEST, test)
  for (const name of unwanted) all.delete(name)
}
