import { existsSync } from 'node:fs'
import path from 'node:path'
import { readTsconfig, type Tsconfig } from '../project/tsconfig.js'
import { TSCONFIG } from './app-settings.js'
import { InitError } from './init-error.js'
import { asksFor, type Found, isFresh, type Manifest, readManifest } from './manifest.js'
import { type App, findApp, sourcesIn } from './sources.js'

/** The folder that something is made in, as it is found. */
export interface Project {
  readonly root: string
  readonly found: Found | undefined
  readonly manifest: Manifest
  /** Where its Fastify app is built, if it has one. */
  readonly app: App | undefined
  /** Its files of code, by their paths in it. */
  readonly sources: readonly string[]
  readonly tsconfig: Tsconfig | undefined
  /** Whether its files are ES modules, by what package.json says in the end. */
  readonly isModule: boolean
}

/**
 * Looks at the folder of a project.
 *
 * @throws {InitError} when nothing can be made of it.
 */
export function inspect(root: string): Project {
  const found = readManifest(root)
  const manifest = found?.manifest ?? {}
  refuseTwice(manifest)
  const sources = existsSync(root) ? sourcesIn(root) : []
  const file = path.join(root, 'tsconfig.json')
  const tsconfig = existsSync(file) ? readTsconfig(file) : undefined
  if (tsconfig === undefined && !asksFor(manifest, 'typescript')) refuseJavaScript(sources)
  const app = asksFor(manifest, 'fastify') ? findApp(root, sources) : undefined
  // Nobody has chosen what `npm init` wrote, where there is no code yet.
  const isOpen = sources.length === 0 && (manifest.type === undefined || isFresh(manifest))
  const isModule = isOpen || manifest.type === 'module'
  return { root, found, manifest, app, sources, tsconfig, isModule }
}

function refuseTwice({ scripts = {} }: Manifest): void {
  const [name] =
    Object.entries(scripts).find(([, text]) => /\bfastify-contract\s+generate\b/.test(text)) ?? []
  if (name === undefined) return
  throw new InitError(
    `package.json: its script ${name} generates from a contract already; nothing is written. For another contract run: npx fastify-contract generate --spec FILE --out DIR --stubs`,
  )
}

function refuseJavaScript(sources: readonly string[]): void {
  const [first] = sources
  if (first === undefined || sources.some((name) => /\.[cm]?tsx?$/.test(name))) return
  throw new InitError(
    `${first}: is JavaScript, and what is generated is TypeScript; install typescript and @types/node, write a tsconfig.json, and run this again: ${TSCONFIG}`,
  )
}
