import { fork } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { constants } from 'node:os'
import process from 'node:process'
import { EXIT_WITH_PARENT } from '../process/child.js'
import { BIN, GENERATOR_FLAGS } from '../process/own-package.js'
import { stopSignal } from '../process/signals.js'

/** Bytes of a document from which the flags save more time than another process costs. */
const LARGE = 1_000_000

/** True if the generator is faster in a process of its own, with flags that this one lacks. */
export function needsProcess(
  spec: string,
  { execArgv, connected }: Pick<NodeJS.Process, 'execArgv' | 'connected'> = process,
): boolean {
  // A parent with a channel to this process has chosen its flags.
  if (connected || GENERATOR_FLAGS.every((flag) => execArgv.includes(flag))) return false
  const { size = 0 } = statSync(spec, { throwIfNoEntry: false }) ?? {}
  return size >= LARGE
}

/** Runs a command in a process of its own, which ends with this one. Returns the exit code. */
export async function runInOwnProcess(args: readonly string[], script = BIN): Promise<number> {
  const child = fork(script, args, {
    execArgv: [...process.execArgv, ...GENERATOR_FLAGS, ...EXIT_WITH_PARENT],
  })
  const stop = stopSignal()
  stop.addEventListener('abort', () => child.kill(stop.reason))
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals]
  return code ?? 128 + constants.signals[signal]
}
