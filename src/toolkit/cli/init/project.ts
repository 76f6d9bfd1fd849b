import { existsSync } from 'node:fs'
import path from 'node:path'
import { CommandError } from '../arguments/command-error.js'
import { readTsconfig, type Tsconfig } from '../project/tsconfig.js'
import { TSCONFIG } from './app-start.js'
import { type AppSource, findApp, sourcesIn } from './find-app.js'
import {
  hasPackage,
  isUntouched,
  type ManifestFile,
  type PackageJson,
  readManifest,
} from './package-json.js'

/** The present state of the folder that `init` works in. */
export interface ProjectFacts {
  readonly root: string
  readonly manifestFile: ManifestFile | undefined
  readonly manifest: PackageJson
  readonly app: AppSource | undefined
  /** Files of code, by their paths in the project. */
  readonly sources: readonly string[]
  readonly tsconfig: Tsconfig | undefined
  /** True if its files are ES modules after `init`. */
  readonly isModule: boolean
}

/** @throws {CommandError} when `init` cannot work in this folder. */
export function inspectProject(root: string): ProjectFacts {
  const manifestFile = readManifest(root)
  const manifest = manifestFile?.manifest ?? {}
  refuseSecondContract(manifest)
  const sources = existsSync(root) ? sourcesIn(root) : []
  const file = path.join(root, 'tsconfig.json')
  const tsconfig = existsSync(file) ? readTsconfig(file) : undefined
  if (tsconfig === undefined && !hasPackage(manifest, 'typescript')) refuseJavaScript(sources)
  const app = hasPackage(manifest, 'fastify') ? findApp(root, sources) : undefined
  // Without code, a type that `npm init` wrote is nobody's choice.
  const isOpen = sources.length === 0 && (manifest.type === undefined || isUntouched(manifest))
  const isModule = isOpen || manifest.type === 'module'
  return { root, manifestFile, manifest, app, sources, tsconfig, isModule }
}

function refuseSecondContract({ scripts = {} }: PackageJson): void {
  const [name] =
    Object.entries(scripts).find(([, text]) => /\bfastify-contract\s+generate\b/.test(text)) ?? []
  if (name === undefined) return
  throw new CommandError(
    `package.json: its script ${name} generates from a contract already; nothing is written. For another contract run: npx fastify-contract generate --spec FILE --out DIR --stubs`,
  )
}

function refuseJavaScript(sources: readonly string[]): void {
  const [first] = sources
  if (first === undefined || sources.some((name) => /\.[cm]?tsx?$/.test(name))) return
  throw new CommandError(
    `${first}: is JavaScript, and what is generated is TypeScript; install typescript and @types/node, write a tsconfig.json, and run this again: ${TSCONFIG}`,
  )
}
