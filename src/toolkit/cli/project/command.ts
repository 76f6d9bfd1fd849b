import path from 'node:path'
import type { Options } from '../generate/options.js'
import { readObject } from './json.js'
import { posix, projectOf } from './root.js'
import { importExtensionOf } from './tsconfig.js'

/** What of a run shows in generated files. */
type Run = Pick<Options, 'spec' | 'root' | 'out' | 'int64' | 'importExtension' | 'ignore'>

/**
 * The command that generates the same again, for whoever reads what was generated: the npm script of the
 * project that does it, else the command itself. It follows from the project's files, so that it is the
 * same on every machine.
 */
export function commandOf(run: Run): string {
  const root = projectOf(run.out)
  const script = root === undefined ? undefined : scriptFor(run, root)
  if (script !== undefined) return `npm run ${script}`
  const place = (file: string) => quoted(inside(file, root ?? '.'))
  return [
    'npx fastify-contract generate',
    ...(place(run.spec) === SPEC ? [] : [`--spec ${place(run.spec)}`]),
    ...(run.root === undefined ? [] : [`--root ${place(run.root)}`]),
    ...(place(run.out) === OUT ? [] : [`--out ${place(run.out)}`]),
    ...(run.int64 === 'bigint' ? [] : [`--int64 ${run.int64}`]),
    ...(run.importExtension === importExtensionOf(run.out)
      ? []
      : [`--import-extension ${run.importExtension}`]),
    ...run.ignore.map((feature) => `--ignore ${feature}`),
  ].join(' ')
}

/** What headers call a document: wherever the command runs, its place in the project. */
export function documentName({ spec, out }: Pick<Run, 'spec' | 'out'>): string {
  return inside(spec, projectOf(out) ?? '.')
}

const SPEC = 'spec/openapi.yaml'
const OUT = 'generated'

/** Nothing of this machine: what is outside of the project is known by its name. */
function inside(file: string, root: string): string {
  const relative = path.relative(root, path.resolve(file))
  const isOutside = relative.startsWith('..') || path.isAbsolute(relative)
  return isOutside ? path.basename(file) : posix(relative) || '.'
}

function quoted(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : JSON.stringify(text)
}

/** The script that generates from the same document into the same folder. */
function scriptFor({ spec, out }: Run, root: string): string | undefined {
  const scripts = Object.entries(readObject(path.join(root, 'package.json'))?.scripts ?? {})
  return scripts.find(([, text]) => {
    const [, args] = GENERATE.exec(String(text)) ?? []
    if (args === undefined || /--(check|watch)\b/.test(args)) return false
    const at = (option: string, fallback: string) =>
      path.resolve(root, optionIn(args, option) ?? fallback)
    return at('spec', SPEC) === path.resolve(spec) && at('out', OUT) === path.resolve(out)
  })?.[0]
}

/** The command in a script, with what stands behind it. */
const GENERATE = /\bfastify-contract(?:\.js)?["']?\s+generate\b([^&|;]*)/

function optionIn(args: string, option: string): string | undefined {
  const found = new RegExp(`--${option}[= ]\\s*(?:"([^"]*)"|'([^']*)'|(\\S+))`).exec(args)
  return found?.slice(1).find((each) => each !== undefined)
}
