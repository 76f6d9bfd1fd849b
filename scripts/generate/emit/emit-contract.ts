import type { MediaType, Model, Operation, Parameter, ParameterGroup } from '../model/model.js'
import { serializerName } from './emit-serializers.js'
import { validatorName } from './emit-validators.js'
import type { Entry } from './group.js'
import { int64Schemas, placesName } from './int64-places.js'
import { fileName, filled, layOut, type Module, runtimeFrom } from './layout.js'
import {
  doc,
  expression,
  type GeneratedFile,
  header,
  pretty,
  quote,
  withoutTexts,
} from './print.js'
import { scalarsOf, servedContent, unservedIn } from './served.js'
import type { Texts } from './texts.js'

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
  const schemeType = schemes.length === 0 ? 'never' : schemes.map(quote).join(' | ')
  const table = pretty({
    title: model.title,
    version: model.version,
    securitySchemes: schemes,
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
function securitySchemes(model: Model): string[] {
  const asked = new Set(
    model.operations.flatMap(({ security }) => security.flatMap((each) => Object.keys(each))),
  )
  return model.securitySchemes.map(({ name }) => name).filter((name) => asked.has(name))
}

function route(operation: Operation, withInt64: ReadonlySet<string>): object {
  const { operationId, method, path, url, security, parameterGroups, requestBody } = operation
  const unserved = unservedIn(operation)
  const head = { operationId, method, path, url, schema: routeSchema(operation), security }
  if (unserved !== undefined) return { ...head, unserved, responses: {} }
  return {
    ...head,
    ...Object.fromEntries(parameterGroups.map(group)),
    ...(requestBody && {
      requestBody: {
        required: requestBody.required,
        content: byMediaType(requestBody.content, (schema) => ({
          ...compiled(schema),
          ...(withInt64.has(schema) && { int64: expression(`int64.${placesName(schema)}`) }),
        })),
      },
    }),
    responses: Object.fromEntries(
      operation.responses.map(({ status, content }) => [
        status,
        byMediaType(content, (schema) => ({
          ...compiled(schema),
          serialize: expression(`serializers.${serializerName(schema)}`),
        })),
      ]),
    ),
  }
}

function group({ member, schema, parameters }: ParameterGroup): [string, object] {
  return [member, { parameters: parameters.map(parameter), ...compiled(schema) }]
}

/** The operation as a Fastify route schema. */
function routeSchema(operation: Operation): object {
  const { parameterGroups, requestBody, responses } = operation
  if (unservedIn(operation) !== undefined) return {}
  const ref = (schema: string) => ({ $ref: `${schema}#` })
  const part: Record<string, string> = {
    params: 'params',
    query: 'querystring',
    headers: 'headers',
  }
  const content = (media: readonly MediaType[]) => ({
    content: byMediaType(media, (schema) => ({ schema: ref(schema) })),
  })
  const withContent = responses.filter((each) => servedContent(each.content).length > 0)
  return {
    ...Object.fromEntries(
      parameterGroups.map(({ member, schema }) => [part[member] as string, ref(schema)]),
    ),
    ...(requestBody && { body: content(requestBody.content) }),
    ...(withContent.length > 0 && {
      response: Object.fromEntries(withContent.map((each) => [each.status, content(each.content)])),
    }),
  }
}

function byMediaType(
  content: readonly MediaType[],
  value: (schema: string) => unknown,
): Record<string, unknown> {
  const served = servedContent(content)
  return Object.fromEntries(served.map(({ mediaType, schema }) => [mediaType, value(schema)]))
}

/** A schema by its name, and what says whether a value keeps it. */
function compiled(schema: string): object {
  return { schema, validate: expression(`validators.${validatorName(schema)}`) }
}

function parameter({ name, key, coerce, explode, ...rest }: Parameter): object {
  const { array } = coerce
  const [type, ...others] = scalarsOf(array ?? coerce)
  return {
    name,
    ...(key !== undefined && { key }),
    type: others.length === 0 ? type : [type, ...others],
    ...(array && { array: rest.in === 'query' && explode ? 'repeated' : 'list' }),
    ...('default' in rest && { default: rest.default }),
  }
}
