/** Runs a program of tests in a process of its own, and reads the TAP that it prints. */

import { type ChildProcess, spawn } from 'node:child_process'
import process from 'node:process'
import { inspect } from 'node:util'
import { Parser, type Result } from 'tap-parser'

/** Assertions of a program by what came of them, without those that only stand for others. */
export interface Counts {
  total: number
  pass: number
  fail: number
  skip: number
  todo: number
}

export interface Outcome {
  readonly counts: Counts
  /** What failed: the titles from that of the file on, and the line. */
  readonly failures: readonly string[]
}

export interface ProgramOptions {
  /** Milliseconds after which it is killed. */
  readonly timeout: number
  /** Takes a failure with its diagnostics as soon as it is read. */
  readonly onFailure?: (failure: string, diagnostics: string) => void
}

/**
 * Runs it to its end. A program fails that breaks off, is killed, ends with another exit code than 0,
 * or asserts nothing, even if all that it asserted holds.
 *
 * @param args - Of Node: the file, and options before it.
 */
export async function runTapProgram(
  args: readonly string[],
  { timeout, onFailure }: ProgramOptions,
): Promise<Outcome> {
  const counts: Counts = { total: 0, pass: 0, fail: 0, skip: 0, todo: 0 }
  const failures: string[] = []
  const count = (kind: keyof Counts) => {
    counts.total += 1
    counts[kind] += 1
  }
  const fail = (failure: string, diagnostics = '') => {
    count('fail')
    failures.push(failure)
    onFailure?.(failure, diagnostics)
  }
  const parser = new Parser()
  readAssertions(parser, (result) => {
    const kind = kindOf(result)
    if (kind === 'fail') fail(titleOf(result), describe(result.diag))
    else count(kind)
  })
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.pipe(parser)
  const { code, killed } = await endOf(child, timeout)
  if (killed !== undefined) fail(killed)
  // Any of these has a reason above if something failed.
  else if (failures.length > 0) return { counts, failures }
  else if (code !== 0) fail(`its exit code is ${code}`)
  else if (counts.total === 0) fail('it asserts nothing')
  else if (!parser.results?.ok) fail('what it prints breaks off')
  return { counts, failures }
}

/** Calls back for each assertion that holds no others, at any depth. A test without any is one that did not throw. */
function readAssertions(parser: Parser, onAssertion: (result: Result) => void): void {
  let last: Parser | undefined
  parser.on('child', (child: Parser) => {
    last = child
    readAssertions(child, onAssertion)
  })
  parser.on('assert', (result: Result) => {
    if (!result.closingTestPoint || last?.count === 0) onAssertion(result)
  })
}

function kindOf({ ok, skip, todo }: Result): 'pass' | 'fail' | 'skip' | 'todo' {
  if (skip !== false) return 'skip'
  if (todo !== false) return 'todo'
  return ok ? 'pass' : 'fail'
}

function titleOf({ fullname, diag }: Result): string {
  const { fileName, lineNumber } = diag?.at ?? {}
  return fileName === undefined ? fullname : `${fullname} (${fileName}:${lineNumber})`
}

/** The diagnostics, with the difference and the piece of source as they are. */
function describe(diag: Record<string, unknown> | null): string {
  return Object.entries(diag ?? {})
    .filter(([name]) => name !== 'at')
    .map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? textOf(value) : inspect(value)}`,
    )
    .join('\n')
}

function textOf(value: string): string {
  return value.includes('\n') ? `\n${value}` : value
}

/** How a process ended, once all that it printed is read. */
function endOf(child: ChildProcess, timeout: number) {
  return new Promise<{ code: number | null; killed?: string | undefined }>((resolve) => {
    let killed: string | undefined
    const timer = setTimeout(() => {
      killed = `it did not end within ${timeout / 1_000} s`
      child.kill('SIGKILL')
      // A process that it started may still hold the other end.
      child.stdout?.destroy()
    }, timeout)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (signal !== null) killed ??= `it was ended by ${signal}`
      resolve({ code, killed })
    })
  })
}
