import { quote } from './print.js'

/** What generated code is written in. In JavaScript there are no types, and no files of types alone. */
export type Language = 'typescript' | 'javascript'

/** What generated code is written for. */
export interface Target {
  /** What it imports the runtime from. */
  readonly runtime: string
  readonly language: Language
  /** What its imports of each other end with: `ts` where it runs as TypeScript. */
  readonly extension: Extension
  /** The command that generates it, for those who read it. */
  readonly command: string
}

/** The extension of import specifiers. */
export type Extension = 'js' | 'ts'

/** Another generated file, `./types`, as an import names it. */
export function moduleAt({ extension }: Pick<Target, 'extension'>, place: string): string {
  return `'${place}.${extension}'`
}

/** What only TypeScript reads, such as `: unknown` or `as const`. */
export function typed({ language }: Pick<Target, 'language'>, text: string): string {
  return language === 'typescript' ? text : ''
}

/** The import of types alone from a module, a quoted one. */
export function importTypes(target: Target, names: readonly string[], module: string): string[] {
  const line = typed(target, `import type { ${names.join(', ')} } from ${module}`)
  return line === '' ? [] : [line]
}

/** An import from the runtime; `type Conversions` among the names is a type. */
export function importFromRuntime(target: Target, all: readonly string[]): string[] {
  const names = all.filter((name) => !name.startsWith('type ') || typed(target, name) !== '')
  if (names.length === 0) return []
  return [`import { ${names.join(', ')} } from ${quote(target.runtime)}`]
}
