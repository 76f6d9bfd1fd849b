import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { isObject } from '../../openapi/json.js'
import { CommandError } from '../arguments/arguments.js'

/**
 * Runs a command line in the user's shell, as npm scripts are run. Returns the object of JSON that it prints, or
 * nothing.
 *
 * @throws {CommandError} if it fails.
 */
export async function runHook(name: string, line: string): Promise<object | undefined> {
  return objectIn(await runForText(name, line))
}

/** The same, for what it prints, without white space around it. @throws {CommandError} if it fails. */
export async function runForText(name: string, line: string): Promise<string> {
  const child = spawn(line, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code === 0) return printed.trim()
  throw new CommandError(`${name} has failed (${signal ?? `exit code ${code}`}): ${line}`)
}

function objectIn(printed: string): object | undefined {
  try {
    const value: unknown = JSON.parse(printed)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
