import { Code, code, type LocalDeclaration, neededOf, symbol } from '../../print/code.js'
import { enclosed, quote } from '../../print/print.js'

const JSON_RUNTIME = 'json'

export interface SerializerCode {
  readonly code: Code
  /** True if it may name members of containers in its values. */
  readonly names: boolean
  /** Members that it requires and that nothing describes so far, unless the code names them. */
  readonly required: readonly string[]
}

export function runtimeSerializer(name: string): Code {
  return new Code(`${JSON_RUNTIME}.${name}`, USES)
}

const USES: ReadonlySet<string> = new Set([JSON_RUNTIME])

export function combinator(name: string, ...parts: readonly (Code | string)[]): Code {
  return enclosed(code`${runtimeSerializer(name)}(`, parts, ')')
}

export function braces(entries: readonly Code[]): Code {
  return entries.length === 0 ? new Code('{}') : enclosed('{', entries, '}', ' ')
}

/** The serializer of a schema that may be declared later. */
export class LateSerializer extends Code {
  /** The serializer itself, for code that runs when all are declared. */
  readonly own: Code

  constructor(own: Code) {
    const { text, uses } = combinator('lazy', code`() => ${own}`)
    super(text, uses)
    this.own = own
  }
}

/** Prints any value with all of its members. */
export const ANY: SerializerCode = {
  code: runtimeSerializer('any'),
  names: false,
  required: [],
}

export function plain(code: Code): SerializerCode {
  return { ...ANY, code }
}

export function naming(code: Code): SerializerCode {
  return { code, names: true, required: [] }
}

/** One serializer for several whose schemas hold together, beside `described` members. */
export function together(
  parts: readonly SerializerCode[],
  described: ReadonlySet<string>,
): SerializerCode {
  const required = [...new Set(parts.flatMap((part) => part.required))].filter(
    (name) => !described.has(name),
  )
  const names = distinct(parts.filter((part) => part.names))
  const demand = required.length === 0 ? [] : [combinator('required', ...required.map(quote))]
  if (names.length === 0) return { code: demand[0] ?? onlyCode(parts), names: false, required }
  const [only, ...others] = [...names, ...demand]
  return naming(others.length === 0 ? (only as Code) : combinator('all', only as Code, ...others))
}

/** The code of all parts that do not print any value, if they agree. */
function onlyCode(parts: readonly SerializerCode[]): Code {
  const [only = ANY.code, ...others] = distinct(
    parts.filter(({ code }) => code.text !== ANY.code.text),
  )
  return others.length === 0 ? only : ANY.code
}

function distinct(parts: readonly SerializerCode[]): Code[] {
  return [...new Map(parts.map(({ code }) => [code.text, code])).values()]
}

/** The name of a declaration or of its member, which may have letters of any script. */
const NAME = /^[$.\p{ID_Continue}]+$/u

/** Serializers of parts of a schema, as constants in the order of their declaration. */
export class PartConstants {
  readonly #schema: string
  readonly #byText = new Map<string, LocalDeclaration>()

  constructor(schema: string) {
    this.#schema = schema
  }

  /** The name of a constant; a serializer that is a name already needs none. */
  add(code: Code): Code {
    if (code instanceof LateSerializer || NAME.test(code.text)) return code
    const known = this.#byText.get(code.text)
    // Declared like `Unit`'s functions: `$` is in no exported name.
    const name = known?.name ?? `part${this.#schema}$${this.#byText.size + 1}`
    if (known === undefined) this.#byText.set(code.text, { name, code })
    return symbol(name)
  }

  /** The constants that code needs, and all other names that it uses with them. */
  before(code: Code): { readonly text: string; readonly uses: readonly string[] } {
    const needed = new Set(code.uses)
    const declared = neededOf([...this.#byText.values()], needed)
    const text = declared.map((each) => `const ${each.name} = ${each.code.text}\n\n`).join('')
    for (const { name } of declared) needed.delete(name)
    return { text, uses: [...needed] }
  }
}
