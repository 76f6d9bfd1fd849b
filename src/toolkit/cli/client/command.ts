import { existsSync } from 'node:fs'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { CommandError, fail } from '../arguments/arguments.js'
import { readClientOptions } from '../options/command-options.js'
import { type Executable, type Execution, execute } from '../process/child.js'

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

/** @throws {CommandError} when the package is not installed. */
export function projectTools(root = process.cwd()): GeneratorTools {
  const { resolve } = createRequire(path.join(root, 'package.json'))
  try {
    return { root, java: ['java'], cli: resolve(`${PACKAGE}/main.js`) }
  } catch {
    const remedy = `run npm install --save-dev ${PACKAGE}`
    throw new CommandError(`${PACKAGE} is not installed here; ${remedy}`)
  }
}

/**
 * Prepares OpenAPI Generator.
 *
 * Its npm package only downloads the JAR: to start it, the package joins arguments unquoted into a line
 * for the shell, which breaks at a space or a `;` in a path.
 *
 * @throws {CommandError} when Java is missing or too old, or the JAR cannot be downloaded.
 */
export async function openGenerator(tools = projectTools()): Promise<OpenApiGenerator> {
  await requireJava(tools.java)
  const jar = await fetchJar(tools)
  const [java, ...first] = tools.java
  return (args) => execute(java, [...first, '-jar', jar, ...args], { timeout: 600_000 })
}

const OLDEST = 11

async function requireJava([java, ...first]: Executable): Promise<void> {
  const remedy = `OpenAPI Generator needs Java ${OLDEST} or newer; install one and try again`
  const { ok, stdout, stderr } = await execute(java, [...first, '-version'], { timeout: 60_000 })
  // Without Java, macOS has a `java` that fails.
  if (!ok) throw new CommandError(`Java is not installed: ${remedy}`)
  const version = /version "([^"]+)"/.exec(stderr + stdout)?.[1] ?? 'of an unknown version'
  // Java 8 has versions such as `1.8.0_452`.
  const major = Number(/^(?:1\.)?(\d+)/.exec(version)?.[1] ?? 0)
  if (major < OLDEST) throw new CommandError(`Java is ${version}: ${remedy}`)
}

/**
 * The JAR of a project. On first use `@openapitools/openapi-generator-cli` downloads it from Maven
 * Central, through the proxy that the usual environment variables name.
 */
async function fetchJar({ root, cli }: GeneratorTools): Promise<string> {
  const { version, jar, folder } = await readPinnedJar(root, cli)
  if (existsSync(jar)) return jar
  // These variables override its working directory.
  const env = { ...process.env, PWD: folder, INIT_CWD: folder }
  const limits = { cwd: folder, env, timeout: 300_000 }
  const { why, stdout } = await execute(process.execPath, [cli, 'version'], limits)
  // Its exit code is that of Java, whatever became of the download.
  if (existsSync(jar)) return jar
  const reason = /Download failed, because of: "(.*)"/.exec(stdout)?.[1] ?? why
  throw new CommandError(
    `OpenAPI Generator ${version} cannot be downloaded (${reason}); try again with a network`,
  )
}

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

export async function main(args: readonly string[], tools?: GeneratorTools): Promise<number> {
  const options = readClientOptions(args)
  try {
    await access(options.spec)
    const generate = await openGenerator(tools)
    const { generator, spec, out, extra } = options
    const result = await generate(['generate', '-g', generator, '-i', spec, '-o', out, ...extra])
    if (!result.ok) return fail(explain(generator, result))
    const output = `${result.stdout}${result.stderr}`
    // Each once, though it is printed for every place in the document.
    const warnings = [...output.matchAll(/^\[\S+\] WARN\s+\S+ - (.*)$/gm)].map(([, text]) => text)
    for (const warning of new Set(warnings)) console.error(`warning: ${warning}`)
    const files = result.stdout.match(/ writing file /g)?.length ?? 0
    console.log(`${out}: ${generator} client, ${files} files`)
    return 0
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (path !== options.spec) throw error
    return fail(`${path}: cannot be read (${code}); name a document with --spec`)
  }
}

/** The generator's own output comes first, without stack traces. */
function explain(generator: string, { stdout, stderr, why }: Execution): string {
  if (stderr.includes(`Can't load config class with name '${generator}'`)) {
    return `${generator}: is no generator; see https://openapi-generator.tech/docs/generators`
  }
  const output = `${stdout}${stderr}`.replaceAll(/^\s+(at |\.\.\. \d+ more).*\n?/gm, '').trim()
  return `${output}\n${generator}: OpenAPI Generator failed (${why}), see above`
}
