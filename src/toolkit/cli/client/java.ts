import { execute } from '../execute.js'
import { GeneratorError } from './generator-error.js'

/** The oldest Java that OpenAPI Generator 7 runs on. */
const OLDEST = 11

/** A program and its first arguments. */
export type Command = readonly [program: string, ...args: string[]]

/**
 * Makes sure that Java can run OpenAPI Generator.
 *
 * @param java - the command that starts it.
 * @throws {GeneratorError} when it is missing or too old.
 */
export async function requireJava([java, ...first]: Command): Promise<void> {
  const remedy = `OpenAPI Generator needs Java ${OLDEST} or newer; install one and try again`
  const { ok, stdout, stderr } = await execute(java, [...first, '-version'], { timeout: 60_000 })
  // macOS has a `java` that starts, fails and says where to get one.
  if (!ok) throw new GeneratorError(`Java is not installed: ${remedy}`)
  const version = /version "([^"]+)"/.exec(stderr + stdout)?.[1] ?? 'of an unknown version'
  if (majorVersion(version) < OLDEST) throw new GeneratorError(`Java is ${version}: ${remedy}`)
}

/** `17.0.15` is 17, and what called itself `1.8.0_452` is 8. */
function majorVersion(version: string): number {
  return Number(/^(?:1\.)?(\d+)/.exec(version)?.[1] ?? 0)
}
