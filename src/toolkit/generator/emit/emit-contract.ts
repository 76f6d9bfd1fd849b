import type { Model, Operation, SchemaUses, SecurityScheme } from '../model/model.js'
import {
  doc,
  expression,
  type GeneratedFile,
  header,
  literal,
  pretty,
  quote,
  withoutTexts,
} from '../print/print.js'
import type { Texts } from '../print/print-cache.js'
import { importTypes, moduleAt, type Target, typed } from '../print/target.js'
import { isLarge } from './chunks/large.js'
import { untyped } from './contract/inherited.js'
import { route } from './contract/operation-contract.js'
import { constantName } from './contract/split-operation.js'
import { emitParts, type Row } from './emit-parts.js'

/** `contract.ts`: the route table, tied to validators, serializers and the handlers' type. */
export function emitContract(model: Model, target: Target, texts: Texts): GeneratedFile[] {
  return isLarge(model) ? emitLazy(model, target, texts) : [emitWhole(model, target, texts)]
}

function emitWhole(model: Model, target: Target, texts: Texts): GeneratedFile {
  const entries = model.operations.map((operation) =>
    texts.of('route', operation, () => textOf(operation, model.uses, target)),
  )
  const code = entries.map(withoutTexts).join('')
  const modules = ['conversions', 'serializers', 'validators'].filter((name) =>
    code.includes(` ${name}.`),
  )
  const all = (name: string) =>
    modules.includes(name) ? [`import * as ${name} from ${moduleAt(target, `./${name}`)}`] : []
  const imports = [
    ...contractImports(target, entries.length > 0 ? ['OperationContract'] : []),
    ...all('conversions'),
    `import { schemas } from ${moduleAt(target, './schemas')}`,
    ...all('serializers'),
    ...all('validators'),
  ]
  const operations = model.operations.map(({ typeName }) => expression(constantName(typeName)))
  const table = contractText(model, target, {
    schemas: 'schemas',
    operations: pretty(operations, '  ', 'operations: '.length),
  })
  return {
    name: 'contract.ts',
    text: [`${header(model, target)}${imports.join('\n')}\n`, ...entries, table].join('\n'),
  }
}

function textOf(operation: Operation, uses: SchemaUses, target: Target): string {
  const { typeName, pointer } = operation
  const start = `export const ${constantName(typeName)}${typed(target, ': OperationContract')} = `
  const comment = doc('', `@generated from ${pointer}`)
  return `${comment}${start}${pretty(untyped(target, route(operation, uses)), '', start.length)}\n`
}

/** A large contract: a line for each operation, and `contract/`, which their first requests load. */
function emitLazy(model: Model, target: Target, texts: Texts): GeneratedFile[] {
  const { rows, files } = emitParts(model, target, texts)
  const modules = [...new Set(rows.flatMap(({ file }) => file ?? []))].toSorted()
  const loaders = modules.map(
    (file) => `const ${loaderName(file)} = () => import(${moduleAt(target, `./contract/${file}`)})`,
  )
  const schemas = `async () => (await import(${moduleAt(target, './schemas')})).schemas`
  // Each row has the one type: of a thousand literals the compiler would make a union.
  const operations = `[\n${rows.map((row) => `    row(${rowText(row)}),\n`).join('')}  ]`
  const imports = [
    ...contractImports(target, []),
    // No request should wait for the runtime, which the files of `contract/` import, nor fail for it.
    `import ${quote(target.runtime)}`,
  ]
  const head = `${header(model, target)}${imports.join('\n')}\n`
  const text = [
    head,
    `${loaders.join('\n')}\n`,
    `const row = (operation${typed(target, ": Contract['operations'][number]")}) => operation\n`,
    contractText(model, target, { schemas, operations }),
  ].join('\n')
  return [{ name: 'contract.ts', text }, ...files]
}

function loaderName(file: string): string {
  return `load_${file}`
}

function rowText({ head, name, file }: Row): string {
  if (file === undefined) return literal({ ...head, responses: {} })
  const load = expression(`async () => (await ${loaderName(file)}()).${name}()`)
  return literal({ ...head, load })
}

/** The members of a contract that are made in more than one way. */
interface Made {
  readonly schemas: string
  readonly operations: string
}

function contractText(model: Model, target: Target, made: Made): string {
  const schemes = securitySchemes(model)
  const schemeType =
    schemes.length === 0 ? 'never' : schemes.map(({ name }) => quote(name)).join(' | ')
  const asked = schemes.map(({ pointer: _, description: __, ...scheme }) => scheme)
  const members = [
    `title: ${quote(model.title)}`,
    `version: ${quote(model.version)}`,
    `basePath: ${quote(model.basePath)}`,
    `securitySchemes: ${pretty(asked, '  ', 'securitySchemes: '.length)}`,
    `schemas: ${made.schemas}`,
    `operations: ${made.operations}`,
  ]
  const table = members.map((member) => `  ${member},\n`).join('')
  const type = typed(target, `: Contract<Handlers, ${schemeType}>`)
  return `export const contract${type} = {\n${table}}\n`
}

function contractImports(target: Target, more: readonly string[]): string[] {
  return [
    ...importTypes(target, ['Contract', ...more], quote(target.runtime)),
    ...importTypes(target, ['Handlers'], moduleAt(target, './operations')),
  ]
}

/** The schemes that operations ask for, in the document's order. */
function securitySchemes(model: Model): SecurityScheme[] {
  const asked = new Set(
    model.operations.flatMap(({ security }) => security.flatMap((each) => Object.keys(each))),
  )
  return model.securitySchemes.filter(({ name }) => asked.has(name))
}
