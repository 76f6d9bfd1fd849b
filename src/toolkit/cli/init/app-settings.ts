import type { Compilation } from './compiled.js'
import type { Project } from './project.js'

/** A tsconfig.json that compiles an app and what is generated, on one line. */
export const TSCONFIG = JSON.stringify(
  {
    compilerOptions: {
      ...{ target: 'es2023', module: 'nodenext', types: ['node'], rootDir: '.', outDir: 'dist' },
      ...{ strict: true, skipLibCheck: true, allowJs: true, checkJs: false },
    },
  },
  null,
  ' ',
).replace(/\n\s*/g, ' ')

/** How an app in JavaScript runs from now on: where it is compiled with what is generated. */
export interface Running {
  readonly command: string
  /** What its script `start` has to be; `undefined`: that does not run the file itself. */
  readonly start: string | undefined
}

/** None for an app in TypeScript, which is compiled already, or that is compiled in its place. */
export function runningOf(
  { app, manifest, sources }: Project,
  { compiled }: Compilation,
): Running | undefined {
  if (app === undefined || !/\.[cm]?jsx?$/.test(app.file)) return undefined
  const { start = '' } = manifest.scripts ?? {}
  const words = start.split(' ')
  const started = words.find((word) => sources.includes(plain(word)))
  const file = plain(started ?? app.file)
  if (compiled(file) === file) return undefined
  const run = words.map((word) => (word === started ? compiled(file) : word)).join(' ')
  return {
    command: `npx tsc && node ${compiled(file)}`,
    start: started === undefined ? undefined : run,
  }
}

function plain(word: string): string {
  return word.replace(/^\.\//, '')
}

/** What an app needs that is not in its files, a line each. */
export function notesFor(project: Project, compilation: Compilation): string[] {
  const { app, tsconfig } = project
  if (app === undefined) return []
  const start = runningOf(project, compilation)?.start
  return [
    ...(tsconfig === undefined ? [`tsconfig.json: there is none; write it: ${TSCONFIG}`] : []),
    ...(start === undefined
      ? []
      : [`package.json: set the script start to: ${start}; what it runs now is not compiled`]),
  ]
}
