/** One node of Cassandra, as a process that ends with this one. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { ADDRESSES, javaArguments, LOGBACK, type NodePlace, PORT, settingsOf } from './settings.js'

/**
 * Runs Java, and kills it when the input ends: when this process closes it, and when it dies. The shell ends
 * with Java.
 */
const SHELL = `
  exec 3<&0
  "$0" "$@" < /dev/null &
  java=$!
  echo $java > pid
  (cat <&3 > /dev/null; kill -9 $java) &
  wait $java`

const START_TIMEOUT = 180_000

export class CassandraNode {
  readonly address: string
  readonly #place: NodePlace
  readonly #programs: string
  #child: ChildProcess | undefined

  constructor(place: NodePlace, programs: string) {
    this.#place = place
    this.#programs = programs
    this.address = ADDRESSES[place.number] as string
    mkdirSync(place.folder)
    writeFileSync(path.join(place.folder, 'cassandra.yaml'), settingsOf(place))
    writeFileSync(path.join(place.folder, 'logback.xml'), LOGBACK)
  }

  /** Starts it, and resolves with the seconds until it took connections. */
  async start(): Promise<number> {
    const begun = performance.now()
    const log = openSync(this.#log, 'a')
    const args = ['-c', SHELL, 'java', ...javaArguments(this.#place, this.#programs)]
    this.#child = spawn('sh', args, { stdio: ['pipe', log, log], cwd: this.#place.folder })
    closeSync(log)
    while (!(await accepts(this.address))) {
      const isLate = performance.now() - begun > START_TIMEOUT
      if (isLate || this.#child.exitCode !== null) throw new Error(this.#lastLines())
      await wait(100)
    }
    return (performance.now() - begun) / 1000
  }

  /** Ends it like a crash, and resolves when it has ended. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    // One that could not start has ended already.
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.stdin?.end()
    await ended
  }

  /** Stops its process where it is, or lets it go on. */
  freeze(isFrozen: boolean): void {
    const pid = Number(readFileSync(path.join(this.#place.folder, 'pid'), 'utf8'))
    process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT')
  }

  get #log(): string {
    return path.join(this.#place.folder, 'log')
  }

  #lastLines(): string {
    return `Cassandra did not start: ${readFileSync(this.#log, 'utf8').slice(-2_000)}`
  }
}

async function accepts(host: string): Promise<boolean> {
  const socket = connect({ host, port: PORT })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
