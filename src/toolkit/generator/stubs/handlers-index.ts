import path from 'node:path'
import { quote } from '../print/print.js'
import { readIfThere } from '../write/manifest.js'
import type { Stub } from './emit-stubs.js'

/** The file that collects the handlers of a folder. It is the user's: it is looked at, no more. */
export interface HandlersIndex {
  readonly file: string
  readonly isThere: boolean
  /** Where the folder is from there, as an import begins. */
  readonly below: string
  /** Whether it seems to have a handler for an operation, wherever that comes from. */
  names(operationId: string): boolean
  /** Whether it imports a handler's file. */
  imports(stub: Stub): boolean
}

/** `src/handlers.ts` beside `src/handlers/` where there is one, else `src/handlers/index.ts`. */
export async function openIndex(folder: string): Promise<HandlersIndex> {
  const beside = `${path.join(folder, '.')}.ts`
  const text = await readIfThere(beside)
  if (text !== undefined) return index(beside, text, `./${path.basename(path.resolve(folder))}/`)
  const inside = path.join(folder, 'index.ts')
  return index(inside, await readIfThere(inside), './')
}

function index(file: string, found: string | undefined, below: string): HandlersIndex {
  const text = found ?? ''
  // A method or a member of that name, not a call of one.
  const members = new Set(text.match(/(?<![\w$.])[\w$]+(?=\s*[(:,}])/g))
  return {
    file,
    isThere: found !== undefined,
    below,
    names: (id) =>
      /^[\w$]+$/.test(id)
        ? members.has(id)
        : [quote(id), JSON.stringify(id)].some((name) => text.includes(name)),
    // Of whatever extension, or none.
    imports: (stub) => new RegExp(`['"]${below}${stub.file}(\\.[jt]s)?['"]`).test(text),
  }
}
