/** The server as several processes. */

import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Test } from 'tap'
import { freePort } from '../../../scripts/shared/free-ports.js'
import { dial, type Wire } from '../../helpers/wire.js'
import { linesOf, rawCreate, token } from '../helpers.js'
import { launch, type Running } from '../process.js'

export interface RunningWorkers extends Running {
  /** The process ids of the workers that listened at first. */
  readonly pids: readonly number[]
  /** Resolves with the lines of the log that have this message, when there are so many. */
  lines(msg: string, count?: number): Promise<Record<string, unknown>[]>
}

/** Starts two workers over one file; their token is `token`. */
export async function launchWorkers(
  t: Test,
  env: NodeJS.ProcessEnv = {},
  folder = t.testdir(),
  flags: readonly string[] = [],
  limit?: string,
): Promise<RunningWorkers> {
  // Not 0, for which others get another port when all have ended.
  const PORT = String(await freePort())
  const given = { PORT, WORKERS: '2', STORE_URL: 'sqlite:plants.db', BEARER_TOKENS: token, ...env }
  const running = await launch(t, given, folder, flags, limit)
  const lines = async (msg: string, count = 1) => {
    for (;;) {
      const whole = running.output.stdout.replace(/[^\n]*$/, '')
      const found = linesOf(whole).filter((line) => line.msg === msg)
      if (found.length >= count) return found
      await wait(20)
    }
  }
  const [line] = await lines(`Server listening at http://127.0.0.1:${running.port}`)
  return { ...running, token, pids: line?.workers as number[], lines }
}

/** Flags with which workers that are started wait while the file `hold` is there; `held` has the id of one. */
export const HOLD = preload(`
  import cluster from 'node:cluster'
  import fs from 'node:fs'
  const cell = new Int32Array(new SharedArrayBuffer(4))
  if (cluster.isWorker && fs.existsSync('hold')) {
    fs.writeFileSync('held', String(process.pid))
    while (fs.existsSync('hold')) Atomics.wait(cell, 0, 0, 10)
  }`)

/** Flags with which Node runs a module before the server. */
export function preload(code: string): readonly string[] {
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}

/** Keeps workers from starting until the returned function is called. */
export function hold(folder: string): () => void {
  const file = path.join(folder, 'hold')
  writeFileSync(file, '')
  return () => rmSync(file)
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await wait(20)
}

/** One connection to each of two workers, which take turns. */
export function connectBoth(t: Test, { port }: Running): Promise<[Wire, Wire]> {
  return Promise.all([dial(t, port), dial(t, port)])
}

/** Creates a plant over this connection, and resolves with the text of the response. */
export async function createOver({ socket, closed }: Wire, plant: unknown): Promise<string> {
  const response = new Promise((resolve) => socket.once('data', resolve))
  socket.write(rawCreate(JSON.stringify(plant)).join(''))
  const lost = closed.then(() => Promise.reject(new Error('the connection was closed')))
  return String(await Promise.race([response, lost]))
}
