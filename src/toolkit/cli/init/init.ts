import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { problemCount } from '../../generator/diagnostics/problems.js'
import { writeStubs } from '../../generator/stubs/stubs.js'
import { apply, compare } from '../../generator/write/write.js'
import { plural } from '../../shared/plural.js'
import { CONFIG } from '../project/config-file.js'
import { compilationOf } from './compilation.js'
import { type DocumentSource, type InitDocument, readDocument } from './document.js'
import { type Layout, layoutOf } from './layout.js'
import { FileWriter, writeManifest } from './manifest-writer.js'
import { appNotes } from './next-steps.js'
import { configurationText, npmScripts } from './package-json.js'
import { managerOf, type PackageManager } from './package-manager.js'
import { inspectProject, type ProjectFacts } from './project.js'
import { AGENTS, isLarge, projectFiles } from './project-files.js'
import { schemesOf, writeSecrets } from './security-schemes.js'

export type InitResult = Awaited<ReturnType<typeof init>>

/**
 * Makes a service in a folder, or adds a contract to its app. Everything is generated in memory before
 * anything is written. Existing files stay as they are; package.json gets its missing parts.
 *
 * @throws {CommandError} or {DocumentError} before anything is written.
 */
export async function init(root: string, source: DocumentSource) {
  const project = inspectProject(root)
  const compilation = compilationOf(project)
  const layout = layoutOf(project, compilation)
  const settings = { importExtension: compilation.extension, command: commandFor(project) }
  const document = readDocument(root, source, settings)
  const schemes = schemesOf(document.generated.model)
  const files = projectFiles(project, document, layout, schemes)
  const generated = path.join(root, layout.generated)
  const difference = await compare(generated, document.generated.files)
  const writer = new FileWriter(root)
  for (const [name, bytes] of document.copies) {
    if (!writer.has(name)) await writer.add(name, bytes)
  }
  await apply(generated, difference)
  writer.files.push(
    `${layout.generated}: ${countsOf(document, managerOf(root, project.manifest.packageManager))}`,
  )
  for (const { name, text } of files) await writer.add(name, text)
  await writeHandlers(writer, document, layout)
  if (!writer.has('.gitignore')) await writer.add('.gitignore', 'node_modules/\ndist/\n.env\n')
  if (project.app === undefined && !writer.has('AGENTS.md')) {
    await writer.add('AGENTS.md', await readFile(AGENTS, 'utf8'))
  }
  await writer.add(CONFIG, configurationOf(document, layout, project))
  const secret = await writeSecrets(writer, project.app === undefined ? schemes : [])
  // Last: its scripts imply that the other files exist.
  const scripts = npmScripts(layout, project)
  const merged = await writeManifest(writer, project, scripts)
  writer.notes.push(...merged.notes, ...compilation.notes, ...appNotes(project, compilation))
  const { scripts: given = {} } = merged.manifest
  const runs = ['dev', 'start'].every((name) => given[name] === scripts[name])
  // Ready if the project runs without the changes that the notes ask for.
  const isReady = compilation.notes.length === 0 && runs
  return { project, layout, document, writer, secret, needsInstall: merged.needsInstall, isReady }
}

function configurationOf(document: InitDocument, layout: Layout, { app }: ProjectFacts): string {
  const { model } = document.generated
  return configurationText(document, layout, {
    stubs: !isLarge(model),
    basePath: app === undefined && model.basePath !== '',
  })
}

/** The npm script; the full command if the project has another script of that name. */
function commandFor({ manifest: { scripts = {} } }: ProjectFacts): string {
  const { generate = OWN_SCRIPT } = scripts
  return generate === OWN_SCRIPT ? 'npm run generate' : `npx ${OWN_SCRIPT}`
}

const OWN_SCRIPT = 'fastify-contract generate'

function countsOf(
  { generated: { files, warnings } }: InitDocument,
  manager: PackageManager,
): string {
  const written = plural(files.length, 'file')
  if (warnings.length === 0) return written
  return `${written}, ${plural(problemCount(warnings), 'warning')} (${manager} run generate prints them)`
}

/** One file for each operation, except in a large contract. */
async function writeHandlers(
  writer: FileWriter,
  { generated: { model } }: InitDocument,
  { handlers, generated, compilation: { extension } }: Layout,
): Promise<void> {
  if (isLarge(model)) return
  const { root, files, notes } = writer
  const shared = ['handler', 'index'].map((name) => `${handlers}/${name}.ts`)
  const missing = shared.filter((name) => !writer.has(name))
  const target = { out: path.join(root, generated), folder: path.join(root, handlers) }
  const stubs = await writeStubs(model, { ...target, extension })
  files.push(...missing.filter((name) => writer.has(name)))
  const all = plural(stubs.count, 'handler')
  files.push(`${handlers}: ${all}, ${stubs.written.length} of them to be written`)
  notes.push(...stubs.notes)
}
