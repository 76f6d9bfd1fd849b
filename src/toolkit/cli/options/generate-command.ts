import path from 'node:path'
import { configurationText } from '../project/config-file.js'
import { posixPath, projectRoot, readObject } from '../project/files.js'
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
    configurationText(folder) !== '' && BOTH.every((each) => isConfigured(each, options, folder))
  if (project !== undefined && isCovered(project)) return 'npx fastify-contract generate'
  const word = (file: string) => quotedPath(relativeTo(project ?? '.', file))
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

function quotedPath(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : JSON.stringify(text)
}

/** The script that generates from the same document into the same folder. */
function scriptFor(files: Files, root: string): string | undefined {
  const scripts = Object.entries(readObject(path.join(root, 'package.json'))?.scripts ?? {})
  return scripts.find(([, text]) => {
    const [, args] = GENERATE.exec(String(text)) ?? []
    if (args === undefined || /--(check|watch|contract)\b/.test(args)) return false
    return BOTH.every((option) => {
      const value = optionValue(args, option)
      if (value === undefined) return isConfigured(option, files, root)
      return path.resolve(root, value) === path.resolve(files[option])
    })
  })?.[0]
}

/**
 * True if the configuration names the file, or leaves out what is the default. Only its text is read: what a
 * program computes is not found, and the full command is as right.
 */
function isConfigured(option: 'spec' | 'out', files: Files, root: string): boolean {
  const text = configurationText(root)
  const isMeant = (each: string) => path.resolve(root, each) === path.resolve(files[option])
  if (text.match(STRINGS)?.some(isMeant)) return true
  const isLeftOut = !new RegExp(`\\b${option}\\b["']?\\s*:`).test(text)
  return isLeftOut && isMeant(GENERATE_OPTIONS[option].default)
}

type Files = Pick<ContentOptions, 'spec' | 'out'>

const BOTH = ['spec', 'out'] as const

const STRINGS = /(?<=["'`])[^"'`\n]+(?=["'`])/g

const GENERATE = /\bfastify-contract(?:\.js)?["']?\s+generate\b([^&|;]*)/

function optionValue(args: string, option: string): string | undefined {
  const match = new RegExp(`--${option}[= ]\\s*(?:"([^"]*)"|'([^']*)'|(\\S+))`).exec(args)
  return match?.slice(1).find((each) => each !== undefined)
}
