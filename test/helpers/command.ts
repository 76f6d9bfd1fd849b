import type { Test } from 'tap'
import { reportCommandErrors } from '#toolkit/cli/arguments/arguments.js'

/** Runs a command; resolves with its exit code and the lines that it printed. */
export async function runCommand(t: Test, run: () => Promise<number>) {
  const out = t.capture(console, 'log')
  const err = t.capture(console, 'error')
  const code = await reportCommandErrors(run)
  const lines = (captured: typeof out) =>
    captured().flatMap(({ args: [text] }) => String(text).split('\n'))
  return { code, out: lines(out), err: lines(err) }
}
