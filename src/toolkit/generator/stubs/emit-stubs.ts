import { doc, key, quote } from '../emit/print/print.js'
import type { Operation } from '../model/model.js'

/** A handler that is to be written, in a file of its own. */
export interface Stub {
  readonly operation: Operation
  /** The file's name without `.ts`. */
  readonly file: string
  /** What the file exports. */
  readonly name: string
}

/** How a file imports what handlers need. */
export interface StubImports {
  /** The module of `Handlers`. */
  readonly operations: string
  readonly runtime: string
}

/** A handler to start from: it answers 501. */
export function emitStub({ operation, name }: Stub, imports: StubImports): string {
  const { operationId, method, path, summary } = operation
  const runtime = `import { ContractError, errors } from ${quote(imports.runtime)}\n`
  const types = `import type { Handlers } from ${quote(imports.operations)}\n`
  return `${imports.runtime.startsWith('.') ? types + runtime : runtime + types}
${doc('', summary, `\`${method} ${path}\``)}export const ${name}: Handlers[${quote(operationId)}] = async () => {
  throw new ContractError(errors.notImplemented)
}
`
}

/** What collects the handlers; it does not compile while one is missing. */
export function emitHandlers(stubs: readonly Stub[], title: string, operations: string): string {
  const imports = stubs.map((stub) => `${importOf(stub, './')}\n`)
  const members = stubs.map(({ operation: { operationId }, name }) =>
    operationId === name ? `  ${name},\n` : `  ${key(operationId)}: ${name},\n`,
  )
  return `import type { Handlers } from ${quote(operations)}
${imports.join('')}
${doc('', `What implements ${title}: one handler per operation.`)}export const handlers = {
${members.join('')}} satisfies Handlers
`
}

/** The line that imports a handler from where `folder` leads: `./`, or `./handlers/`. */
export function importOf({ file, name }: Stub, folder: string): string {
  return `import { ${name} } from ${quote(`${folder}${file}.js`)}`
}
