import type { DescribedSecurityScheme, Model, Operation } from '../model/model.js'
import { Code, type Declaration, qualified, symbol } from '../print/code.js'
import { importLines, moduleAt, type Target, typed } from '../print/imports.js'
import {
  doc,
  type GeneratedFile,
  header,
  literal,
  pretty,
  quote,
  usesInside,
} from '../print/print.js'
import type { PrintCache } from '../print/print-cache.js'
import { isLazy, loaderName, loaders } from './areas/lazy.js'
import { withoutAsConst } from './contract/as-const.js'
import type { ContractContext } from './contract/media.js'
import { constantName, splitOperation } from './contract/operation-contract.js'
import { emitLazyOperations, type OperationRow } from './emit-lazy-operations.js'

/** `contract.ts`: the route table, tied to validators, serializers and the handlers' type. */
export function emitContract(model: Model, target: Target, texts: PrintCache): GeneratedFile[] {
  return isLazy(model) ? emitLazy(model, target, texts) : [emitWhole(model, target, texts)]
}

function emitWhole(model: Model, target: Target, texts: PrintCache): GeneratedFile {
  const context = { uses: model.uses, refer: qualified }
  const declarations = model.operations.map((operation) =>
    texts.of('route', operation, () => declarationOf(operation, context, target)),
  )
  const operations = model.operations.map(({ typeName }) => symbol(constantName(typeName)))
  const table = contractText(model, target, {
    schemas: 'schemas',
    operations: pretty(operations, '  ', 'operations: '.length),
  })
  const uses = [...TABLE_USES, 'schemas', ...declarations.flatMap((each) => each.uses)]
  const head = `${header(model, target)}${importLines(uses, target)}`
  const text = [head, ...declarations.map((each) => each.text), table].join('\n')
  return { name: 'contract.ts', text }
}

const TABLE_USES = ['Contract', 'Handlers']

function declarationOf(
  operation: Operation,
  context: ContractContext,
  target: Target,
): Declaration {
  const { typeName, pointer } = operation
  const name = constantName(typeName)
  const start = `export const ${name}${typed(target, ': OperationContract')} = `
  const comment = doc('', `@generated from ${pointer}`)
  const { route, parts } = splitOperation(operation, context)
  const value = { ...route, ...parts }
  const text = `${comment}${start}${pretty(withoutAsConst(target, value), '', start.length)}\n`
  return { name, text, uses: ['OperationContract', ...usesInside(value)] }
}

/** A large contract: a line for each operation, and `contract/`, which their first requests load. */
function emitLazy(model: Model, target: Target, texts: PrintCache): GeneratedFile[] {
  const { rows, files } = emitLazyOperations(model, target, texts)
  const modules = [...new Set(rows.flatMap(({ file }) => file ?? []))].toSorted()
  const schemas = `async () => (await import(${moduleAt(target, './schemas')})).schemas`
  // Each row has the one type: of a thousand literals the compiler would make a union.
  const operations = `[\n${rows.map((row) => `    row(${rowText(row)}),\n`).join('')}  ]`
  // No request should wait for the runtime, which the files of `contract/` import, nor fail for it.
  const imports = `${importLines(TABLE_USES, target)}import ${quote(target.runtime)}\n`
  const text = [
    `${header(model, target)}${imports}`,
    loaders('contract', modules, target),
    `const row = (operation${typed(target, ": Contract['operations'][number]")}) => operation\n`,
    contractText(model, target, { schemas, operations }),
  ].join('\n')
  return [{ name: 'contract.ts', text }, ...files]
}

function rowText({ route, name, file }: OperationRow): string {
  if (file === undefined) return literal({ ...route, responses: {} })
  const load = new Code(`async () => (await ${loaderName(file)}()).${name}()`)
  return literal({ ...route, load })
}

/** `tables`: the members that differ between whole and large contracts. */
function contractText(
  model: Model,
  target: Target,
  tables: { readonly schemas: string; readonly operations: string },
): string {
  const schemes = securitySchemes(model)
  const schemeType =
    schemes.length === 0 ? 'never' : schemes.map(({ name }) => quote(name)).join(' | ')
  const asked = schemes.map(({ pointer: _, description: __, ...scheme }) => scheme)
  const members = [
    `title: ${quote(model.title)}`,
    `version: ${quote(model.version)}`,
    `basePath: ${quote(model.basePath)}`,
    `securitySchemes: ${pretty(asked, '  ', 'securitySchemes: '.length)}`,
    `schemas: ${tables.schemas}`,
    `operations: ${tables.operations}`,
  ]
  const table = members.map((member) => `  ${member},\n`).join('')
  const type = typed(target, `: Contract<Handlers, ${schemeType}>`)
  return `export const contract${type} = {\n${table}}\n`
}

/** The schemes that operations ask for, in the document's order. */
function securitySchemes(model: Model): DescribedSecurityScheme[] {
  const asked = new Set(
    model.operations.flatMap(({ security }) => security.flatMap((each) => Object.keys(each))),
  )
  return model.securitySchemes.filter(({ name }) => asked.has(name))
}
