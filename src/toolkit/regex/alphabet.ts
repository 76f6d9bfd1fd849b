export function characterClass(source: string, flags: string): RegExp {
  return new RegExp(`^(?:${source})$`, flags)
}

/** Most characters in the cache: a client may send all of Unicode. */
const MOST = 4_096

/** Maps characters to symbols: characters that no class of a pattern separates share one symbol. */
export class Alphabet {
  /** For each symbol, the classes that contain its characters. */
  readonly members: (readonly boolean[])[] = []
  readonly #classes: readonly RegExp[]
  readonly #isUnicode: boolean
  readonly #symbols = new Map<string, number>()
  readonly #known = new Map<number, number>()

  /** @param classes - Character classes in the syntax of a regular expression with these flags. */
  constructor(classes: readonly string[], flags: string) {
    this.#classes = classes.map((source) => characterClass(source, flags))
    this.#isUnicode = flags.includes('u')
  }

  /** The symbols of a string: of its code points with the flag `u`, else of its code units. */
  read(text: string): Uint16Array {
    const symbols = new Uint16Array(text.length)
    let length = 0
    for (let at = 0; at < text.length; length++) {
      const code = (this.#isUnicode ? text.codePointAt(at) : text.charCodeAt(at)) as number
      symbols[length] = this.#known.get(code) ?? this.#learn(code)
      at += code > 0xffff ? 2 : 1
    }
    return symbols.subarray(0, length)
  }

  #learn(code: number): number {
    const character = String.fromCodePoint(code)
    const members = this.#classes.map((each) => each.test(character))
    const key = members.join()
    const symbol = this.#symbols.get(key) ?? this.members.push(members) - 1
    this.#symbols.set(key, symbol)
    if (this.#known.size >= MOST) this.#known.clear()
    this.#known.set(code, symbol)
    return symbol
  }
}
