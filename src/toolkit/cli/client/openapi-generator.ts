import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { CommandError } from '../arguments/command-error.js'
import { type Executable, type Execution, execute } from '../process/execute.js'
import { fetchJar } from './jar.js'
import { requireJava } from './java.js'

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
