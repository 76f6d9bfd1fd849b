import { type Code, symbol } from '../../print/code.js'
import { LateSerializer } from './serializer-code.js'

/** The name of a declaration or of its member, which may have letters of any script. */
const NAME = /^[$.\p{ID_Continue}]+$/u

/** Serializers of parts of a schema, as constants in the order of their declaration. */
export class PartConstants {
  readonly #schema: string
  readonly #byText = new Map<string, { readonly name: string; readonly code: Code }>()

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

  /** The declarations of those that some code needs. */
  text(code: Code): string {
    const needed = this.#needed(code)
    const declared = [...this.#byText.values()].filter(({ name }) => needed.has(name))
    return declared.map((each) => `const ${each.name} = ${each.code.text}\n\n`).join('')
  }

  /** The names of other declarations that some code and its constants use. */
  used(code: Code): string[] {
    const own = new Set([...this.#byText.values()].map(({ name }) => name))
    return [...this.#needed(code)].filter((name) => !own.has(name))
  }

  #needed(code: Code): ReadonlySet<string> {
    const needed = new Set(code.uses)
    // A constant only uses earlier ones.
    for (const { name, code: own } of [...this.#byText.values()].toReversed()) {
      if (needed.has(name)) for (const used of own.uses) needed.add(used)
    }
    return needed
  }
}
