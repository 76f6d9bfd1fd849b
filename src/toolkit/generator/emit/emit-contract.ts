import type { DescribedSecurityScheme, Model } from '../model/model.js'
import { withoutAsConst } from '../print/as-const.js'
import { Code, type Declaration, qualified, symbol, unqualified } from '../print/code.js'
import { divided, fileName } from '../print/file-division.js'
import { importLines, moduleAt, type Output, typed } from '../print/imports.js'
import { codeModule, layOutFolder } from '../print/layout.js'
import {
  constant,
  type GeneratedFile,
  header,
  literal,
  pretty,
  quote,
  usesInside,
} from '../print/print.js'
import { chunksOf, isLazy, LAZY_LINES, loaderName, loaders, withChunks } from './chunks/chunks.js'
import { splitOperation } from './contract/operation-contract.js'
import { codecNames, conversionDeclarations, emitConversions } from './emit-conversions.js'
import { emitSerializers, serializerDeclarations } from './emit-serializers.js'
import { compileUnits, emitValidators, helperConstants } from './emit-validators.js'

/**
 * `contract.ts`: the route table, tied to the handlers' type, and to validators, serializers and conversions, which
 * have modules of their own.
 */
export function emitContract(model: Model, output: Output): GeneratedFile[] {
  const { validators, serializers, conversions } = compiledCode(model, output)
  if (isLazy(model)) return emitLazy(model, output, [...validators, ...serializers, ...conversions])
  return [
    emitWhole(model, output),
    ...emitConversions(model, output, conversions),
    ...emitSerializers(model, output, serializers),
    ...emitValidators(model, output, validators),
  ]
}

function compiledCode(model: Model, output: Output) {
  const serializers = serializerDeclarations(model, output, isLazy(model))
  const { declarations: conversions, branches } = conversionDeclarations(model, output)
  const called = serializers.map((each) => each.validators)
  const names = called.flatMap((each) => each.names)
  const all = [...branches, ...called.flatMap((each) => each.branches)]
  const options = { branches: all, ...output }
  const validators = compileUnits(model.schemas, [...model.uses.validated, ...names], options)
  return { validators, serializers, conversions }
}

function tableUses(model: Model): string[] {
  return ['Contract', 'Handlers', ...(codecNames(model).length === 0 ? [] : ['codecs'])]
}

function emitWhole(model: Model, output: Output): GeneratedFile {
  const declarations = operationDeclarations(model, output)
  const operations = declarations.map(({ name }) => symbol(name))
  const table = contractText(model, output, {
    schemas: 'schemas',
    routeSchemas: 'routeSchemas',
    operations: pretty(operations, '  ', 'operations: '.length),
  })
  const uses = [
    ...tableUses(model),
    'schemas',
    'routeSchemas',
    ...declarations.flatMap((each) => each.uses),
  ]
  const head = `${header(model, output)}${importLines(uses, output)}`
  const text = [head, ...declarations.map((each) => each.text), table].join('\n')
  return { name: 'contract.ts', text }
}

/**
 * A large contract: a line for each operation, and in `contract/` their requests and responses, with their
 * validators and serializers, in files that first requests load. These files import each other in circles,
 * so that nothing in them may read a constant of another one while it is loaded: an operation is a function.
 */
function emitLazy(model: Model, output: Output, others: readonly Declaration[]): GeneratedFile[] {
  const operations = operationDeclarations(model, output)
  const served = operations.filter(({ route }) => route.unserved === undefined)
  const declarations = [...withChunks(served, others), ...served]
  const division = divided(declarations, LAZY_LINES)
  const module = { ...codeModule('contract', model, output), constants: helperConstants }
  const fileOf = ({ name }: Declaration) => division.fileOf.get(name)
  const modules = new Set(served.map((each) => fileName(fileOf(each) as string)))
  const rows = operations.map((each) => `    row(${rowText(each, fileOf(each))}),\n`)
  // No request should wait for the runtime, which the files of `contract/` import, nor fail for it.
  const imports = `${importLines(tableUses(model), output)}import ${quote(output.runtime)}\n`
  const text = [
    `${header(model, output)}${imports}`,
    loaders('contract', [...modules].toSorted(), output),
    // Each row has the one type: of a thousand literals the compiler would make a union.
    `const row = (operation${typed(output, ": Contract['operations'][number]")}) => operation\n`,
    contractText(model, output, {
      schemas: `async () => (await import(${moduleAt(output, './schemas')})).schemas`,
      routeSchemas: `async () => (await import(${moduleAt(output, './route-schemas')})).routeSchemas`,
      operations: `[\n${rows.join('')}  ]`,
    }),
  ].join('\n')
  return [{ name: 'contract.ts', text }, ...layOutFolder(module, division)]
}

type OperationDeclaration = ReturnType<typeof operationDeclarations>[number]

/** A row of the table; an operation that is not served has no file. */
function rowText({ route, name }: OperationDeclaration, file: string | undefined): string {
  if (file === undefined) return literal({ ...route, responses: {} })
  const load = new Code(`async () => (await ${loaderName(fileName(file))}()).${name}()`)
  return literal({ ...route, load })
}

/** Operations as constants; in a large contract, as functions of their parts without the route. */
function operationDeclarations(model: Model, output: Output) {
  const lazy = isLazy(model)
  const context = { uses: model.uses, refer: lazy ? unqualified : qualified }
  const type = lazy ? 'OperationParts' : 'OperationContract'
  const typing = typed(output, `: ${type}`)
  const start = lazy ? ` = ()${typing} => (` : `${typing} = `
  const chunks = chunksOf(model.operations)
  return model.operations.map((operation, at) => {
    const { typeName: key, pointer } = operation
    const { route, parts } = splitOperation(operation, context)
    const value = lazy ? parts : { ...route, ...parts }
    const name = `${key}Operation`
    const code = withoutAsConst(output, value)
    const text = constant(pointer, `export const ${name}${start}`, code, lazy ? ')' : '')
    return { name, key, text, uses: [type, ...usesInside(value)], route, chunk: chunks[at] }
  })
}

/** `tables`: the members that differ between whole and large contracts. */
function contractText(
  model: Model,
  output: Output,
  tables: Readonly<Record<'schemas' | 'routeSchemas' | 'operations', string>>,
): string {
  const schemes = securitySchemes(model)
  const schemeType =
    schemes.length === 0 ? 'never' : schemes.map(({ name }) => quote(name)).join(' | ')
  const codecs = codecNames(model).map((name) => `codecs.${name}`)
  const asked = schemes.map(({ pointer: _, description: __, sources: ___, ...scheme }) => scheme)
  const members = [
    `title: ${quote(model.title)}`,
    `version: ${quote(model.version)}`,
    `basePath: ${quote(model.basePath)}`,
    `securitySchemes: ${pretty(asked, '  ', 'securitySchemes: '.length)}`,
    member('schemas', tables.schemas),
    member('routeSchemas', tables.routeSchemas),
    ...(codecs.length === 0 ? [] : [`codecs: [${codecs.join(', ')}]`]),
    `operations: ${tables.operations}`,
  ]
  const table = members.map((each) => `  ${each},\n`).join('')
  const type = typed(output, `: Contract<Handlers, ${schemeType}>`)
  return `export const contract${type} = {\n${table}}\n`
}

function member(name: string, value: string): string {
  return value === name ? name : `${name}: ${value}`
}

function securitySchemes(model: Model): DescribedSecurityScheme[] {
  const asked = new Set(
    model.operations.flatMap(({ security }) => security.flatMap((each) => Object.keys(each))),
  )
  return model.securitySchemes.filter(({ name }) => asked.has(name))
}
