import { existsSync } from 'node:fs'
import process from 'node:process'
import { CommandError } from '../arguments/command-error.js'
import { execute } from '../process/execute.js'
import { readPinnedJar } from './pinned-jar.js'

/**
 * The JAR of a project. On first use `@openapitools/openapi-generator-cli` downloads it from Maven
 * Central, through the proxy that the usual environment variables name.
 *
 * @param root - The project.
 * @param cli - The script of `@openapitools/openapi-generator-cli`.
 * @throws {CommandError} when it cannot be downloaded.
 */
export async function fetchJar(root: string, cli: string): Promise<string> {
  const { version, jar, folder } = await readPinnedJar(root, cli)
  if (existsSync(jar)) return jar
  const { why, stdout } = await execute(process.execPath, [cli, 'version'], {
    cwd: folder,
    // These variables override its working directory.
    env: { ...process.env, PWD: folder, INIT_CWD: folder },
    timeout: 300_000,
  })
  // Its exit code is that of Java, whatever became of the download.
  if (existsSync(jar)) return jar
  const reason = /Download failed, because of: "(.*)"/.exec(stdout)?.[1] ?? why
  throw new CommandError(
    `OpenAPI Generator ${version} cannot be downloaded (${reason}); try again with a network`,
  )
}
