import type { Model, Operation, Outgoing } from '../model/model.js'
import { Code, code, type Declaration, usesOf } from '../print/code.js'
import { type FileGroup, fileName } from '../print/file-division.js'
import { importLines, moduleAt, type Output } from '../print/imports.js'
import { layOut, type Module } from '../print/layout.js'
import { doc, type GeneratedFile, header, key, LINE_WIDTH, quote } from '../print/print.js'
import { prose } from '../print/prose.js'
import { pascalCase } from '../shared/names.js'
import { chunksOf } from './chunks/chunks.js'
import { CONTRACT } from './operations/content-type.js'
import { operationTypes } from './operations/operation-types.js'

/**
 * `operations.ts`: request and result types of each operation, and the interface of the handlers; if
 * there are many, also `operations/`.
 */
export function emitOperations(model: Model, output: Output): GeneratedFile[] {
  const chunks = chunksOf(model.operations)
  const declarations = model.operations.map((operation, at) => declarationOf(operation, chunks[at]))
  const module: Module<Declaration> = {
    name: 'operations',
    header: header(model, output),
    output,
    typesOnly: true,
    footer: (group) => [new Code(handlers(model, group))],
    index: (groups) => [new Code(allHandlers(model, groups, output))],
  }
  return layOut(module, declarations)
}

function declarationOf(operation: Operation, chunk: string | undefined): Declaration {
  const { text, uses } = operationTypes(operation)
  const footer = handler(operation)
  return {
    name: operation.typeName,
    chunk,
    text,
    uses: [...uses, ...footer.uses],
    footer: footer.text,
  }
}

function handlers(model: Model, { file, declarations }: FileGroup): string {
  const whole = file === '' ? titleOf(model) : `\`${file}\``
  const comment = doc('', `Handlers of ${whole}: one function per operation.`)
  const methods = declarations.map(({ footer }) => footer)
  return `${comment}export interface ${handlersName(file)} {\n${methods.join('')}}\n`
}

function handler(operation: Operation): Code {
  const { operationId, typeName, method, path, summary, description, docs, tags } = operation
  const nested = tags.some(({ length }) => length > 1)
  const see = docs?.trim().replace(/\s+/g, ' ')
  const marks = [...(see ? [`@see ${see}`] : []), ...(operation.deprecated ? ['@deprecated'] : [])]
  const comment = doc(
    '  ',
    summary && prose(summary),
    `\`${method} ${path}\``,
    description && prose(description),
    nested ? prose(`Tags: ${tags.map((each) => each.join(' > ')).join(', ')}`) : undefined,
    marks.join('\n'),
  )
  const result = code`${CONTRACT}.Answer<${CONTRACT}.Exact<${typeName}Result>>`
  // A bare `new` would be a construct signature, not a method.
  const name = operationId === 'new' ? quote(operationId) : key(operationId)
  const line = code`  ${name}(request: ${typeName}Request): ${result}\n`
  if (line.text.length <= LINE_WIDTH) return code`${comment}${line}`
  return code`${comment}  ${name}(\n    request: ${typeName}Request,\n  ): ${result}\n`
}

function allHandlers(model: Model, groups: readonly FileGroup[], output: Output): string {
  const lines = groups.map(({ file }) => {
    const module = moduleAt(output, `./operations/${fileName(file)}`)
    return `import type { ${handlersName(file)} } from ${module}\n`
  })
  const comment = doc('', `Handlers of ${titleOf(model)}: one function per operation.`)
  const parents = groups.map(({ file }) => `\n    ${handlersName(file)}`).join(',')
  return `${lines.join('')}\n${comment}export interface Handlers\n  extends${parents} {}\n`
}

/** `ReposListHandlers`, the interface of the handlers in `repos-list.ts`. */
function handlersName(file: string): string {
  if (file === '') return 'Handlers'
  const words = file.split('-').map((word, at) => (at > 0 && /^\d/.test(word) ? `_${word}` : word))
  return `${pascalCase(words.join('-'))}Handlers`
}

export function titleOf(model: Model): string {
  return prose(model.title).replace(/\s+/g, ' ')
}

/** `outgoing.ts`, if the service sends requests: their types, and those of the answers. */
export function emitOutgoing(model: Model, output: Output): GeneratedFile[] {
  if (model.outgoing.length === 0) return []
  const types = model.outgoing.map(operationTypes)
  const head = `${header(model, output)}${importLines(usesOf(types), output)}`
  const text = [head, ...types.map((each) => each.text), events(model)].join('\n')
  return [{ name: 'outgoing.ts', text }]
}

function events(model: Model): string {
  const members = model.outgoing.map((each) => {
    const { typeName, summary, description, deprecated, of } = each
    const comment = doc(
      '  ',
      summary && prose(summary),
      of === undefined ? 'A webhook.' : `A callback of \`${prose(of)}\`.`,
      description && prose(description),
      deprecated ? '@deprecated' : undefined,
    )
    const name = key(memberName(each, model.outgoing))
    const types = [`request: ${typeName}Request`, `result: ${typeName}Result`]
    const line = `  ${name}: { ${types.join('; ')} }\n`
    if (line.length <= LINE_WIDTH) return `${comment}${line}`
    return `${comment}  ${name}: {\n    ${types.join('\n    ')}\n  }\n`
  })
  const sends = `Requests that ${titleOf(model)} sends: webhooks, and callbacks of its operations.`
  return `${doc('', sends)}export interface Outgoing {\n${members.join('')}}\n`
}

/** Name of the event, of a callback after its operation, with more if it is not unique. */
function memberName(each: Outgoing, all: readonly Outgoing[]): string {
  const name = ({ of, event }: Outgoing) => (of === undefined ? event : `${of}.${event}`)
  const names = [
    name,
    (other: Outgoing) => `${name(other)} ${other.method}`,
    (other: Outgoing) => `${name(other)} ${other.operationId}`,
  ]
  const unique = names.find((of) => all.filter((other) => of(other) === of(each)).length === 1)
  return (unique ?? (() => each.typeName))(each)
}
