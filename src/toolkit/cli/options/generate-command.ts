import path from 'node:path'
import { configurations } from '../project/config-file.js'
import { posixPath, projectRoot, readObject } from '../project/files.js'
import { importExtensionOf } from '../project/tsconfig.js'
import { generateArguments } from './generate-arguments.js'
import { GENERATE_OPTIONS, type GenerateCommandOptions } from './generate-options.js'

/** The options that change generated files. */
type ContentOptions = Omit<GenerateCommandOptions, 'check' | 'watch' | 'stubs' | 'all' | 'strict'>

/**
 * The command in the headers of generated files: the project's npm script that generates them, or else
 * the full command. It depends on the project's files alone, so that it is the same on every machine.
 */
export function generateCommand(options: ContentOptions): string {
  const { spec, root, shape, out, int64, discriminator, importExtension, ignore } = options
  const project = projectRoot(out)
  const script = project === undefined ? undefined : scriptFor(options, project)
  if (script !== undefined) return `npm run ${script}`
  if (project !== undefined && configurations(project).length > 0)
    return 'npx fastify-contract generate'
  const word = (file: string) => quotedPath(relativeTo(project ?? '.', file))
  const words = {
    spec: word(spec),
    out: word(out),
    ...(root !== undefined && { root: word(root) }),
    shape: { ...shape, overlays: shape.overlays.map(word) },
  }
  const args = generateArguments(
    { ...words, int64, discriminator, importExtension, ignore },
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
function scriptFor(
  { spec, out }: Pick<ContentOptions, 'spec' | 'out'>,
  root: string,
): string | undefined {
  const scripts = Object.entries(readObject(path.join(root, 'package.json'))?.scripts ?? {})
  const found = scripts.find(([, text]) => {
    const [, args] = GENERATE.exec(String(text)) ?? []
    if (args === undefined || /--(check|watch)\b/.test(args)) return false
    const fileOf = (option: 'spec' | 'out') =>
      path.resolve(root, optionValue(args, option) ?? GENERATE_OPTIONS[option].default)
    return fileOf('spec') === path.resolve(spec) && fileOf('out') === path.resolve(out)
  })
  if (found !== undefined || configurations(root).length === 0) return found?.[0]
  // The documents and folders are in the configuration.
  return scripts.find(([, text]) => {
    const [, args] = GENERATE.exec(String(text)) ?? []
    return args !== undefined && !/--(check|watch|spec|out|contract)\b/.test(args)
  })?.[0]
}

const GENERATE = /\bfastify-contract(?:\.js)?["']?\s+generate\b([^&|;]*)/

function optionValue(args: string, option: string): string | undefined {
  const match = new RegExp(`--${option}[= ]\\s*(?:"([^"]*)"|'([^']*)'|(\\S+))`).exec(args)
  return match?.slice(1).find((each) => each !== undefined)
}
