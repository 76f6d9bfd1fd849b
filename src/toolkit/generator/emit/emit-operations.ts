import type { Model, Operation } from '../model/model.js'
import type { Entry, Group } from '../print/group.js'
import { fileName, layOut, type Module } from '../print/layout.js'
import { doc, type GeneratedFile, header, key, quote, withoutTexts } from '../print/print.js'
import type { Texts } from '../print/print-cache.js'
import { prose } from '../print/prose.js'
import { moduleAt, type Target } from '../print/target.js'
import { operationTypes } from './operations/operation-types.js'

interface OperationEntry extends Entry {
  /** The operation's method of `Handlers`. */
  readonly footer: string
  readonly namespaces: readonly string[]
}

/** The namespaces that the types of an operation are from. */
export function namespacesIn(text: string): string[] {
  const code = withoutTexts(text)
  return ['contract', 'schemas'].filter((name) => code.includes(`${name}.`))
}

/**
 * `operations.ts`: request and result types of each operation, and the interface of the handlers;
 * where there are many, `operations/` too.
 */
export function emitOperations(model: Model, target: Target, texts: Texts): GeneratedFile[] {
  const entries = model.operations.map((operation) =>
    texts.of('operation', operation, (): OperationEntry => {
      const text = operationTypes(operation)
      const footer = handler(operation)
      return { name: operation.typeName, text, uses: [], footer, namespaces: namespacesIn(text) }
    }),
  )
  const module: Module<OperationEntry> = {
    name: 'operations',
    header: header(model, target),
    extension: target.extension,
    typesOnly: true,
    imports: (entries, up) => imports(entries, up, target),
    footer: (group) => [handlers(model, group)],
    index: (groups) => [allHandlers(model, groups, target)],
  }
  return layOut(module, entries, undefined, texts)
}

/** What the types of operations take from elsewhere. */
export function imports(
  entries: readonly Pick<OperationEntry, 'namespaces'>[],
  up: './' | '../',
  target: Target,
): string[] {
  const has = (name: string) => entries.some(({ namespaces }) => namespaces.includes(name))
  return [
    ...(has('contract') ? [`import type * as contract from ${quote(target.runtime)}`] : []),
    ...(has('schemas') ? [`import type * as schemas from ${moduleAt(target, `${up}types`)}`] : []),
  ]
}

/** The interface of the handlers of a file's operations. */
function handlers(model: Model, { prefix, entries }: Group<OperationEntry>): string {
  const some = prefix === '' ? '' : ` that begins with \`${prefix}\``
  const comment = doc('', `What implements ${title(model)}: one function per operation${some}.`)
  const methods = entries.map(({ footer }) => footer)
  return `${comment}export interface Handlers {\n${methods.join('')}}\n`
}

function handler(operation: Operation): string {
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
  const result = `contract.Answer<${typeName}Result>`
  // A bare `new` would be what constructs, not a method.
  const name = operationId === 'new' ? quote(operationId) : key(operationId)
  const line = `  ${name}(request: ${typeName}Request): ${result}\n`
  if (line.length <= WIDTH) return `${comment}${line}`
  return `${comment}  ${name}(\n    request: ${typeName}Request,\n  ): ${result}\n`
}

const WIDTH = 100

/** The interface of all handlers, which has the methods of every file's. */
function allHandlers(
  model: Model,
  groups: readonly Group<OperationEntry>[],
  target: Target,
): string {
  const files = groups.map(({ prefix }) => fileName(prefix))
  const lines = files.map(
    (file) =>
      `import type { Handlers as Handlers_${file} } from ${moduleAt(target, `./operations/${file}`)}\n`,
  )
  const comment = doc('', `What implements ${title(model)}: one function per operation.`)
  const parents = files.map((file) => `\n    Handlers_${file}`).join(',')
  return `${lines.join('')}\n${comment}export interface Handlers\n  extends${parents} {}\n`
}

/** The document's title in a comment. */
export function title(model: Model): string {
  return prose(model.title).replace(/\s+/g, ' ')
}
