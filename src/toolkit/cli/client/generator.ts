import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { execute, type Outcome } from '../execute.js'
import { GeneratorError } from './generator-error.js'
import { fetchJar } from './jar.js'
import { type Command, requireJava } from './java.js'

/** Where the programs are that a generator needs. */
export interface Tools {
  /** The project: the folder that may have an `openapitools.json`. */
  readonly root: string
  /** The command that starts Java, and its first arguments. */
  readonly java: Command
  /** The script of `@openapitools/openapi-generator-cli`. */
  readonly cli: string
}

/** OpenAPI Generator, ready to run. */
export type Generator = (args: readonly string[]) => Promise<Outcome>

/** What fetches OpenAPI Generator: large, so that who wants it installs it. */
const PACKAGE = '@openapitools/openapi-generator-cli'

/**
 * The tools of a project.
 *
 * @throws {GeneratorError} when it does not have them.
 */
export function projectTools(root = process.cwd()): Tools {
  const { resolve } = createRequire(path.join(root, 'package.json'))
  try {
    return { root, java: ['java'], cli: resolve(`${PACKAGE}/main.js`) }
  } catch {
    throw new GeneratorError(
      `${PACKAGE} is not installed here; run npm install --save-dev ${PACKAGE}`,
    )
  }
}

/**
 * Makes OpenAPI Generator ready to run.
 *
 * Its npm package fetches the JAR but does not start it here: it joins arguments unquoted into a
 * line for the shell, so that a path with a space or a `;` in it would be torn apart.
 *
 * @throws {GeneratorError} when Java is missing or too old, or the JAR cannot be fetched.
 * @example
 * ```ts
 * const generator = await openGenerator()
 * const { ok } = await generator(['validate', '-i', 'spec/openapi.yaml'])
 * ```
 */
export async function openGenerator(tools: Tools = projectTools()): Promise<Generator> {
  await requireJava(tools.java)
  const jar = await fetchJar(tools.root, tools.cli)
  const [java, ...first] = tools.java
  return (args) => execute(java, [...first, '-jar', jar, ...args], { timeout: 600_000 })
}
