import path from 'node:path'
import { readIfThere } from '../write/manifest.js'
import type { Stub } from './emit-stubs.js'
import type { HandlersIndex } from './handlers-index.js'

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
    return `the document has no such operation any more; remove the file${lines}`
  }
  const { operation, file: next } = renamed
  const message = `${operation.method} ${operation.path} is \`${operation.operationId}\` now`
  const isWritten = !text.includes('notImplemented(')
  return `${message}; ${isWritten ? `move its code into ${next}.ts, and ` : ''}remove the file${lines}`
}
