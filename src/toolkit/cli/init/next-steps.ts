import path from 'node:path'
import { quote } from '../../generator/print/print.js'
import { importSpecifier } from '../../generator/shared/import-specifier.js'
import { quoted } from '../arguments/suggestions.js'
import type { InitCommandOptions } from '../options/command-options.js'
import { appStart } from './app-notes.js'
import { curlLine, PLAIN } from './curl-line.js'
import { docsFolder } from './docs-folder.js'
import type { AppSource } from './find-app.js'
import type { InitResult } from './init.js'
import type { Layout } from './layout.js'
import type { PackageManager } from './package-manager.js'
import type { ProjectFacts } from './project.js'
import { schemesOf } from './security-schemes.js'

/** Commands for the shell, which run in the project. */
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
  const answer = isImplemented ? '200' : '501 until there is a handler'
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
