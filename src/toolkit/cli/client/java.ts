import { CommandError } from '../arguments/command-error.js'
import { type Executable, execute } from '../process/execute.js'

/** The oldest Java that runs OpenAPI Generator 7. */
const OLDEST = 11

/**
 * Checks that Java can run OpenAPI Generator.
 *
 * @throws {CommandError} when it is missing or too old.
 */
export async function requireJava([java, ...first]: Executable): Promise<void> {
  const remedy = `OpenAPI Generator needs Java ${OLDEST} or newer; install one and try again`
  const { ok, stdout, stderr } = await execute(java, [...first, '-version'], { timeout: 60_000 })
  // Without Java, macOS has a `java` that fails.
  if (!ok) throw new CommandError(`Java is not installed: ${remedy}`)
  const version = /version "([^"]+)"/.exec(stderr + stdout)?.[1] ?? 'of an unknown version'
  if (majorVersion(version) < OLDEST) throw new CommandError(`Java is ${version}: ${remedy}`)
}

/** `17.0.15` is 17; Java 8 has versions such as `1.8.0_452`. */
function majorVersion(version: string): number {
  return Number(/^(?:1\.)?(\d+)/.exec(version)?.[1] ?? 0)
}
