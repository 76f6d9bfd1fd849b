import { importSpecifier } from '../../generator/shared/import-specifier.js'
import { appStart } from './app-start.js'
import type { Layout } from './layout.js'
import type { ProjectFacts } from './project.js'

/** Output about the next steps of the user. */
export function nextSteps(
  project: ProjectFacts,
  { src, compilation }: Layout,
  { run, curl, answer }: Readonly<Record<'run' | 'curl' | 'answer', string>>,
): string[] {
  const { app } = project
  if (app === undefined) {
    return [
      `next: ${run}`,
      `then: ${curl}`,
      `  which is answered ${answer}; handlers are in ${src}/handlers`,
    ]
  }
  const folder = app.file.split('/').slice(0, -1).join('/') || '.'
  const start = appStart(project, compilation)
  const module = `'${importSpecifier(folder, `${src}/service.${compilation.extension}`)}'`
  return [
    `next: add these lines to ${app.file}, where the app is built:`,
    app.requires
      ? `  const { service } = require(${module})`
      : `  import { service } from ${module}`,
    `  ${app.name}.register(service())`,
    ...(start === undefined ? [] : [`then: ${start.command}`]),
  ]
}
