import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Child, type ChildSettings, startChild } from '../process/child.js'
import { BIN, DIST, GENERATOR_FLAGS } from '../process/own-process.js'
import { FOLDER, treesAt } from '../project/snapshot.js'
import { type EntryPoint, exists } from './entry-point.js'

/** A script that watches the document, and the folders of its code. */
export interface GeneratorScript {
  readonly script: string
  readonly code: readonly string[]
}

/**
 * The generator, which watches the document in a process of its own.
 *
 * @param ran - Called after each run.
 */
export function generatorProcess(
  settings: ChildSettings,
  args: readonly string[],
  ran: () => void,
  { script, code }: GeneratorScript = { script: BIN, code: [DIST] },
) {
  let child: Child | undefined
  let running = ''
  const generator = {
    /** True if the last run succeeded. */
    isDone: false,
    /** Starts it, or starts it again if its code has changed; resolves after its first run. */
    async refresh(): Promise<void> {
      const current = digest(code)
      if (current === running) return
      running = current
      await child?.stop()
      await new Promise<void>((resolve) => {
        const done = (isDone: boolean) => {
          generator.isDone = isDone
          ran()
          resolve()
        }
        const message = (message: unknown) => done((message as { code: number }).code === 0)
        const ended = (why: string) => {
          console.error(`generator: ended with ${why}; waiting for a change`)
          done(false)
        }
        const all = ['generate', '--config=none', '--watch', ...args]
        child = startChild(script, all, settings, { message, ended }, GENERATOR_FLAGS)
      })
    },
    stop: async (signal: NodeJS.Signals) => child?.stop(signal),
  }
  return generator
}

/** The server of the project, in a process of its own. */
export function serverProcess(settings: ChildSettings, entry: EntryPoint) {
  let child: Child | undefined
  let compiled = ''
  let running = ''
  return {
    /** Call when the code in these folders is compiled. */
    compiled(folders: readonly string[]): void {
      compiled = digest(folders, /\.[cm]?ts$/.test(entry.file) ? TYPESCRIPT : CODE)
    },
    /** Starts the server, or starts it again if the compiled code has changed. */
    async refresh(): Promise<void> {
      if (compiled === running || !exists(entry)) return
      running = compiled
      await child?.stop()
      const { file, args, flags } = entry
      const ended = (why: string) =>
        console.error(`server: ended with ${why}; waiting for a change`)
      child = startChild(file, args, settings, { ended }, flags)
    },
    stop: async (signal: NodeJS.Signals) => child?.stop(signal),
  }
}

/** Code, and the data that it may import. */
const CODE = /\.([cm]?js|json)$/

/** Code of a server that Node runs as TypeScript. */
const TYPESCRIPT = /\.([cm]?[jt]s|json)$/

/** A hash of the code in these folders; one may be missing. */
export function digest(folders: readonly string[], code = CODE): string {
  const hash = createHash('sha256')
  const files = [...treesAt(folders, code)].filter(([, mark]) => mark !== FOLDER)
  for (const [file, mark] of files.sort(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(file).update('\0').update(hashOf(file, mark))
  }
  return hash.digest('hex')
}

/** Hashes of files with their marks: most of a project is the same after an edit. */
const known = new Map<string, { readonly mark: string; readonly hash: Buffer }>()

function hashOf(file: string, mark: string): Buffer {
  const last = known.get(file)
  if (last?.mark === mark) return last.hash
  const hash = createHash('sha256').update(read(file)).digest()
  known.set(file, { mark, hash })
  return hash
}

function read(file: string): Buffer {
  try {
    return readFileSync(file)
    /* c8 ignore next 3 -- it was removed just now, as when the compiler starts again */
  } catch {
    return Buffer.alloc(0)
  }
}
