import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { problemCount } from '../../generator/diagnostics/diagnostics.js'
import { writeStubs } from '../../generator/stubs/stubs.js'
import { apply, compare } from '../../generator/write/write.js'
import { notesFor } from './app-settings.js'
import { compilationOf } from './compiled.js'
import { type Document, type Given, readDocument } from './document.js'
import { draftsOf } from './drafts.js'
import { type Layout, layoutOf } from './layout.js'
import { type Changed, type Manifest, withWanted } from './manifest.js'
import { inspect, type Project } from './project.js'
import type { Secret } from './request.js'
import { schemesOf } from './schemes.js'
import { type Place, scriptsFor } from './scripts.js'
import { writeSecrets } from './secrets.js'
import { natureOf } from './service.js'
import { FASTIFY, TYPESCRIPT, toolkit } from './versions.js'
import { Written } from './write.js'

/** What was made. */
export interface Made {
  readonly project: Project
  readonly layout: Layout
  readonly document: Document
  readonly written: Written
  readonly secret: Secret
  /** Whether packages have to be installed. */
  readonly isInstalling: boolean
  /** Whether it runs as it is, without what the notes ask for. */
  readonly isReady: boolean
}

/**
 * Makes a service in a folder, or adds a contract to its app. Everything is made in memory before
 * anything is written, and nothing that is there is changed but package.json, where something lacks.
 *
 * @throws {InitError} or {DocumentError} when nothing can be made.
 */
export async function init(root: string, given: Given): Promise<Made> {
  const project = inspect(root)
  const compilation = compilationOf(project)
  const layout = layoutOf(project, compilation)
  const document = readDocument(root, given, (place) => ({
    importExtension: compilation.extension,
    command: commandFor(place, project, layout),
  }))
  const schemes = schemesOf(document.generated.model)
  const drafts = draftsOf(project, document, layout, schemes)
  const generated = path.join(root, layout.generated)
  const difference = await compare(generated, document.generated.files)
  const written = new Written(root)
  for (const [name, bytes] of document.copies) {
    if (!written.has(name)) await written.add(name, bytes)
  }
  await apply(generated, difference)
  written.files.push(`${layout.generated}: ${countsOf(document)}`)
  for (const { name, text } of drafts) await written.add(name, text)
  await writeHandlers(written, document, layout)
  if (!written.has('.gitignore')) await written.add('.gitignore', GITIGNORE)
  const secret = project.app === undefined ? await writeSecrets(written, schemes) : () => 'SECRET'
  // The last of all: what is in it says that the rest is there.
  const scripts = scriptsOf(document, project, layout)
  const changed = await writeManifest(written, project, scripts)
  written.notes.push(...changed.notes, ...compilation.notes, ...notesFor(project, compilation))
  const isReady = compilation.notes.length === 0 && runs(changed.manifest, scripts)
  const { isInstalling } = changed
  return { project, layout, document, written, secret, isInstalling, isReady }
}

/** Whether the scripts that run it are those that are wanted. */
function runs({ scripts = {} }: Manifest, wanted: Readonly<Record<string, string>>): boolean {
  return ['dev', 'start'].every((name) => scripts[name] === wanted[name])
}

const GITIGNORE = 'node_modules/\ndist/\n.env\n'

function scriptsOf(place: Place, project: Project, layout: Layout): Record<string, string> {
  return scriptsFor(place, layout, project)
}

/** The script, unless the project has another one of this name. */
function commandFor(place: Place, project: Project, layout: Layout): string {
  if (project.manifest.scripts?.generate === undefined) return 'npm run generate'
  return `npx ${scriptsOf(place, project, layout).generate}`
}

async function writeManifest(
  { root, files }: Written,
  { found, manifest, isModule }: Project,
  scripts: Record<string, string>,
): Promise<Changed> {
  const isNew = found === undefined
  const name = path
    .basename(root)
    .toLowerCase()
    .replace(/[^a-z\d._-]+/g, '-')
    .replace(/^[._-]+/, '')
  const start = isNew ? { name: name || 'service', version: '1.0.0', private: true } : manifest
  const changed = withWanted(start, {
    ...(isModule && { type: 'module' as const }),
    scripts,
    dependencies: { ...FASTIFY, ...toolkit() },
    devDependencies: TYPESCRIPT,
  })
  if (changed.isChanged) {
    const text = JSON.stringify(changed.manifest, null, found?.indent ?? 2)
    await writeFile(path.join(root, 'package.json'), `${text}\n`)
    files.push('package.json')
  }
  return changed
}

function countsOf({ generated: { files, warnings } }: Document): string {
  const written = counted(files.length, 'file')
  if (warnings.length === 0) return written
  return `${written}, ${counted(problemCount(warnings), 'warning')} (npm run generate tells them)`
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** A file for each operation, unless there are too many of them. */
async function writeHandlers(
  written: Written,
  { generated: { model } }: Document,
  { src, generated, compilation: { extension } }: Layout,
): Promise<void> {
  if (natureOf(model).isLarge) return
  const { root, files, notes } = written
  const shared = ['handler', 'index'].map((name) => `${src}/handlers/${name}.ts`)
  const isNew = shared.filter((name) => !written.has(name))
  const target = { out: path.join(root, generated), folder: path.join(root, src, 'handlers') }
  const stubs = await writeStubs(model, { ...target, extension })
  files.push(...isNew.filter((name) => written.has(name)))
  const all = counted(stubs.count, 'handler')
  files.push(`${src}/handlers: ${all}, ${stubs.written} of them to be written`)
  notes.push(...stubs.notes)
}
