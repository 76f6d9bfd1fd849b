import type { Growth } from './ambiguity.js'
import type { Letters } from './letters.js'
import type { LetterWord } from './paths.js'

/** How often the repeated part is shown. */
const SHOWN = 3

/**
 * A text on which the engine goes all ways, since it matches by none: with more repeated, for long.
 *
 * @param isMatch - Says so without going all ways.
 */
export function attackText(
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

/** One character of those that the bits stand for, a printable one if there is one. */
function spell(bits: bigint, { samples }: Letters): string {
  const possible = samples.filter((_, letter) => (bits >> BigInt(letter)) & 1n)
  return possible.find((each) => /^[ -~]$/.test(each)) ?? (possible[0] as string)
}
