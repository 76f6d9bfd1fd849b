/** A declaration of generated code. */
export interface Declaration {
  readonly name: string
  /** The name that its file is chosen by; by default its own. */
  readonly key?: string
  readonly text: string
  /** Names that it uses: of other declarations, and of imports (see `imports.ts`). */
  readonly uses: readonly string[]
  /** Text that it adds to the end of its file. */
  readonly footer?: string
}
