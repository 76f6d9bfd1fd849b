import { createHash } from 'node:crypto'
import type { Operation } from '../model/model.js'
import type { Extension } from '../print/imports.js'
import { doc, key, quote } from '../print/print.js'
import { fileWords, identifier, pascalCase, sortedByName } from '../shared/names.js'
import { argumentList, type Dependencies, parameterList } from './dependencies.js'

const RUNTIME = 'fastify-contract'

export interface StubName {
  /** File name without `.ts`: lower case, ASCII, no folder. */
  readonly file: string
  readonly name: string
}

export interface Stub extends StubName {
  readonly operation: Operation
}

/** File beside the handlers with the type of the functions that create them. */
export const HANDLER = 'handler'

/** Modules and names of the files that handlers import. */
interface StubSettings {
  readonly operations: string
  readonly extension: Extension
  readonly dependencies: Dependencies
}

export function emitStub(
  { operation, name }: Stub,
  { operations, extension, dependencies }: StubSettings,
): string {
  const { operationId, typeName, method, path, summary, parameterGroups } = operation
  const body = operation.requestBody === undefined ? [] : ['body']
  const members = [...parameterGroups.map(({ member }) => member), ...body]
  const given = dependencies.map((each) => each.name)
  const request = members.length === 0 ? '' : `{ ${members.join(', ')} }`
  // With declared return types the compiler points at the wrong `return`.
  const result = `${typeName}Result`
  return `import { notImplemented } from ${quote(RUNTIME)}
import type { ${result} } from ${quote(operations)}
import type { Handler } from './${HANDLER}.${extension}'

${doc('', summary, `\`${method} ${path}\``)}export const ${name}: Handler<${quote(operationId)}> =
  (${given.join(', ')}) =>
  async (${request}): Promise<${result}> => {
    return notImplemented(${[...new Set([...given, ...members])].join(', ')})
  }
`
}

export function emitHandlerType(operations: string, dependencies: Dependencies): string {
  const comment = doc(
    '',
    'Export of each file of handlers: makes the handler of an operation.',
    ...(dependencies.length > 0 ? [] : ['Add parameters for everything that handlers need.']),
  )
  return `import type { Handlers } from ${quote(operations)}
${importsOf(dependencies)}
${comment}export type Handler<Id extends keyof Handlers> = (${parameterList(dependencies)}) => Handlers[Id]
`
}

export function emitIndex(
  stubs: readonly Stub[],
  title: string,
  { operations, dependencies, extension }: StubSettings,
): string {
  const sorted = sortedByName(stubs, ({ file }) => file)
  const imports = sorted.map((stub) => `${importOf(stub, './', extension)}\n`)
  const members = stubs.map((stub) => `    ${memberOf(stub, dependencies)},\n`)
  return `import type { Handlers } from ${quote(operations)}
${importsOf(dependencies)}${imports.join('')}
${doc('', `Handlers of ${title}: one handler per operation.`)}export function createHandlers(${parameterList(dependencies, stubs.length > 0)}): Handlers {
  return {
${members.join('')}  }
}
`
}

export function importOf({ file, name }: Stub, folder: string, extension: Extension): string {
  return `import { ${name} } from ${quote(`${folder}${file}.${extension}`)}`
}

export function memberOf({ operation, name }: Stub, dependencies: Dependencies): string {
  return `${key(operation.operationId)}: ${name}(${argumentList(dependencies)})`
}

function importsOf(dependencies: Dependencies): string {
  const lines = dependencies.flatMap(({ type, module }) =>
    module === undefined ? [] : `import type { ${type} } from ${quote(module)}\n`,
  )
  return [...new Set(lines)].join('')
}

const MAX_LENGTH = 80

/** Names of devices on Windows, and of the files beside those of handlers. */
const TAKEN_FILES = /^(con|prn|aux|nul|com\d|lpt\d|index|handler)$/

/** Names that the files import or declare, or that TypeScript reserves. */
const TAKEN_NAMES =
  /^(HttpRefusal|errors|notImplemented|Handler|Handlers|createHandlers|Store|store|given|__esModule)$/

/**
 * Names for operations, by operationId. They do not depend on the order of the operations: an id that
 * is no valid name, or shares its name with another id on some file system, gets a part of its hash.
 */
export function stubNames(operationIds: readonly string[]): Map<string, StubName> {
  const plain = operationIds.map((id) => {
    const file = fileWords(id.slice(0, MAX_LENGTH)).join('-')
    return { id, file, name: nameOf(id) }
  })
  const files = countBy(plain.map(({ file }) => file))
  const names = countBy(plain.map(({ name }) => name))
  const named = plain.map(({ id, file, name }) => {
    const fileIsFree = files.get(file) === 1 && !TAKEN_FILES.test(file) && isPlain(id)
    const nameIsFree = names.get(name) === 1 && !TAKEN_NAMES.test(name)
    const mark = createHash('sha256').update(id).digest('hex').slice(0, 8)
    const marked = file === '' ? mark : `${file}-${mark}`
    const stub = { file: fileIsFree ? file : marked, name: nameIsFree ? name : `${name}_${mark}` }
    return [id, stub] as const
  })
  return new Map(named)
}

/** The name of the operation's types, which begins in lower case: `get_plant` is `getPlant`. */
function nameOf(id: string): string {
  const start = /^[a-z]/.test(id) ? /^./ : /^([A-Z]+(?=[A-Z][a-z]|$)|[A-Z])/
  return identifier(pascalCase(id).replace(start, (word) => word.toLowerCase()))
}

/** True if only separators of the id are missing in the file name. */
function isPlain(id: string): boolean {
  return id.length <= MAX_LENGTH && /^[\x20-\x7e]*[a-z\d][\x20-\x7e]*$/i.test(id)
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
