import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../../generator/write/write.js'
import { ownVersion } from '../process/own-process.js'
import { hasPackage, NO_TEST, PACKAGE, type PackageJson } from './package-json.js'
import type { ProjectFacts } from './project.js'

export async function writeManifest(
  { root, files }: FileWriter,
  { manifestFile, manifest, isModule, app }: ProjectFacts,
  scripts: Record<string, string>,
) {
  const folder = path.basename(root).toLowerCase()
  const name = folder.replace(/[^a-z\d._-]+/g, '-').replace(/^[._-]+/, '')
  const isNew = manifestFile === undefined
  const start = isNew ? { name: name || 'service', version: '1.0.0', private: true } : manifest
  const merged = addMissing(start, {
    ...(isModule && { type: 'module' as const }),
    scripts,
    dependencies: {
      ...FASTIFY,
      ...(app === undefined && SWAGGER_UI),
      [PACKAGE]: `^${ownVersion()}`,
    },
    devDependencies: { ...TYPESCRIPT, ...(app === undefined && PINO_PRETTY) },
  })
  if (merged.isChanged) {
    const text = JSON.stringify(merged.manifest, null, manifestFile?.indent ?? 2)
    await writeFile(path.join(root, 'package.json'), `${text}\n`)
    files.push('package.json')
  }
  return merged
}

type WantedMembers = Pick<PackageJson, 'type'> &
  Required<Pick<PackageJson, 'scripts' | 'dependencies' | 'devDependencies'>>

/** Adds missing members; existing ones stay. Wanted scripts that collide with existing ones are notes. */
function addMissing(manifest: PackageJson, wanted: WantedMembers) {
  const { scripts: own = {} } = manifest
  const isFree = ([name]: [string, string]) => own[name] === undefined || NO_TEST.test(own[name])
  const isMissing = ([name]: [string, string]) => !hasPackage(manifest, name)
  const scripts = Object.entries(wanted.scripts)
  const parts = {
    scripts: scripts.filter(isFree),
    dependencies: Object.entries(wanted.dependencies).filter(isMissing),
    devDependencies: Object.entries(wanted.devDependencies).filter(isMissing),
  }
  const added = Object.entries(parts).filter(([, some]) => some.length > 0)
  const merged = added.map(([name, some]): [string, object] => {
    return [name, { ...(manifest[name] as object), ...Object.fromEntries(some) }]
  })
  const type = wanted.type !== undefined && manifest.type !== wanted.type
  const collisions = scripts.filter((each) => !isFree(each) && own[each[0]] !== each[1])
  return {
    manifest: {
      ...manifest,
      ...(type && { type: wanted.type }),
      ...Object.fromEntries(merged),
    } as PackageJson,
    notes: collisions.map(([name, text]) => {
      return `package.json: has a script ${name} already; add one of another name for: ${text}`
    }),
    isChanged: added.length > 0 || type,
    /** True if it has a new dependency. */
    needsInstall: added.some(([name]) => name !== 'scripts'),
  }
}

/** Dependencies of a service, in the versions that this package is tested with. */
export const FASTIFY = { fastify: '^5.12.8' }
/** The files of the page, which only an app of `init` shows. */
export const SWAGGER_UI = { '@fastify/swagger-ui': '^6.1.3' }
/** For the log on a terminal. */
export const PINO_PRETTY = { 'pino-pretty': '^13.2.0' }
export const TYPESCRIPT = { '@types/node': '^20.19.43', typescript: '^7.0.2' }

/** Writes missing files of a project. */
export class FileWriter {
  readonly root: string
  readonly files: string[] = []
  /** Files that stay as they are, and what the user has to do, one line each. */
  readonly notes: string[] = []

  constructor(root: string) {
    this.root = root
  }

  /** Writes a file unless it exists. Resolves with true if it is written. */
  async add(name: string, text: string | Buffer, mode = 0o666): Promise<boolean> {
    const file = path.join(this.root, name)
    await makeFolder(path.dirname(file))
    try {
      await writeFile(file, text, { flag: 'wx', mode })
      this.files.push(name)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      this.notes.push(`${name}: is there already, and left as it is`)
      return false
    }
  }

  has(name: string): boolean {
    return existsSync(path.join(this.root, name))
  }
}
