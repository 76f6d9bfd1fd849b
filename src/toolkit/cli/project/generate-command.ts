import path from 'node:path'
import { posixPath, projectRoot, readObject } from './files.js'
import type { GenerateCommandOptions } from './generate-options.js'
import { importExtensionOf } from './tsconfig.js'

/** The options that change generated files. */
type ContentOptions = Pick<
  GenerateCommandOptions,
  'spec' | 'root' | 'out' | 'int64' | 'importExtension' | 'ignore'
>

/**
 * The command in the headers of generated files: the project's npm script that generates them, or else
 * the full command. It depends on the project's files alone, so that it is the same on every machine.
 */
export function generateCommand(options: ContentOptions): string {
  const { spec, root, out, int64, importExtension, ignore } = options
  const project = projectRoot(out)
  const script = project === undefined ? undefined : scriptFor(options, project)
  if (script !== undefined) return `npm run ${script}`
  const word = (file: string) => quotedPath(relativeTo(project ?? '.', file))
  return [
    'npx fastify-contract generate',
    ...(word(spec) === SPEC ? [] : [`--spec ${word(spec)}`]),
    ...(root === undefined ? [] : [`--root ${word(root)}`]),
    ...(word(out) === OUT ? [] : [`--out ${word(out)}`]),
    ...(int64 === 'bigint' ? [] : [`--int64 ${int64}`]),
    ...(importExtension === importExtensionOf(out)
      ? []
      : [`--import-extension ${importExtension}`]),
    ...ignore.map((feature) => `--ignore ${feature}`),
  ].join(' ')
}

/** The document's path in headers: relative to the project, whatever the working directory is. */
export function documentName({ spec, out }: Pick<ContentOptions, 'spec' | 'out'>): string {
  return relativeTo(projectRoot(out) ?? '.', spec)
}

const SPEC = 'spec/openapi.yaml'
const OUT = 'generated'

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
function scriptFor({ spec, out }: ContentOptions, root: string): string | undefined {
  const scripts = Object.entries(readObject(path.join(root, 'package.json'))?.scripts ?? {})
  return scripts.find(([, text]) => {
    const [, args] = GENERATE.exec(String(text)) ?? []
    if (args === undefined || /--(check|watch)\b/.test(args)) return false
    const fileOf = (option: string, fallback: string) =>
      path.resolve(root, optionValue(args, option) ?? fallback)
    return fileOf('spec', SPEC) === path.resolve(spec) && fileOf('out', OUT) === path.resolve(out)
  })?.[0]
}

/** The command in a script, and its arguments. */
const GENERATE = /\bfastify-contract(?:\.js)?["']?\s+generate\b([^&|;]*)/

function optionValue(args: string, option: string): string | undefined {
  const match = new RegExp(`--${option}[= ]\\s*(?:"([^"]*)"|'([^']*)'|(\\S+))`).exec(args)
  return match?.slice(1).find((each) => each !== undefined)
}
