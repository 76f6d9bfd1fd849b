/** The server as a process of its own. */

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'

const main = fileURLToPath(new URL('../../src/server/main.js', import.meta.url))

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  readonly base: string
  readonly port: number
  /** The printed command. */
  readonly curl: string
  /** The token that it generated. */
  readonly token: string
  readonly exit: Promise<Exit>
  /** Sends it a signal to stop, and resolves with its end. */
  end(signal?: NodeJS.Signals): Promise<Exit>
  readonly output: { readonly stdout: string; readonly stderr: string }
  /** Resolves when a text has appeared on stdout; rejects when the process ends without it. */
  logged(text: string): Promise<void>
}

/**
 * Starts the server in a folder, with the smallest possible environment. The shell keeps the loader of the test
 * runner away, which takes as much time as the server.
 *
 * @param limit - a command of the shell that runs before, such as `ulimit`.
 */
function run(
  t: Test,
  env: NodeJS.ProcessEnv,
  cwd: string,
  flags: readonly string[] = [],
  limit = 'true',
) {
  const shell = ['-c', `unset NODE_OPTIONS; ${limit} && exec "$0" "$@"`]
  const child = spawn('sh', [...shell, process.execPath, ...flags, main], {
    cwd,
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (output.stderr += text))
  const exit = new Promise<Exit>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, ...output }))
  })
  const until = (found: () => boolean, what: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => found() && resolve()
      child.stdout.on('data', look)
      child.stderr.on('data', look)
      exit.then(({ stderr }) => reject(new Error(`ended without ${what}: ${stderr}`)))
      look()
    })
  return { child, output, exit, until }
}

/** Starts a server that is expected to end by itself. */
export function fail(
  t: Test,
  env: NodeJS.ProcessEnv,
  cwd: string,
  flags?: readonly string[],
): Promise<Exit> {
  return run(t, env, cwd, flags).exit
}

/** Starts a server, and resolves when it has printed its banner. */
export async function launch(
  t: Test,
  env: NodeJS.ProcessEnv,
  cwd: string,
  flags: readonly string[] = [],
  limit?: string,
): Promise<Running> {
  const { child, output, exit, until } = run(t, env, cwd, flags, limit)
  const printed = /^ {2}curl (?:.* \\\n +)*.*[^\\\n]\n/m
  await until(() => printed.test(output.stdout + output.stderr), 'a banner')
  const text = output.stdout + output.stderr
  const base = /base URL {2}(\S+)/.exec(text)?.[1] as string
  return {
    child,
    base,
    port: Number(new URL(base).port),
    curl: printed.exec(text)?.[0].trim() as string,
    token: /token {5}(\S+)/.exec(text)?.[1] ?? '',
    exit,
    end(signal = 'SIGTERM') {
      child.kill(signal)
      return exit
    },
    output,
    logged: (text) => until(() => output.stdout.includes(text), text),
  }
}

/** Creates a plant; resolves with the status and the body. */
export async function create(
  { base, token }: { base: string; token: string },
  plant: unknown,
): Promise<[status: number, body: unknown]> {
  const response = await fetch(`${base}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(plant),
  })
  return [response.status, await response.json()]
}
