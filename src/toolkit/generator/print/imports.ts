import { sortedByName } from '../shared/sort-by-name.js'
import { quote } from './print.js'
import { moduleAt, type Target } from './target.js'

/** An import of generated code. */
interface ImportedName {
  /** The file of generated code that exports it; by default the runtime. */
  readonly file?: string
  readonly isType?: true
  /** True if the name stands for all exports of the file. */
  readonly isNamespace?: true
}

const RUNTIME_TYPE: ImportedName = { isType: true }

/** Every name that generated code imports from outside its own module. */
const IMPORTED: Readonly<Record<string, ImportedName>> = {
  Contract: RUNTIME_TYPE,
  Conversions: RUNTIME_TYPE,
  Evaluated: RUNTIME_TYPE,
  OperationContract: RUNTIME_TYPE,
  OperationParts: RUNTIME_TYPE,
  SchemaTable: RUNTIME_TYPE,
  SchemaWithId: RUNTIME_TYPE,
  Serializer: RUNTIME_TYPE,
  contract: { isType: true, isNamespace: true },
  json: {},
  validation: {},
  Handlers: { file: 'operations', isType: true },
  conversions: { file: 'conversions', isNamespace: true },
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
export function importsOf(uses: Iterable<string>, target: Target, up: './' | '../'): string[] {
  const names = [...new Set(uses)].filter((name) => {
    const isType = IMPORTED[name]?.isType === true
    return Object.hasOwn(IMPORTED, name) && (target.language === 'typescript' || !isType)
  })
  const files = new Set(names.map((name) => IMPORTED[name]?.file ?? ''))
  return sortedByName(files, (file) => file).flatMap((file) => {
    const module = file === '' ? quote(target.runtime) : moduleAt(target, `${up}${file}`)
    return importsFrom(
      module,
      names.filter((name) => (IMPORTED[name]?.file ?? '') === file),
    )
  })
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
