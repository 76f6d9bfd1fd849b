import type { Growth } from './ambiguity.js'
import type { SymbolWord } from './path-search.js'
import type { PatternSymbols } from './symbols.js'

const SHOWN = 3

/** A string that does not match, and takes long with more repetitions; `isMatch` is linear. */
export function attackString(
  { prefix, pump }: Growth,
  symbols: PatternSymbols,
  isMatch: (text: string) => boolean,
): string | undefined {
  if (pump.length === 0) return undefined
  const spelt = (word: SymbolWord) => word.map((each) => spell(each, symbols)).join('')
  const start = `${spelt(prefix)}${spelt(pump).repeat(SHOWN)}`
  const end = ['', '!', '\n', ...symbols.samples].find((each) => !isMatch(`${start}${each}`))
  return end === undefined ? undefined : `${start}${end}`
}

/** A character of these symbols, printable if possible. */
function spell(bits: bigint, { samples }: PatternSymbols): string {
  const possible = samples.filter((_, symbol) => (bits >> BigInt(symbol)) & 1n)
  return possible.find((each) => /^[ -~]$/.test(each)) ?? (possible[0] as string)
}
