import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { CommandError } from '../arguments/arguments.js'
import { CONFIG } from '../project/config-file.js'
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
export function inspectProject(root: string) {
  refuseSecondContract(root)
  const manifestFile = readManifest(root)
  const manifest: PackageJson = manifestFile?.manifest ?? {}
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

function refuseSecondContract(root: string): void {
  if (!existsSync(path.join(root, CONFIG))) return
  throw new CommandError(
    `${CONFIG}: configures a contract already; nothing is written. To have the files of init again, remove it first; for another contract make it a list with one more { "spec": FILE, "out": DIR, "stubs": DIR }, and run npx fastify-contract generate`,
  )
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
