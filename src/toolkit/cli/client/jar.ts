import { existsSync } from 'node:fs'
import process from 'node:process'
import { execute } from '../execute.js'
import { GeneratorError } from './generator-error.js'
import { readPin } from './pin.js'

/**
 * The JAR that a project uses. On first use `@openapitools/openapi-generator-cli` fetches it from Maven
 * Central, by the usual proxy variables of the environment.
 *
 * @param root - The project.
 * @param cli - The script of `@openapitools/openapi-generator-cli`.
 * @throws {GeneratorError} when it cannot be fetched.
 */
export async function fetchJar(root: string, cli: string): Promise<string> {
  const { version, jar, folder } = await readPin(root, cli)
  if (existsSync(jar)) return jar
  const { why, stdout } = await execute(process.execPath, [cli, 'version'], {
    cwd: folder,
    // It believes these before it looks at its working directory.
    env: { ...process.env, PWD: folder, INIT_CWD: folder },
    timeout: 300_000,
  })
  // Its exit code tells how Java ended, not whether the download did.
  if (existsSync(jar)) return jar
  const reason = /Download failed, because of: "(.*)"/.exec(stdout)?.[1] ?? why
  throw new GeneratorError(
    `OpenAPI Generator ${version} cannot be downloaded (${reason}); try again with a network`,
  )
}
