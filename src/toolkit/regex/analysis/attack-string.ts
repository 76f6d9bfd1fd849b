import type { Growth } from './ambiguity.js'
import type { LetterWord } from './letter-graph.js'
import type { Letters } from './letters.js'

/** Number of repetitions that are shown. */
const SHOWN = 3

/**
 * A string that does not match, on which the engine tries all paths. With more repetitions it takes
 * long.
 *
 * @param isMatch - Gives the verdict in linear time.
 */
export function attackString(
  { prefix, pump }: Growth,
  letters: Letters,
  isMatch: (text: string) => boolean,
): string | undefined {
  if (pump.length === 0) return undefined
  const spelt = (word: LetterWord) => word.map((each) => spell(each, letters)).join('')
  const start = `${spelt(prefix)}${spelt(pump).repeat(SHOWN)}`
  const end = ['', '!', '\n', ...letters.samples].find((each) => !isMatch(`${start}${each}`))
  return end === undefined ? undefined : `${start}${end}`
}

/** A character of these letters, printable if possible. */
function spell(bits: bigint, { samples }: Letters): string {
  const possible = samples.filter((_, letter) => (bits >> BigInt(letter)) & 1n)
  return possible.find((each) => /^[ -~]$/.test(each)) ?? (possible[0] as string)
}
