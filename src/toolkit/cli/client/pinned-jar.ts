import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { CommandError } from '../arguments/arguments.js'

/** The version for a project that pins none. */
const VERSION = '7.25.0'

/** A JAR, and the folder of the `openapitools.json` that pins it. */
type PinnedJar = Readonly<Record<'version' | 'jar' | 'folder', string>>

/** The JAR that `openapitools.json` pins, or else one of the default version. */
export async function readPinnedJar(root: string, cli: string): Promise<PinnedJar> {
  const tools = await readTools(path.join(root, 'openapitools.json'))
  if (tools === undefined)
    return defaultJar(path.join(root, 'node_modules/.cache/openapi-generator'))
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
  const tools: OpenApiTools = { 'generator-cli': { version: VERSION, storageDir: '.' } }
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'openapitools.json'), `${JSON.stringify(tools)}\n`)
  return { version: VERSION, jar: path.join(folder, `${VERSION}.jar`), folder }
}

/** Part of `openapitools.json`. */
interface OpenApiTools {
  readonly 'generator-cli'?: { readonly version?: string; readonly storageDir?: string }
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
