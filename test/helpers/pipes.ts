import { spawn } from 'node:child_process'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'

/** The outputs of a process that go into a pipe without a reader. */
export const UNREAD = {
  stdout: '2>/dev/null | true',
  stderr: '2>&1 >/dev/null | true',
  both: '2>&1 | true',
} as const

/** Reason why this system has no pipes of a shell. */
export const noShell = process.platform === 'win32' ? 'there is no sh here' : false

/** A process that writes into a pipe without a reader; `ended` has its exit code. */
export async function withoutReader(
  t: Test,
  command: readonly string[],
  unread: keyof typeof UNREAD,
  { env = {}, cwd = process.cwd() }: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<{ readonly pid: number; readonly ended: Promise<number> }> {
  // The output of the shell itself goes elsewhere. Its `true` ends long before Node has started.
  const script = `unset NODE_OPTIONS; exec 3>&1; { "$@" & echo "$!" >&3; wait "$!"; echo "$?" >&3; } ${UNREAD[unread]}`
  const shell = spawn('sh', ['-c', script, 'sh', process.execPath, ...command], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  shell.stdout.setEncoding('utf8').on('data', (text) => (told += text))
  const number = async (at: number) => {
    while (told.split('\n').length < at + 2) await sleep(20)
    return Number(told.split('\n')[at])
  }
  const pid = await number(0)
  const ended = number(1)
  t.teardown(async () => {
    if (told.split('\n').length < 3) process.kill(pid, 'SIGKILL')
    await ended
  })
  return { pid, ended }
}

/** The status of the first response at a URL. */
export async function statusAt(url: string): Promise<number> {
  for (;;) {
    try {
      const response = await fetch(url)
      await response.arrayBuffer()
      return response.status
    } catch {
      await sleep(50)
    }
  }
}
