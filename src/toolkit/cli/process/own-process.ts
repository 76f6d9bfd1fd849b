import { fork } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { type NpmProcess, stopWithNpm } from '../../runtime/process/stop-with-npm.js'
import { EXIT_WITH_PARENT } from './child.js'

const require = createRequire(import.meta.url)
const root = path.dirname(require.resolve('fastify-contract/package.json'))

/** The script that `npx fastify-contract` runs. */
export const BIN = path.join(root, 'bin/fastify-contract.js')

export const DIST = path.join(root, 'dist')

export function ownVersion(): string {
  return require('fastify-contract/package.json').version
}

/**
 * Options of Node for the generator: one helper thread for each other core. By default Node has four,
 * whose optimizing takes a third of the time away from the generator on two cores.
 */
export const GENERATOR_FLAGS: readonly string[] = ['--v8-pool-size=0']

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

interface SignalledProcess extends NpmProcess {
  on(signal: NodeJS.Signals, listener: () => void): unknown
}

/** A signal that is aborted, with the name as its reason, by SIGINT, SIGTERM or SIGHUP, and when npm is gone. */
export function stopSignal(own: SignalledProcess = process): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    own.on(name, () => controller.abort(name))
  }
  stopWithNpm(own)
  return controller.signal
}
