import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { CommandError } from '../arguments/command-error.js'
import { execute } from '../process/execute.js'

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

/** The version for a project that pins none. */
const VERSION = '7.25.0'

/** The folder of its JAR, relative to the project. */
const STORAGE = path.join('node_modules', '.cache', 'openapi-generator')

/** The JAR that a project uses. */
export interface PinnedJar {
  readonly version: string
  readonly jar: string
  /** The folder of the `openapitools.json` that pins it. */
  readonly folder: string
}

/** Part of `openapitools.json`. */
interface OpenApiTools {
  readonly 'generator-cli'?: { readonly version?: string; readonly storageDir?: string }
}

/**
 * The JAR that `openapitools.json` pins, or else one of the default version.
 *
 * @param cli - The script of `@openapitools/openapi-generator-cli`.
 * @throws {CommandError} when the file cannot be read.
 */
export async function readPinnedJar(root: string, cli: string): Promise<PinnedJar> {
  const tools = await readTools(path.join(root, 'openapitools.json'))
  if (tools === undefined) return defaultJar(path.join(root, STORAGE))
  const { version, storageDir } = tools['generator-cli'] ?? {}
  if (version === undefined) {
    throw new CommandError(
      `openapitools.json: pins no version; add {"generator-cli": {"version": "${VERSION}"}}`,
    )
  }
  // The package resolves the folder in the same way.
  const storage = storageDir?.replace('~', homedir()) ?? path.join(path.dirname(cli), 'versions')
  return { version, jar: path.resolve(root, storage, `${version}.jar`), folder: root }
}

/** Writes a pin into the cache; otherwise the package writes one beside the user's files. */
async function defaultJar(folder: string): Promise<PinnedJar> {
  const tools = { 'generator-cli': { version: VERSION, storageDir: '.' } }
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'openapitools.json'), `${JSON.stringify(tools)}\n`)
  return { version: VERSION, jar: path.join(folder, `${VERSION}.jar`), folder }
}

async function readTools(file: string): Promise<OpenApiTools | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const { code = 'it is no JSON' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new CommandError(`openapitools.json: cannot be read (${code}); correct or remove it`)
  }
}
