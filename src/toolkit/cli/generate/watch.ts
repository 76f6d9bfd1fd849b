import { inspect } from 'node:util'
import { Session } from '../../generator/incremental/session.js'
import { changed } from '../watch/changed.js'
import { filesAt, fingerprint } from '../watch/snapshot.js'
import type { Options } from './options.js'
import { milliseconds, run } from './run.js'

/** How the generator goes on. */
export interface Watch {
  /** Ends it. */
  readonly signal: AbortSignal
  /** Told the exit code of each run. */
  ran(code: number): void
}

/**
 * Generates, then again whenever a file of the document changes, until the signal ends it. What is
 * wrong is told and ends nothing: what was generated last stays.
 */
export async function watch(
  options: Options,
  { signal, ran }: Watch,
  generate: typeof run = run,
): Promise<void> {
  const session = new Session()
  for (let since = 0; !signal.aborted; since = performance.now()) {
    const seen = new Map<string, string>()
    const opened = (file: string) => void seen.set(file, fingerprint(file))
    const code = await generate(options, { since, opened, session }).catch(fault)
    if (code !== 0) console.log(`${options.out}: left as it was, ${milliseconds(since)}`)
    ran(code)
    await changed({ seen, look: () => filesAt(seen.keys()), signal })
  }
}

/** A fault of the generator's own on a document that is being edited may go with the next edit. */
function fault(error: unknown): number {
  console.error(inspect(error))
  return 1
}
