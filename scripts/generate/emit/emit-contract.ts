import type { Model, Operation, SecurityScheme } from '../model/model.js'
import { int64Schemas } from './int64-places.js'
import { route } from './operations/route.js'
import type { Entry } from './print/group.js'
import { fileName, filled, layOut, type Module, runtimeFrom } from './print/layout.js'
import {
  doc,
  expression,
  type GeneratedFile,
  header,
  pretty,
  quote,
  withoutTexts,
} from './print/print.js'
import type { Texts } from './print/texts.js'

/** `contract.ts`: the route table, tied to validators, serializers and the handlers' type. */
export function emitContract(model: Model, runtime: string, texts: Texts): GeneratedFile[] {
  const withInt64 = new Set(int64Schemas(model).map(({ name }) => name))
  const entries = model.operations.map((operation) =>
    texts.of('route', operation, () => entryOf(operation, withInt64)),
  )
  const contract = contractText(model)
  const module: Module<RouteEntry> = {
    name: 'contract',
    header: header(model),
    typesOnly: false,
    imports: (some, up) => [
      ...(up === './'
        ? contractImports(runtime, some.length > 0 ? ['OperationContract'] : [])
        : operationImports(runtime)),
      ...dataImports(some, up),
    ],
    footer: ({ prefix }) => (prefix === '' ? [contract] : []),
    index: (groups) => [
      [
        ...contractImports(runtime, []),
        "import { schemas } from './schemas.js'",
        ...groups.map(({ prefix, entries }) => importAll(prefix, entries)),
        '',
        contract,
      ].join('\n'),
    ],
  }
  return layOut(module, entries)
}

interface RouteEntry extends Entry {
  /** The modules that it takes something from. */
  readonly modules: readonly string[]
}

function entryOf(operation: Operation, withInt64: ReadonlySet<string>): RouteEntry {
  const { typeName, pointer } = operation
  const start = `const ${constantName(typeName)}: OperationContract = `
  const comment = doc('', `@generated from ${pointer}`)
  const value = pretty(route(operation, withInt64), '', start.length + 'export '.length)
  const code = withoutTexts(value)
  const modules = ['int64', 'serializers', 'validators'].filter((name) =>
    code.includes(` ${name}.`),
  )
  return { name: typeName, text: `${comment}export ${start}${value}\n`, uses: [], modules }
}

/** The name of the constant that is an operation. */
function constantName(typeName: string): string {
  return `${typeName}Operation`
}

function contractText(model: Model): string {
  const schemes = securitySchemes(model)
  const schemeType =
    schemes.length === 0 ? 'never' : schemes.map(({ name }) => quote(name)).join(' | ')
  const table = pretty({
    title: model.title,
    version: model.version,
    securitySchemes: schemes.map(({ pointer: _, description: __, ...scheme }) => scheme),
    schemas: expression('schemas'),
    operations: model.operations.map(({ typeName }) => expression(constantName(typeName))),
  })
  return `export const contract: Contract<Handlers, ${schemeType}> = ${table}\n`
}

function contractImports(runtime: string, more: readonly string[]): string[] {
  return [
    `import type { ${['Contract', ...more].join(', ')} } from ${quote(runtime)}`,
    "import type { Handlers } from './operations.js'",
  ]
}

function operationImports(runtime: string): string[] {
  return [`import type { OperationContract } from ${quote(runtimeFrom(runtime, '../'))}`]
}

/** What the operations of a file take from the other modules; in one file, the schemas too. */
function dataImports(entries: readonly RouteEntry[], up: './' | '../'): string[] {
  const all = (name: string) =>
    entries.some(({ modules }) => modules.includes(name))
      ? [`import * as ${name} from '${up}${name}.js'`]
      : []
  return [
    ...all('int64'),
    ...(up === './' ? ["import { schemas } from './schemas.js'"] : []),
    ...all('serializers'),
    ...all('validators'),
  ]
}

function importAll(prefix: string, entries: readonly Entry[]): string {
  const names = entries.map(({ name }) => constantName(name)).toSorted()
  return `import {\n${filled(names)}\n} from './contract/${fileName(prefix)}.js'`
}

/** The schemes that operations ask for, in the document's order. */
function securitySchemes(model: Model): SecurityScheme[] {
  const asked = new Set(
    model.operations.flatMap(({ security }) => security.flatMap((each) => Object.keys(each))),
  )
  return model.securitySchemes.filter(({ name }) => asked.has(name))
}
