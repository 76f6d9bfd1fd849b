import { importSpecifier } from '../../generator/shared/import-specifier.js'
import { runningOf } from './app-settings.js'
import type { Layout } from './layout.js'
import type { Project } from './project.js'

/** What is to be done next, in few lines. */
export function nextSteps(
  project: Project,
  { src, compilation }: Layout,
  told: { readonly run: string; readonly curl: string; readonly answer: string },
): string[] {
  const { app } = project
  if (app === undefined) {
    return [
      `next: ${told.run}`,
      `then: ${told.curl}`,
      `  which is answered ${told.answer}; handlers are in ${src}/handlers`,
    ]
  }
  const folder = app.file.split('/').slice(0, -1).join('/') || '.'
  const running = runningOf(project, compilation)
  const module = `'${importSpecifier(folder, `${src}/service.${compilation.extension}`)}'`
  return [
    `next: add these lines to ${app.file}, where the app is built:`,
    app.requires
      ? `  const { service } = require(${module})`
      : `  import { service } from ${module}`,
    `  ${app.name}.register(service())`,
    ...(running === undefined ? [] : [`then: ${running.command}`]),
  ]
}
