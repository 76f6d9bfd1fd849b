import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Model } from '../../generator/model/model.js'
import { doc, type GeneratedFile, key, literal, quote } from '../../generator/print/print.js'
import { sortedByName } from '../../generator/shared/names.js'
import { posixPath } from '../project/files.js'
import type { InitDocument } from './document.js'
import { type Layout, projectPath, relocate } from './layout.js'
import { runnerOf } from './package-json.js'
import type { ProjectFacts } from './project.js'
import type { ServiceScheme } from './security-schemes.js'

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

/** Most operations with one file each. */
const MAX_FILES = 50

/** True for a contract that is implemented one operation after another, in one file. */
export function isLarge({ operations }: Model): boolean {
  return operations.length > MAX_FILES
}

function traitsOf(model: Model, schemes: readonly ServiceScheme[]): Record<string, boolean> {
  const { operations } = model
  const requirements = operations.flatMap(({ security }) => security)
  const types = operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content))
  return {
    ...Object.fromEntries(schemes.map(({ kind }) => [kind, true])),
    secured: requirements.some((each) => Object.keys(each).length > 0),
    // Errors are problem details (RFC 9457).
    problems: types.some(({ mediaType }) => mediaType === 'application/problem+json'),
    large: isLarge(model),
    moved: docsFolder(model) !== '',
  }
}

export function valuesOf({ title, operations }: Model, schemes: readonly ServiceScheme[]) {
  const hasSecrets = schemes.some(({ variable }) => variable !== undefined)
  return {
    serviceComment: comment(`${title} as a Fastify plugin: \`app.register(service())\`.`),
    handlersComment: comment(
      `The handlers of ${title}: add \`async ID({ params }) { return { status, body } }\` for an operation.`,
      `The ${operations.length} operations without a handler answer 501. For one file each, move this one and run \`npx fastify-contract generate --stubs\`.`,
    ),
    secrets: hasSecrets ? 'secrets' : '_secrets',
    schemeHandlers: schemes
      .map((scheme) => `    ${key(scheme.name)}: ${handlerOf(scheme)},`)
      .join('\n'),
  }
}

function comment(...texts: readonly string[]): string {
  return doc('', ...texts).trimEnd()
}

function handlerOf({ kind, name, variable = '', scopes }: ServiceScheme): string {
  const secrets = `secrets(${quote(variable)})`
  const allowed = scopes.length === 0 ? '' : `, { scopes: ${literal(scopes)} }`
  switch (kind) {
    case 'basic':
      return `basic(amongUsers(${secrets}${allowed}))`
    case 'mutualTls':
      return 'mutualTls()'
    case 'other':
      return `nobody(${quote(name)})`
    default:
      return `${kind}(${secrets}${allowed})`
  }
}

/** Where the page and the document of a new service are: at the root, unless its contract has such paths. */
export function docsFolder({ basePath, operations }: Model): '' | '/contract' {
  const isOwn = operations.some(({ path }) =>
    /^\/(docs|openapi\.(json|yaml))(\/|$)/.test(basePath + path),
  )
  return isOwn ? '/contract' : ''
}
