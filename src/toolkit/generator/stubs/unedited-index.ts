import { stubNames } from './stub-names.js'

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
