import path from 'node:path'
import { defined } from '../../shared/defined.js'
import { CONFIG } from '../project/config-file.js'
import { posixPath, projectRoot, readJson, readObject } from '../project/files.js'
import { importExtensionOf } from '../project/typescript.js'
import { type GenerateCommandOptions, generateArguments } from './generate-arguments.js'
import { formatsIn, GENERATE_OPTIONS } from './generate-options.js'

/** The options that change generated files. */
type ContentOptions = Omit<
  GenerateCommandOptions,
  'check' | 'watch' | 'stubs' | 'formats' | 'client' | 'all' | 'strict'
> &
  Partial<Pick<GenerateCommandOptions, 'formats' | 'client'>>

/**
 * The command in the headers of generated files: the project's npm script that generates them, or else
 * the full command. It depends on the project's files alone, so that it is the same on every machine.
 */
export function generateCommand(options: ContentOptions): string {
  const { spec, root, shape, out, int64, importExtension, ignore } = options
  const { client = false } = options
  const project = projectRoot(out)
  const script = project === undefined ? undefined : scriptFor(options, project)
  if (script !== undefined) return `npm run ${script}`
  const isCovered = (folder: string) =>
    configuredIn(folder).some((entry) => areFiles(entry, options, folder))
  if (project !== undefined && isCovered(project)) return 'npx fastify-contract generate'
  const word = (file: string) => {
    const text = relativeTo(project ?? '.', file)
    return /^[\w./@-]+$/.test(text) ? text : JSON.stringify(text)
  }
  const words = {
    spec: word(spec),
    out: word(out),
    ...(root !== undefined && { root: word(root) }),
    shape: { ...shape, overlays: shape.overlays.map(word) },
    formats: formatsIn(project ?? '.', options.formats ?? {}),
  }
  const args = generateArguments(
    { ...words, int64, client, importExtension, ignore },
    importExtensionOf(out),
  )
  return ['npx fastify-contract generate', ...args].join(' ')
}

/** The document's path in headers: relative to the project, whatever the working directory is. */
export function documentName({ spec, out }: Pick<ContentOptions, 'spec' | 'out'>): string {
  return relativeTo(projectRoot(out) ?? '.', spec)
}

/** Of a file outside of the project only its name, since headers must not depend on the machine. */
function relativeTo(project: string, file: string): string {
  const relative = path.relative(project, path.resolve(file))
  const isOutside = relative.startsWith('..') || path.isAbsolute(relative)
  return isOutside ? path.basename(file) : posixPath(relative) || '.'
}

/** The script that generates from the same document into the same folder. */
function scriptFor(files: Files, root: string): string | undefined {
  const scripts = Object.entries(readObject(path.join(root, 'package.json'))?.scripts ?? {})
  const configured = configuredIn(root)
  const entries = configured.length === 0 ? [{}] : configured
  return scripts.find(([, text]) => {
    const [, args] = GENERATE.exec(String(text)) ?? []
    if (args === undefined || /--(check|watch|contract)\b/.test(args)) return false
    const typed = defined({ spec: optionValue(args, 'spec'), out: optionValue(args, 'out') })
    return entries.some((entry) => areFiles({ ...entry, ...typed }, files, root))
  })?.[0]
}

type Files = Pick<ContentOptions, 'spec' | 'out'>

function configuredIn(root: string): Partial<Files>[] {
  return [readJson(path.join(root, CONFIG)) ?? []].flat().map(Object)
}

function areFiles(named: Partial<Files>, files: Files, root: string): boolean {
  return (['spec', 'out'] as const).every((option) => {
    const name = String(named[option] ?? GENERATE_OPTIONS[option].default)
    return path.resolve(root, name) === path.resolve(files[option])
  })
}

const GENERATE = /\bfastify-contract(?:\.js)?["']?\s+generate\b([^&|;]*)/

function optionValue(args: string, option: string): string | undefined {
  const match = new RegExp(`--${option}[= ]\\s*(?:"([^"]*)"|'([^']*)'|(\\S+))`).exec(args)
  return match?.slice(1).find((each) => each !== undefined)
}
