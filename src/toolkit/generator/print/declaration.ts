/** A declaration of generated code. */
export interface Declaration {
  readonly name: string
  /** The part of the document that it belongs to, such as a tag: its file is named after it. */
  readonly area?: string
  /** The name that its file is chosen by within the area; by default its own. */
  readonly key?: string
  readonly text: string
  /** Names that it uses: of other declarations, and of imports (see `imports.ts`). */
  readonly uses: readonly string[]
  /** Text that it adds to the end of its file. */
  readonly footer?: string
}
