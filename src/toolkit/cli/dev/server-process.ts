import { createHash } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isInside } from '../../generator/shared/import-specifier.js'
import { type Child, type ChildSettings, startChild } from '../process/child.js'
import { FOLDER, filesAt, type Snapshot, treesAt } from '../project/changes.js'
import { type EntryPoint, exists } from './entry-point.js'

/** A server that is not let go yet. */
interface Waiting {
  readonly child: Child
  /** What is installed, as it was when the server loaded of it. */
  readonly installed: Snapshot
}

/** The server of the project, in a process of its own. */
export function serverProcess(settings: ChildSettings, entry: EntryPoint) {
  const { root, env } = settings
  const { file, args, flags } = entry
  let child: Child | undefined
  let waiting: Waiting | undefined
  let code: readonly string[] = []
  let compiled = ''
  let running = ''
  const installed = () =>
    filesAt(['package.json', 'node_modules'].map((each) => path.join(root, each)))
  const start = (more: readonly string[] = []): Child => {
    const ended = (why: string) => {
      if (waiting?.child === started) waiting = undefined
      else console.error(`server: ended with ${why}; waiting for a change`)
    }
    const started = startChild(file, args, settings, { ended }, [...flags, ...more])
    return started
  }
  const takeWaiting = async () => {
    const { child: next, installed: before } = waiting ?? {}
    waiting = undefined
    if (next === undefined || isDeepStrictEqual(before, installed())) return next
    await next.stop('SIGKILL')
    return undefined
  }
  return {
    /** Call when the code in these folders is compiled. */
    compiled(folders: readonly string[]): void {
      code = folders
      compiled = digest(folders, /\.[cm]?ts$/.test(file) ? TYPESCRIPT : undefined)
    },
    /** Starts the server, or starts it again if the compiled code has changed. */
    async refresh(): Promise<void> {
      if (compiled === running || !exists(entry)) return
      running = compiled
      const [next] = await Promise.all([takeWaiting(), child?.stop()])
      next?.go()
      child = next ?? start()
    },
    /** Lets the next server load what it needs beside the code of the project, and wait. */
    prepare(): void {
      // Options may make it listen, or load code before all other.
      if (waiting !== undefined || flags.length > 0 || env.NODE_OPTIONS || !exists(entry)) return
      const before = installed()
      waiting = { child: start(['--import', standBy(root, code)]), installed: before }
    },
    stop: async (signal: NodeJS.Signals) => {
      await Promise.all([waiting?.child.stop('SIGKILL'), child?.stop(signal)])
    },
  }
}

/** The module that loads packages and waits; of what is compiled here, nothing is loaded. */
function standBy(root: string, code: readonly string[]): string {
  const { resolve } = createRequire(path.join(root, 'package.json'))
  const url = new URL('../process/stand-by.js', import.meta.url)
  for (const name of ['fastify', 'fastify-contract']) {
    try {
      const real = realpathSync(resolve(name))
      if (!code.some((folder) => isCode(real, folder))) url.searchParams.append('package', name)
    } catch {
      // It is not installed here.
    }
  }
  return url.href
}

function isCode(file: string, folder: string): boolean {
  const isInstalled = path.relative(folder, file).split(path.sep).includes('node_modules')
  return isInside(file, folder) && !isInstalled
}

/** Code, and the data that it may import. */
const CODE = /\.([cm]?js|json)$/

/** Code of a server that Node runs as TypeScript. */
export const TYPESCRIPT = /\.([cm]?[jt]s|json)$/

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
