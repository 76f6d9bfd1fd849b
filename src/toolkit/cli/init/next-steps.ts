import path from 'node:path'
import type { Model, Operation } from '../../generator/model/model.js'
import { quote } from '../../generator/print/print.js'
import { importSpecifier } from '../../generator/shared/import-specifier.js'
import { quoted } from '../arguments/arguments.js'
import type { InitCommandOptions } from '../options/command-options.js'
import { type Compilation, TSCONFIG } from './compilation.js'
import type { AppSource } from './find-app.js'
import type { InitResult } from './init.js'
import type { Layout } from './layout.js'
import type { PackageManager } from './package-manager.js'
import type { ProjectFacts } from './project.js'
import { docsFolder } from './project-files.js'
import { type SecretOf, type ServiceScheme, schemesOf } from './security-schemes.js'

export function shellLine({ dir }: InitCommandOptions, ...commands: readonly string[]): string {
  const folder = path.relative('.', dir)
  return [...(folder === '' ? [] : [`cd ${quoted(folder, PLAIN)}`]), ...commands].join(' && ')
}

export function nextSteps(
  result: InitResult,
  options: InitCommandOptions,
  manager: PackageManager,
): string[] {
  const { project, layout, document, secret, needsInstall } = result
  const { model } = document.generated
  if (project.app !== undefined) return stepsForApp(project, project.app, layout, model.basePath)
  const install = needsInstall && !options.install ? [`${manager} install`] : []
  const isImplemented = document.isStarter || model.operations.length === 0
  const answer = isImplemented
    ? '200'
    : '501 until there is a handler (400 where the document asks for more)'
  const condition = result.isReady ? '' : ', once what the lines with ! ask for is done'
  return [
    `next: ${shellLine(options, ...install, `${manager} run dev`)}`,
    `then: ${curlLine(model, schemesOf(model), secret)}`,
    `  which is answered ${answer}${condition}; handlers are in ${layout.handlers}`,
    `or open http://127.0.0.1:3000${docsFolder(model)}/docs in a browser`,
  ]
}

function stepsForApp(
  project: ProjectFacts,
  app: AppSource,
  { src, compilation }: Layout,
  basePath: string,
): string[] {
  const start = appStart(project, compilation)
  const module = importSpecifier(
    path.posix.dirname(app.file),
    `${src}/service.${compilation.extension}`,
  )
  const prefix = basePath === '' ? '' : `, { prefix: ${quote(basePath)} }`
  return [
    `next: add these lines to ${app.file}, where the app is built:`,
    app.requires
      ? `  const { service } = require('${module}')`
      : `  import { service } from '${module}'`,
    `  ${app.name}.register(service()${prefix})`,
    ...(start === undefined ? [] : [`then: ${start.command}`]),
  ]
}

/**
 * The start of a JavaScript app after its compilation together with generated code: the command, and its
 * new script `start` if the present one names the file. `undefined` for an app in TypeScript, or one that
 * is compiled in place: its start does not change.
 */
function appStart(
  { app, manifest, sources }: ProjectFacts,
  { compiled }: Compilation,
): { command: string; start: string | undefined } | undefined {
  if (app === undefined || !/\.[cm]?jsx?$/.test(app.file)) return undefined
  const { start = '' } = manifest.scripts ?? {}
  const words = start.split(' ')
  const started = words.find((word) => sources.includes(withoutDot(word)))
  const file = withoutDot(started ?? app.file)
  if (compiled(file) === file) return undefined
  const run = words.map((word) => (word === started ? compiled(file) : word)).join(' ')
  // fastify-cli starts an app that does not start itself.
  const command = `npx tsc && ${words[0] === 'fastify' ? `npx ${run}` : `node ${compiled(file)}`}`
  return { command, start: started === undefined ? undefined : run }
}

function withoutDot(word: string): string {
  return word.replace(/^\.\//, '')
}

/** Changes that an existing app needs outside of its own files, one line each. */
export function appNotes(project: ProjectFacts, compilation: Compilation): string[] {
  const { app, tsconfig } = project
  if (app === undefined) return []
  const start = appStart(project, compilation)?.start
  const script = `package.json: set the script start to: ${start}; what it runs now is not compiled`
  return [
    ...(tsconfig === undefined ? [`tsconfig.json: there is none; write it: ${TSCONFIG}`] : []),
    ...(start === undefined ? [] : [script]),
  ]
}

/** Words that a shell takes literally, wherever they are. */
export const PLAIN = /^[\w./:@=+-]+$/

/** A curl command for the operation with the fewest required inputs. */
function curlLine(model: Model, schemes: readonly ServiceScheme[], secret: SecretOf): string {
  const operation = model.operations.toSorted((one, other) => effort(one) - effort(other))[0]
  const { method, path } = operation ?? { method: 'GET', path: '/openapi.json' }
  const base = operation === undefined ? '' : model.basePath
  const credentials = operation === undefined ? [] : credentialsOf(operation, schemes, secret)
  const query = credentials.flatMap(({ query = [] }) => query).join('&')
  const target = encodeURI(path.replace(/\{[^{}]+\}/g, '1'))
  const url = `http://127.0.0.1:3000${base}${target}${query && `?${query}`}`
  return [
    'curl -sS',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quoted(url, PLAIN),
    ...credentials.flatMap(({ option = [] }) => option),
  ].join(' ')
}

/** Rank of an operation by the inputs that a request has to invent. */
function effort({ method, path, parameterGroups, requestBody, security }: Operation): number {
  const required = parameterGroups.flatMap(({ parameters }) =>
    parameters.filter((each) => each.required && each.in !== 'path'),
  )
  const pathParameters = path.split('{').length - 1
  const schemes = security[0] === undefined ? 0 : Object.keys(security[0]).length
  const body = requestBody?.required ? 50 : 0
  return (method === 'GET' ? 0 : 100) + body + 10 * required.length + 4 * pathParameters + schemes
}

interface CurlCredential {
  readonly option?: readonly string[]
  readonly query?: readonly string[]
}

function credentialsOf(
  { security: [first = {}] }: Operation,
  schemes: readonly ServiceScheme[],
  secret: SecretOf,
): CurlCredential[] {
  const option = (flag: string, value: string) => ({ option: [`${flag} ${quoted(value, PLAIN)}`] })
  return schemes
    .filter(({ name }) => Object.hasOwn(first, name))
    .map(({ kind, variable, scheme }): CurlCredential => {
      if (variable === undefined) return {}
      const value = secret(variable)
      if (kind === 'basic') return option('-u', value)
      if (kind === 'bearer') return option('-H', `Authorization: Bearer ${value}`)
      const name = String(scheme.parameter)
      if (scheme.in === 'query') return { query: [`${encodeURIComponent(name)}=${value}`] }
      if (scheme.in === 'cookie') return option('-b', `${name}=${value}`)
      return option('-H', `${name}: ${value}`)
    })
}
