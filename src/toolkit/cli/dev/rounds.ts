import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Executable } from '../process/child.js'
import { changed, filesAt, type Snapshot, treesAt } from '../project/changes.js'
import { CONFIG } from '../project/config-file.js'
import { type CompiledProject, readProject } from './compiled-project.js'

/** What is done from one change of the code to the next one. */
export interface DevRound {
  readonly project: CompiledProject
  /** The files that are other ones than in the last round that was done; none given: all may be. */
  readonly changed?: readonly string[]
  /** Aborted by the next change. */
  readonly until: AbortSignal
  /** Resolves with the next change. */
  readonly change: Promise<void>
  /** Call when what has changed is translated. */
  done(): void
  /** Ends the round as a change does. */
  end(): void
}

/** The rounds of a project, whose configuration is read again when it may be another one. */
export function createRounds(compiler: Executable, root: string) {
  let project: CompiledProject | undefined
  /** The files as they were read, and as they were translated. */
  let seen: Snapshot = new Map()
  let translated: Snapshot = new Map()
  let endRound = () => {}
  const config = path.join(root, CONFIG)
  const look = (): Snapshot => {
    const { configs = [], sources = [], outputs = [], hasJavaScript } = project ?? {}
    const files = hasJavaScript ? WITH_JAVASCRIPT : SOURCES
    return new Map([...filesAt([...configs, config]), ...treesAt(sources, files, outputs)])
  }
  return {
    /** Ends the round where something is another one: whoever calls it knows that nobody writes. */
    look(): void {
      if (!isDeepStrictEqual(look(), seen)) endRound()
    },
    async next(signal: AbortSignal): Promise<DevRound> {
      const before = seen
      let now = look()
      if (project === undefined || !hasSameFiles(project, before, now)) {
        project = await readProject(compiler, root)
        translated = new Map()
        now = look()
      }
      seen = now
      if (before.size > 0 && before.get(config) !== now.get(config))
        console.log(`${CONFIG}: has changed; start this command again to read it`)
      const outdated = new AbortController()
      endRound = () => outdated.abort()
      const watched = AbortSignal.any([signal, outdated.signal])
      const change = changed({ seen: now, look, signal: watched }).then(endRound)
      const files = changedFiles(translated, now, config)
      return {
        ...{ project, until: outdated.signal, change, end: endRound },
        ...(files !== undefined && { changed: files }),
        done() {
          translated = now
        },
      }
    },
  }
}

/** False if a configuration is another one, or a file came or went. */
function hasSameFiles({ configs }: CompiledProject, one: Snapshot, other: Snapshot): boolean {
  if (configs.some((config) => one.get(config) !== other.get(config))) return false
  return one.size === other.size && [...one.keys()].every((file) => other.has(file))
}

/** The files that have changed; `undefined` if all may have. */
function changedFiles(before: Snapshot, now: Snapshot, config: string): string[] | undefined {
  if (before.size === 0) return undefined
  return [...now].flatMap(([file, mark]) =>
    file === config || before.get(file) === mark ? [] : [file],
  )
}

/** Files that a developer edits; the generator watches those of the document. */
const SOURCES = /\.([cm]?tsx?|json)$/

/** Files of a project that compiles JavaScript, too; in others it may be what the compiler writes. */
const WITH_JAVASCRIPT = /\.([cm]?[jt]sx?|json)$/
