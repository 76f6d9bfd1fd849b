import path from 'node:path'
import { quote } from '../print/print.js'
import { readIfThere } from '../write/write.js'
import { type Stub, stubNames } from './emit-stubs.js'

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

/** The id of the operation that a file makes a handler of. */
const HANDLER_OF = /\bHandler<(['"])(.+?)\1>/

/**
 * A line for each file of a folder that makes a handler of an operation that the document does not have, or
 * does not have any more.
 *
 * @param names - The files in the folder.
 */
export async function leftHandlers(
  folder: string,
  names: readonly string[],
  stubs: readonly Stub[],
  index: HandlersIndex,
): Promise<string[]> {
  const own = new Set(stubs.map(({ file }) => `${file}.ts`))
  const others = names.filter((name) => name.endsWith('.ts') && !own.has(name.toLowerCase()))
  const ids = new Set(stubs.map(({ operation }) => operation.operationId))
  const lines: string[] = []
  for (const name of others.toSorted()) {
    const text = (await readIfThere(path.join(folder, name))) ?? ''
    const [, , id] = HANDLER_OF.exec(text) ?? []
    if (id === undefined || ids.has(id.replace(/\\(.)/g, '$1'))) continue
    lines.push(`${path.join(folder, name)}: ${toldOf(name, text, stubs, index)}`)
  }
  return lines
}

/** What is to be done with such a file. The operation of its route has another id now, or is gone. */
function toldOf(
  name: string,
  text: string,
  stubs: readonly Stub[],
  { file, text: listed }: HandlersIndex,
): string {
  const isListed = new RegExp(`['"/]${path.basename(name, '.ts')}(\\.[jt]s)?['"]`).test(listed)
  const lines = isListed ? `, and its lines in ${file}` : ''
  const renamed = stubs.find(({ operation: { method, path: route } }) =>
    text.includes(`\`${method} ${route}\``),
  )
  if (renamed === undefined) {
    return `the contract has no such operation any more; remove the file${lines}`
  }
  const { operation, file: next } = renamed
  const message = `${operation.method} ${operation.path} is \`${operation.operationId}\` now`
  const isWritten = !text.includes('notImplemented(')
  return `${message}; ${isWritten ? `move its code into ${next}.ts, and ` : ''}remove the file${lines}`
}

/** A line that imports a handler, and one that adds it to the handlers. */
const IMPORT = /^import \{ ([\w$]+) \} from '\.\/([\w-]+)\.[jt]s'$/
const MEMBER = /^ {4}('(?:[^'\\]|\\.)*'|[\w$]+): ([\w$]+)\(.*\),$/

/**
 * True if an index of handlers is as this program wrote it: only the operations and the title of the
 * document may have changed since.
 *
 * @param written - The index as it would be written now.
 */
export function isUnedited(text: string, written: string): boolean {
  const [was, is] = [linesOf(text), linesOf(written)]
  const files = new Map(is.imports)
  for (const [name, file] of was.imports) {
    // That of an operation that has left the document.
    const own = was.members.find(([, each]) => each === name)?.[0]
    const usual = own === undefined ? undefined : stubNames([own]).get(own)
    const isUsual = usual?.name === name && usual.file === file
    if (files.get(name) !== file && !isUsual) return false
  }
  return was.rest === is.rest && was.members.every(([, name]) => was.imports.has(name))
}

/** The parts of an index, whatever a formatter of code has done to it. */
function linesOf(text: string) {
  const imports = new Map<string, string>()
  const members: [operationId: string, name: string][] = []
  const rest: string[] = []
  for (const line of text.replaceAll('"', "'").replace(/;$/gm, '').split(/\r?\n/)) {
    const [, name, file] = IMPORT.exec(line) ?? []
    const [, key = '', member] = MEMBER.exec(line.replace(/^\t\t/, '    ')) ?? []
    if (name !== undefined && file !== undefined) imports.set(name, file)
    else if (member !== undefined) members.push([key.replace(/^'|'$/g, ''), member])
    else if (!/^\/\*\* Handlers of .*: one handler per operation\. \*\/$/.test(line)) {
      // Without handlers their argument is unused.
      rest.push(line.trim().replace(/(?<=[(,] ?)_(?=\w+: )/g, ''))
    }
  }
  return { imports, members, rest: rest.filter((line) => line !== '').join('\n') }
}
