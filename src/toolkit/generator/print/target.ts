/** Language of generated code. In JavaScript there are no types, and no files of types only. */
export type Language = 'typescript' | 'javascript'

/** Surroundings that code is generated for. */
export interface Target {
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
export function moduleAt({ extension }: Pick<Target, 'extension'>, place: string): string {
  return `'${place}.${extension}'`
}

/** Text for TypeScript only, such as `: unknown` or `as const`. */
export function typed({ language }: Pick<Target, 'language'>, text: string): string {
  return language === 'typescript' ? text : ''
}
