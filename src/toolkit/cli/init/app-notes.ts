import type { Compilation } from './compilation.js'
import type { ProjectFacts } from './project.js'
import { TSCONFIG } from './tsconfig-advice.js'

/**
 * The start of a JavaScript app after its compilation together with generated code: the command, and its
 * new script `start` if the present one names the file. `undefined` for an app in TypeScript, or one that
 * is compiled in place: its start does not change.
 */
export function appStart(
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
