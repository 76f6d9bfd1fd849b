import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { GeneratorError } from './generator-error.js'

/** The version that is used where a project pins none. */
const VERSION = '7.25.0'

/** Where its JAR is kept then, relative to the project. */
const STORAGE = path.join('node_modules', '.cache', 'openapi-generator')

/** Which JAR a project uses. */
export interface Pin {
  readonly version: string
  readonly jar: string
  /** The folder of the `openapitools.json` that says so. */
  readonly folder: string
}

/** The part of `openapitools.json` that is read here. */
interface Settings {
  readonly 'generator-cli'?: { readonly version?: string; readonly storageDir?: string }
}

/**
 * What the `openapitools.json` of a folder pins; where there is none, a version of ours.
 *
 * @param cli - The script of `@openapitools/openapi-generator-cli`.
 * @throws {GeneratorError} when what is there cannot be read.
 */
export async function readPin(root: string, cli: string): Promise<Pin> {
  const settings = await read(path.join(root, 'openapitools.json'))
  if (settings === undefined) return ownPin(path.join(root, STORAGE))
  const { version, storageDir } = settings['generator-cli'] ?? {}
  if (version === undefined) {
    throw new GeneratorError(
      `openapitools.json: pins no version; add {"generator-cli": {"version": "${VERSION}"}}`,
    )
  }
  // As the package itself reads it.
  const storage = storageDir?.replace('~', homedir()) ?? path.join(path.dirname(cli), 'versions')
  return { version, jar: path.resolve(root, storage, `${version}.jar`), folder: root }
}

/** Without a pin the package would write one beside the user's files. */
async function ownPin(folder: string): Promise<Pin> {
  const settings = { 'generator-cli': { version: VERSION, storageDir: '.' } }
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'openapitools.json'), `${JSON.stringify(settings)}\n`)
  return { version: VERSION, jar: path.join(folder, `${VERSION}.jar`), folder }
}

async function read(file: string): Promise<Settings | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    const why = (error as NodeJS.ErrnoException).code ?? 'it is no JSON'
    throw new GeneratorError(`openapitools.json: cannot be read (${why}); correct or remove it`)
  }
}
