/** A PostgreSQL of its own, for tests and measurements, on a port of this machine. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import pg from 'pg'
import { freePort } from './free-ports.js'
import {
  type Computer,
  identity,
  type PostgresPrograms,
  postgresPrograms,
} from './postgres-programs.js'

export class PostgresServer {
  readonly port: number
  readonly #programs: PostgresPrograms
  readonly #folder: string
  #child: ChildProcess | undefined

  constructor(programs: PostgresPrograms, folder: string, port: number) {
    this.#programs = programs
    this.#folder = folder
    this.port = port
  }

  url(database = 'postgres'): string {
    return `postgres://plants@127.0.0.1:${this.port}/${database}`
  }

  get #isRunning(): boolean {
    const child = this.#child
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  /** Starts it unless it runs, and resolves when it accepts connections. A process that runs it may end. */
  async start(): Promise<void> {
    if (this.#isRunning) return
    const args = ['-D', this.#folder, '-h', '127.0.0.1', '-p', String(this.port), '-k', '']
    this.#child = spawn(this.#programs.postgres, args, {
      stdio: 'ignore',
      ...identity(),
    })
    this.#child.unref()
    while (!(await this.#isReady())) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  /** Freezes all of its processes, or lets them go on. Linux only. */
  freeze(isFrozen: boolean): void {
    const pid = this.#child?.pid as number
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const each of [pid, ...children.map(Number)]) {
      process.kill(each, isFrozen ? 'SIGSTOP' : 'SIGCONT')
    }
  }

  /** Ends it, SIGINT in order, SIGQUIT like a crash, and resolves when it has ended. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const child = this.#child
    if (child === undefined || !this.#isRunning) return
    child.ref()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  /** Ends it like a crash, and removes its folder. */
  async remove(): Promise<void> {
    await this.stop('SIGQUIT')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Runs a statement on a connection of its own. */
  async query(text: string, database?: string): Promise<readonly unknown[]> {
    const client = new pg.Client({ connectionString: this.url(database) })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  async #isReady(): Promise<boolean> {
    /* c8 ignore next -- it starts */
    if (this.#child?.exitCode !== null) throw new Error('PostgreSQL did not start')
    return this.query('select 1').then(
      () => true,
      () => false,
    )
  }
}

/** Makes a server with a folder and a port of its own, not started yet; or tells why there is none. */
export async function createPostgres(
  computer: Computer = process,
): Promise<PostgresServer | string> {
  const programs = await postgresPrograms(computer)
  if (typeof programs === 'string') return programs
  const folder = mkdtempSync(path.join(tmpdir(), 'plants-postgres-'))
  const { uid, gid } = identity()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  const options = ['-D', folder, '-U', 'plants', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  try {
    execFileSync(programs.initdb, [...options, '--no-sync'], { stdio: 'pipe', ...identity() })
    return new PostgresServer(programs, folder, await freePort())
    /* c8 ignore next 4 -- such as a folder that only root may read */
  } catch (error) {
    rmSync(folder, { recursive: true })
    return `PostgreSQL does not run here: ${(error as Error).message.replaceAll('\n', ' ')}`
  }
}
