import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { CommandError } from '../arguments/command-error.js'
import { type Executable, type Execution, execute } from '../process/execute.js'
import { fetchJar } from './jar.js'

/** The programs that OpenAPI Generator needs. */
export interface GeneratorTools {
  /** The project: the folder that may have an `openapitools.json`. */
  readonly root: string
  /** The command that starts Java. */
  readonly java: Executable
  /** The script of `@openapitools/openapi-generator-cli`. */
  readonly cli: string
}

/** OpenAPI Generator, ready to run. */
export type OpenApiGenerator = (args: readonly string[]) => Promise<Execution>

/** The package that downloads OpenAPI Generator: too large for a dependency. */
const PACKAGE = '@openapitools/openapi-generator-cli'

/**
 * The tools of a project.
 *
 * @throws {CommandError} when the package is not installed.
 */
export function projectTools(root = process.cwd()): GeneratorTools {
  const { resolve } = createRequire(path.join(root, 'package.json'))
  try {
    return { root, java: ['java'], cli: resolve(`${PACKAGE}/main.js`) }
  } catch {
    throw new CommandError(
      `${PACKAGE} is not installed here; run npm install --save-dev ${PACKAGE}`,
    )
  }
}

/**
 * Prepares OpenAPI Generator.
 *
 * Its npm package only downloads the JAR: to start it, the package joins arguments unquoted into a line
 * for the shell, which breaks at a space or a `;` in a path.
 *
 * @throws {CommandError} when Java is missing or too old, or the JAR cannot be downloaded.
 * @example
 * ```ts
 * const generator = await openGenerator()
 * const { ok } = await generator(['validate', '-i', 'spec/openapi.yaml'])
 * ```
 */
export async function openGenerator(
  tools: GeneratorTools = projectTools(),
): Promise<OpenApiGenerator> {
  await requireJava(tools.java)
  const jar = await fetchJar(tools.root, tools.cli)
  const [java, ...first] = tools.java
  return (args) => execute(java, [...first, '-jar', jar, ...args], { timeout: 600_000 })
}

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
