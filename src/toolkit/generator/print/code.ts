/** Generated code with the names that it uses: of other declarations, and of imports. */
export class Code {
  readonly text: string
  readonly uses: ReadonlySet<string>

  constructor(text: string, uses: ReadonlySet<string> = NO_USES) {
    this.text = text
    this.uses = uses
  }
}

const NO_USES: ReadonlySet<string> = new Set()

/** A part of code: text alone uses nothing. */
type CodePart = Pick<Code, 'text' | 'uses'> | string | number

export function symbol(name: string): Code {
  return new Code(name, new Set([name]))
}

/** Template of code: the result uses all that its parts use. */
export function code(strings: TemplateStringsArray, ...parts: readonly CodePart[]): Code {
  let text = strings[0] as string
  for (const [index, part] of parts.entries()) text += textOf(part) + strings[index + 1]
  return new Code(text, usesOf(parts))
}

export function joined(parts: readonly CodePart[], separator: string): Code {
  return new Code(parts.map(textOf).join(separator), usesOf(parts))
}

function textOf(part: CodePart): string {
  return typeof part === 'object' ? part.text : String(part)
}

/** Names that any of the parts uses. */
export function usesOf(parts: readonly CodePart[]): ReadonlySet<string> {
  const uses = new Set<string>()
  for (const part of parts) {
    if (typeof part === 'object') for (const name of part.uses) uses.add(name)
  }
  return uses
}

export function indentedCode({ text, uses }: Pick<Code, 'text' | 'uses'>, by: string): Code {
  return new Code(text.includes('\n') ? text.replaceAll('\n', `\n${by}`) : text, uses)
}

/** A declaration of generated code. */
export interface Declaration {
  readonly name: string
  /** Name of the chunk, the group of declarations that are printed into one file; often a tag. */
  readonly chunk?: string | undefined
  /** The name that its file is chosen by within the chunk; by default its own. */
  readonly key?: string
  readonly text: string
  /** Names that it uses: of other declarations, and of imports (see `imports.ts`). */
  readonly uses: readonly string[]
  /** Text that it adds to the end of its file. */
  readonly footer?: string
}

/** A constant or a function that only one declaration uses. */
export interface LocalDeclaration {
  readonly name: string
  readonly code: Code
}

/** Those, each of which uses only earlier ones, that are needed. Adds the names that they use to `needed`. */
export function neededOf(
  declared: readonly LocalDeclaration[],
  needed: Set<string>,
): LocalDeclaration[] {
  const isNeeded = ({ name, code }: LocalDeclaration) => {
    if (!needed.has(name)) return false
    for (const used of code.uses) needed.add(used)
    return true
  }
  return declared.toReversed().filter(isNeeded).toReversed()
}

/** A declaration of another module in code. */
export type Refer = (module: string, name: string) => Code

/** `validators.isPlant`: modules are imported as namespaces. */
export const qualified: Refer = (module, name) => new Code(`${module}.${name}`, new Set([module]))

/** `isPlant`: declarations of all modules are in the same files. */
export const unqualified: Refer = (_module, name) => symbol(name)
