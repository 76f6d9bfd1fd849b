import { fork } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { constants } from 'node:os'
import process from 'node:process'
import { BIN } from '../bin.js'
import { GENERATOR_FLAGS } from '../generator-flags.js'
import { stopped } from '../stopped.js'

/** Bytes of a document from which the flags gain more than the start of another process costs. */
const LARGE = 1_000_000

const WITH_PARENT = new URL('../dev/with-parent.js', import.meta.url).href

/** Whether the generator is better off in a process of its own, with flags that this one lacks. */
export function needsProcess(
  spec: string,
  { execArgv, connected }: Pick<NodeJS.Process, 'execArgv' | 'connected'> = process,
): boolean {
  // Whoever has a channel to this process has chosen how it runs.
  if (connected || GENERATOR_FLAGS.every((flag) => execArgv.includes(flag))) return false
  const { size = 0 } = statSync(spec, { throwIfNoEntry: false }) ?? {}
  return size >= LARGE
}

/** Runs a command in a process of its own, which ends with this one. Returns the exit code. */
export async function inOwnProcess(args: readonly string[], script = BIN): Promise<number> {
  const child = fork(script, args, {
    execArgv: [...process.execArgv, ...GENERATOR_FLAGS, '--import', WITH_PARENT],
  })
  const stop = stopped()
  stop.addEventListener('abort', () => child.kill(stop.reason))
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals]
  return code ?? 128 + constants.signals[signal]
}
