import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GeneratedFile } from '../../generator/print/print.js'
import { sortedByName } from '../../generator/shared/names.js'
import { posixPath } from '../project/files.js'
import type { InitDocument } from './document.js'
import { type Layout, projectPath, relocate } from './layout.js'
import { runnerOf } from './npm-scripts.js'
import type { ProjectFacts } from './project.js'
import type { ServiceScheme } from './security-schemes.js'
import { isLarge, traitsOf, valuesOf } from './template-values.js'

/** The files that are written once and then belong to the user. */
export function projectFiles(
  project: ProjectFacts,
  { generated: { model }, isStarter }: InitDocument,
  layout: Layout,
  schemes: readonly ServiceScheme[],
): GeneratedFile[] {
  const { isCommonJs } = layout.compilation
  const runner = runnerOf(project.manifest)
  // With `verbatimModuleSyntax`, files of CommonJS cannot have `import` (TS1295).
  const own = { module: !isCommonJs, vitest: runner === 'vitest' }
  const traits = { ...traitsOf(model, schemes), ...own }
  const dirname = isCommonJs ? '__dirname' : 'import.meta.dirname'
  const values = { ...valuesOf(model, schemes), dirname }
  const files = templateFiles(project, isStarter)
  if (schemes.length === 0) files.delete('src/security.ts')
  if (!isLarge(model)) files.delete('src/handlers/index.ts')
  // Jest by default does not load ES modules such as the toolkit.
  if (runner === 'jest') files.delete('test/service.test.ts')
  return sortedByName(files, ([name]) => name).map(([name, template]) => {
    const text = fillTemplate(template, traits, values)
    const isCode = name.endsWith('.ts')
    return { name: projectPath(name, layout), text: isCode ? relocate(name, text, layout) : text }
  })
}

function templateFiles({ app, tsconfig }: ProjectFacts, isStarter: boolean): Map<string, string> {
  const files = new Map([
    ...template('service'),
    ...(isStarter ? template('starter') : []),
    ...(app === undefined ? [] : template('app')),
  ])
  const own =
    app === undefined ? [] : ['src/app.ts', 'src/logger.ts', 'src/main.ts', 'tsconfig.json']
  const settings = tsconfig === undefined ? [] : ['tsconfig.json']
  for (const name of ['spec/openapi.yaml', ...own, ...settings]) files.delete(name)
  return files
}

/** The folder of the templates, which the package has beside its code. */
export const TEMPLATES = fileURLToPath(new URL('../../../templates/', import.meta.url))

function template(name: 'app' | 'service' | 'starter'): [name: string, text: string][] {
  const folder = path.join(TEMPLATES, name)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => {
      const own = posixPath(path.relative(folder, file)).replace(/\.template$/, '')
      return [own, readFileSync(file, 'utf8')]
    })
}

/** The page for agents that write code, which the package has, too. */
export const AGENTS = path.join(TEMPLATES, '../AGENTS.md')

/** The end of a line that is kept where a trait is true, or, with `!`, where it is not. */
const CONDITION = /^(.*?) ?\/\/: (!?)(\w+)$/

/** The text of a template for a project: lines that apply, and values in place of their names in `{{}}`. */
function fillTemplate(
  text: string,
  traits: Readonly<Record<string, boolean>>,
  values: Readonly<Record<string, string>>,
): string {
  const lines = text.split('\n').flatMap((line) => {
    const [, kept = '', not, trait] = CONDITION.exec(line) ?? []
    if (trait === undefined) return [line]
    return (traits[trait] ?? false) === (not === '') ? [kept] : []
  })
  const filled = lines.join('\n').replace(/\{\{(\w+)\}\}/g, (_all, name) => values[name] as string)
  return filled.replace(/^import \{\n((?: {2}.+,\n)+)\} from (.+)$/gm, shortImport)
}

const WIDTH = 100

/** An import on one line if it fits, as a formatter of code writes it. */
function shortImport(long: string, list: string, module: string): string {
  const names = list.trim().replace(/,$/, '').split(/,\s+/)
  const areTypes = names.every((name) => name.startsWith('type '))
  const own = areTypes ? names.map((name) => name.slice('type '.length)) : names
  const short = `import ${areTypes ? 'type ' : ''}{ ${own.join(', ')} } from ${module}`
  return short.length <= WIDTH ? short : long
}
