import type { Compilation } from './compilation.js'
import type { ProjectFacts } from './project.js'

/** A tsconfig.json, on one line, that compiles an app with the generated code. */
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

/** The start of a JavaScript app after its compilation together with generated code. */
export interface AppStart {
  readonly command: string
  /** Its new script `start`; `undefined` if the present one does not name the file. */
  readonly start: string | undefined
}

/** `undefined` for an app in TypeScript, or one that is compiled in place: its start does not change. */
export function appStart(
  { app, manifest, sources }: ProjectFacts,
  { compiled }: Compilation,
): AppStart | undefined {
  if (app === undefined || !/\.[cm]?jsx?$/.test(app.file)) return undefined
  const { start = '' } = manifest.scripts ?? {}
  const words = start.split(' ')
  const started = words.find((word) => sources.includes(withoutDot(word)))
  const file = withoutDot(started ?? app.file)
  if (compiled(file) === file) return undefined
  const run = words.map((word) => (word === started ? compiled(file) : word)).join(' ')
  return {
    command: `npx tsc && node ${compiled(file)}`,
    start: started === undefined ? undefined : run,
  }
}

function withoutDot(word: string): string {
  return word.replace(/^\.\//, '')
}

/** Changes that an existing app needs outside of its own files, one line each. */
export function appNotes(project: ProjectFacts, compilation: Compilation): string[] {
  const { app, tsconfig } = project
  if (app === undefined) return []
  const start = appStart(project, compilation)?.start
  return [
    ...(tsconfig === undefined ? [`tsconfig.json: there is none; write it: ${TSCONFIG}`] : []),
    ...(start === undefined
      ? []
      : [`package.json: set the script start to: ${start}; what it runs now is not compiled`]),
  ]
}
