import type { Operation } from '../model/model.js'
import type { Extension } from '../print/imports.js'
import { doc, key, quote } from '../print/print.js'
import { sortedByName } from '../shared/names.js'
import { argumentList, type Dependencies, parameterList } from './dependencies.js'

const RUNTIME = 'fastify-contract'

export interface Stub {
  readonly operation: Operation
  readonly file: string
  readonly name: string
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
  const { operationId, typeName, method, path, summary } = operation
  const members = membersOf(operation)
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

function membersOf({ parameterGroups, requestBody }: Operation): string[] {
  const groups = parameterGroups.map(({ member }) => member)
  return [...groups, ...(requestBody === undefined ? [] : ['body'])]
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
