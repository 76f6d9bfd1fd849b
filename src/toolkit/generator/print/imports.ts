import { grouped } from '../shared/collections.js'
import { sortedByName } from '../shared/names.js'
import { quote } from './print.js'

/** Language of generated code. In JavaScript there are no types, and no files of types only. */
export type Language = 'typescript' | 'javascript'

/** Form of the generated code. */
export interface Output {
  /** Module specifier of the runtime. */
  readonly runtime: string
  readonly language: Language
  /** End of its imports of each other: `ts` if it runs as TypeScript. */
  readonly extension: Extension
  /** The command that generates it, for readers. */
  readonly command: string
}

/** The extension of import specifiers. */
export type Extension = 'js' | 'ts'

/** Module specifier of another generated file, such as `./types`, in quotes. */
export function moduleAt({ extension }: Pick<Output, 'extension'>, place: string): string {
  return `'${place}.${extension}'`
}

/** Text for TypeScript only, such as `: unknown` or `as const`. */
export function typed({ language }: Pick<Output, 'language'>, text: string): string {
  return language === 'typescript' ? text : ''
}

interface ImportedName {
  /** The file of generated code that exports it; by default the runtime. */
  readonly file?: string
  readonly isType?: true
  /** True if the name is that of all exports of the file. */
  readonly isNamespace?: true
}

/** Types of the runtime that generated code names. */
const RUNTIME_TYPES =
  'Contract Conversions Evaluated OperationContract OperationParts RouteSchema RouteSchemas SchemaTable SchemaWithId Serializer'

/** Every name that generated code imports from outside its own module. */
const IMPORTED: Readonly<Record<string, ImportedName>> = {
  ...Object.fromEntries(RUNTIME_TYPES.split(' ').map((name) => [name, { isType: true }])),
  ...{ applyConversions: {}, json: {}, platformCodecs: {}, validation: {} },
  clientTypes: { file: 'client-types', isType: true, isNamespace: true },
  codecs: { file: 'codecs', isNamespace: true },
  codecTypes: { file: 'codecs', isType: true, isNamespace: true },
  contract: { isType: true, isNamespace: true },
  Handlers: { file: 'operations', isType: true },
  conversions: { file: 'conversions', isNamespace: true },
  routeSchemas: { file: 'route-schemas' },
  schemas: { file: 'schemas' },
  serializers: { file: 'serializers', isNamespace: true },
  types: { file: 'types', isType: true, isNamespace: true },
  validators: { file: 'validators', isNamespace: true },
}

/**
 * The import declarations of a file for the names that it uses; other names are declared in its module.
 *
 * @param up - The way from the file to the output folder.
 */
export function importsOf(uses: Iterable<string>, output: Output, up: './' | '../'): string[] {
  const names = [...new Set(uses)].filter((name) => {
    const isType = IMPORTED[name]?.isType === true
    return Object.hasOwn(IMPORTED, name) && (output.language === 'typescript' || !isType)
  })
  const byFile = grouped(names.map((name) => [IMPORTED[name]?.file ?? '', name]))
  return sortedByName(byFile, ([file]) => file).flatMap(([file, some]) => {
    const module = file === '' ? quote(output.runtime) : moduleAt(output, `${up}${file}`)
    return importsFrom(module, some)
  })
}

/** The same as lines, for a file in the output folder. */
export function importLines(uses: Iterable<string>, output: Output): string {
  return importsOf(uses, output, './')
    .map((line) => `${line}\n`)
    .join('')
}

function importsFrom(module: string, names: readonly string[]): string[] {
  const isNamespace = (name: string) => IMPORTED[name]?.isNamespace === true
  const isType = (name: string) => IMPORTED[name]?.isType === true
  const namespaces = names.filter(isNamespace).map((name) => {
    return `import ${isType(name) ? 'type ' : ''}* as ${name} from ${module}`
  })
  const others = names.filter((name) => !isNamespace(name))
  if (others.length === 0) return namespaces
  if (others.every(isType)) {
    return [...namespaces, `import type { ${others.toSorted().join(', ')} } from ${module}`]
  }
  const specifiers = others.map((name) => (isType(name) ? `type ${name}` : name))
  return [...namespaces, `import { ${specifiers.toSorted().join(', ')} } from ${module}`]
}
