import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { execute } from '../execute.js'
import { GeneratorError } from './generator-error.js'

/** The part of `openapitools.json` that is read here. */
interface Pin {
  readonly 'generator-cli': { readonly version: string; readonly storageDir: string }
}

/**
 * The JAR that `openapitools.json` pins. On first use `@openapitools/openapi-generator-cli` fetches
 * it from Maven Central, by the usual proxy variables of the environment.
 *
 * @param root - the folder of `openapitools.json`.
 * @param cli - the script of `@openapitools/openapi-generator-cli`.
 * @throws {GeneratorError} when it cannot be fetched.
 */
export async function fetchJar(root: string, cli: string): Promise<string> {
  const pin = JSON.parse(await readFile(join(root, 'openapitools.json'), 'utf8')) as Pin
  const { version, storageDir } = pin['generator-cli']
  const jar = join(root, storageDir, `${version}.jar`)
  if (existsSync(jar)) return jar
  const { why, stdout } = await execute(process.execPath, [cli, 'version'], {
    cwd: root,
    // It believes these before it looks at its working directory.
    env: { ...process.env, PWD: root, INIT_CWD: root },
    timeout: 300_000,
  })
  // Its exit code tells how Java ended, not whether the download did.
  if (existsSync(jar)) return jar
  const reason = /Download failed, because of: "(.*)"/.exec(stdout)?.[1] ?? why
  throw new GeneratorError(
    `OpenAPI Generator ${version} cannot be downloaded (${reason}); try again with a network`,
  )
}
