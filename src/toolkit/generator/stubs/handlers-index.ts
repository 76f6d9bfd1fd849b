import path from 'node:path'
import { quote } from '../print/print.js'
import { readIfThere } from '../write/manifest.js'
import type { Stub } from './emit-stubs.js'

/** The index: the user's file that collects the handlers of a folder. */
export interface HandlersIndex {
  readonly file: string
  readonly isThere: boolean
  readonly text: string
  /** Path to the folder for imports in this file. */
  readonly below: string
  /** True if the file seems to contain a handler for an operation. */
  names(operationId: string): boolean
  imports(stub: Stub): boolean
}

/** `src/handlers.ts` beside `src/handlers/` if it exists, else `src/handlers/index.ts`. */
export async function openIndex(folder: string): Promise<HandlersIndex> {
  const beside = `${path.join(folder, '.')}.ts`
  const text = await readIfThere(beside)
  if (text !== undefined) return index(beside, text, `./${path.basename(path.resolve(folder))}/`)
  const inside = path.join(folder, 'index.ts')
  return index(inside, await readIfThere(inside), './')
}

function index(file: string, found: string | undefined, below: string): HandlersIndex {
  const text = found ?? ''
  // Names of methods and members, not of calls.
  const members = new Set(text.match(/(?<![\w$.])[\w$]+(?=\s*[(:,}])/g))
  return {
    file,
    isThere: found !== undefined,
    text,
    below,
    names: (id) =>
      /^[\w$]+$/.test(id)
        ? members.has(id)
        : [quote(id), JSON.stringify(id)].some((name) => text.includes(name)),
    // The extension may be another one, or missing.
    imports: (stub) => new RegExp(`['"]${below}${stub.file}(\\.[jt]s)?['"]`).test(text),
  }
}
