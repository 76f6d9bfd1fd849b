import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { CommandError } from '../arguments/arguments.js'
import { entriesOf } from '../config/entries.js'
import { type GenerateCommandOptions, readGenerateOptions } from '../options/generate-arguments.js'
import { GENERATE_OPTIONS } from '../options/generate-options.js'
import { CONFIG, configurationIn } from '../project/config-file.js'
import { posixPath } from '../project/files.js'
import { readTsconfig } from '../project/typescript.js'
import { TSCONFIG } from './compilation.js'
import { findApp } from './find-app.js'
import { hasPackage, isUntouched, type PackageJson, readManifest } from './package-json.js'
import { managerOf, type PackageManager } from './package-manager.js'

export type ProjectFacts = Readonly<ReturnType<typeof inspectProject>>

/**
 * The present state of the folder that `init` works in; `sources` are paths in it.
 *
 * @throws {CommandError} when `init` cannot work there.
 */
export function inspectProject(root: string, own?: Pick<OwnConfiguration, 'out' | 'stubs'>) {
  const manifestFile = readManifest(root)
  const manifest: PackageJson = manifestFile?.manifest ?? {}
  refuseSecondContract(root, manifest, own)
  const sources = existsSync(root) ? sourcesIn(root) : []
  const file = path.join(root, 'tsconfig.json')
  const tsconfig = existsSync(file) ? readTsconfig(file) : undefined
  if (tsconfig === undefined && !hasPackage(manifest, 'typescript')) {
    refuseJavaScript(sources, managerOf(root, manifest.packageManager))
  }
  const app = hasPackage(manifest, 'fastify') ? findApp(root, sources, manifest.scripts) : undefined
  // Without code, a type that `npm init` wrote is nobody's choice.
  const isOpen = sources.length === 0 && (manifest.type === undefined || isUntouched(manifest))
  // True if its files are ES modules after `init`.
  const isModule = isOpen || manifest.type === 'module'
  return { root, manifestFile, manifest, app, sources, tsconfig, isModule }
}

function refuseSecondContract(
  root: string,
  manifest: PackageJson,
  { out = 'generated', stubs }: Partial<Pick<OwnConfiguration, 'out' | 'stubs'>> = {},
): void {
  const [name, text] =
    Object.entries(manifest.scripts ?? {}).find(([, each]) => GENERATE.test(each)) ?? []
  if (text === undefined || isRemoved(root, text, out)) return
  if (stubs !== undefined && !existsSync(path.join(root, stubs))) return
  throw new CommandError(
    `package.json: its script ${name} generates from a contract already; nothing is written. To have its files again, remove ${out} first; for another contract make ${CONFIG}.json a list with one more { "spec": FILE, "out": DIR, "stubs": DIR }, and run npx fastify-contract generate`,
  )
}

const GENERATE = /\bfastify-contract\s+generate\b/

/** True if the folder that a script generates into was removed, so that `init` begins again. */
function isRemoved(root: string, script: string, out: string): boolean {
  const [, named = out] = /--out[= ]["']?([^"'\s]+)/.exec(script) ?? []
  return !existsSync(path.join(root, named))
}

function refuseJavaScript(sources: readonly string[], manager: PackageManager): void {
  const [first] = sources
  if (first === undefined || sources.some((name) => /\.[cm]?tsx?$/.test(name))) return
  throw new CommandError(
    `${first}: is JavaScript, and what is generated is TypeScript; run ${manager} ${ADD[manager]} typescript @types/node, write what follows into tsconfig.json, and run this again: ${TSCONFIG}`,
  )
}

/** What adds a package that only development needs. */
const ADD: Readonly<Record<PackageManager, string>> = {
  npm: 'install -D',
  pnpm: 'add -D',
  yarn: 'add -D',
  bun: 'add -d',
}

const NO_SOURCES = /^(\..*|node_modules|dist|build|out|coverage|generated)$/

/** Files of code, except declarations and settings of tools. */
const SOURCE = /(?<!\.d)(?<!\.config)\.[cm]?[jt]sx?$/

const MAX_FILES = 2000
const MAX_DEPTH = 6

/** The files of code of a project, by their paths in it. */
export function sourcesIn(root: string): string[] {
  const sources: string[] = []
  const visit = (folder: string, depth: number): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (sources.length >= MAX_FILES) return
      const name = path.posix.join(folder, entry.name)
      if (!entry.isDirectory()) sources.push(...(SOURCE.test(entry.name) ? [name] : []))
      else if (depth < MAX_DEPTH && !NO_SOURCES.test(entry.name)) visit(name, depth + 1)
    }
  }
  visit('', 0)
  return sources
}

/** What the configuration of a project says about its only contract; its paths are in the project. */
export interface OwnConfiguration {
  /** Name for messages. */
  readonly name: string
  readonly spec: string
  readonly out: string
  readonly stubs: string | undefined
  /** `undefined` leaves it to the project's tsconfig.json. */
  readonly importExtension: 'js' | 'ts' | undefined
  readonly options: GenerateCommandOptions
}

/**
 * The configuration that a project has before `init`; `undefined` if there is none.
 *
 * @throws {CommandError} when it cannot be read, or has several contracts.
 */
export async function ownConfiguration(root: string): Promise<OwnConfiguration | undefined> {
  const configuration = await configurationIn(root)
  if (configuration === undefined) return undefined
  const { name } = configuration
  const [entry, ...others] = entriesOf(configuration)
  if (entry === undefined || others.length > 0) {
    const count = entry === undefined ? 'no contract' : `${others.length + 1} contracts`
    throw new CommandError(`${name}: has ${count}, and ${ONE_CONTRACT}`)
  }
  const args = Object.keys(GENERATE_OPTIONS).flatMap((option) => entry.args.get(option) ?? [])
  const usual = path.join(path.relative('.', root), GENERATE_OPTIONS.out.default)
  const options = readGenerateOptions([`--out=${usual}`, ...args])
  const inProject = (file: string) => posixPath(path.relative(root, path.resolve(file)))
  return {
    name,
    spec: inProject(entry.spec),
    out: inProject(options.out),
    stubs: options.stubs && inProject(options.stubs),
    importExtension: entry.args.has('import-extension') ? options.importExtension : undefined,
    options,
  }
}

const ONE_CONTRACT =
  'init takes one; nothing is written. For the code of each run npx fastify-contract generate, which with "stubs": DIR writes handlers, too'
