import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { importSpecifier } from '../shared/import-specifier.js'

/** Parameters of `createHandlers`, in order. */
export type Dependencies = readonly Dependency[]

interface Dependency {
  readonly name: string
  readonly type: string
  /** Module of the type, as a file of handlers imports it; none for a global type. */
  readonly module?: string
}

/** Parameters of a declaration: `store: Store`, or unused `_store: Store`. */
export function parameterList(dependencies: Dependencies, isUsed = true): string {
  return dependencies.map(({ name, type }) => `${isUsed ? '' : '_'}${name}: ${type}`).join(', ')
}

export function argumentList(dependencies: Dependencies): string {
  return dependencies.map(({ name }) => name).join(', ')
}

/**
 * Parameters of the functions that create a folder's handlers, from the user's own files: from the
 * type of these functions, from `createHandlers`, or a store beside the folder; else none.
 *
 * @param files - Files to search, in order.
 */
export function findDependencies(
  folder: string,
  files: readonly string[],
  extension: string,
): Dependencies {
  for (const file of files) {
    const found = existsSync(file) ? declaredIn(file, folder, extension) : undefined
    if (found !== undefined) return found
  }
  return storeBeside(folder, extension)
}

const MAKER =
  /\bHandler<[^=]*=\s*\(([^()]*)\)\s*=>|\bcreateHandlers\s*(?:=\s*(?:async\s*)?)?\(([^()]*)\)/

function declaredIn(file: string, folder: string, extension: string): Dependencies | undefined {
  const text = readFileSync(file, 'utf8')
  const found = MAKER.exec(text)
  if (found === null) return undefined
  const [, ofType, ofFunction = ''] = found
  // A destructured parameter, such as `({ store, clock }: Needs)`, has no name.
  const all = [...(ofType ?? ofFunction).matchAll(/(?:(\w+)\??|\{[^{}]*\})\s*:\s*(\w+)/g)]
  return all.map(([, name = 'given', type = '']) => {
    const module = moduleOf(type, text, `./${path.basename(file, '.ts')}.${extension}`)
    if (module === undefined) return { name, type }
    if (!module.startsWith('.')) return { name, type, module }
    return { name, type, module: importSpecifier(folder, path.join(path.dirname(file), module)) }
  })
}

/** Module of a type that a file imports, or the file itself if it declares the type. */
function moduleOf(type: string, text: string, own: string): string | undefined {
  if (declaration(type).test(text)) return own
  const pattern = new RegExp(`import\\s[^;'"]*\\b${type}\\b[^;'"]*\\sfrom\\s*['"]([^'"]+)['"]`)
  return pattern.exec(text)?.[1]
}

function declaration(type: string): RegExp {
  return new RegExp(`^export\\s+(?:interface|type|(?:abstract\\s+)?class)\\s+${type}\\b`, 'm')
}

function storeBeside(folder: string, extension: string): Dependencies {
  const places = ['store', 'store/store', 'store/index'].map((name) =>
    path.join(folder, '..', name),
  )
  const place = places.find((name) => {
    const file = `${name}.ts`
    return existsSync(file) && declaration('Store').test(readFileSync(file, 'utf8'))
  })
  if (place === undefined) return []
  return [
    { name: 'store', type: 'Store', module: importSpecifier(folder, `${place}.${extension}`) },
  ]
}
