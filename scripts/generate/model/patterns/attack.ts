import type { Growth } from './ambiguity.js'
import type { Letters } from './letters.js'
import type { Word } from './paths.js'

/** How often the repeated part is shown, and so tried, which takes no time yet. */
const SHOWN = 3

/** A text on which the engine goes all ways, since it matches by none: with more repeated, for long. */
export function attackText(
  pattern: string,
  flags: string,
  { prefix, pump }: Growth,
  letters: Letters,
): string | undefined {
  if (pump.length === 0) return undefined
  const spelt = (word: Word) => word.map((each) => spell(each, letters)).join('')
  const start = `${spelt(prefix)}${spelt(pump).repeat(SHOWN)}`
  const regExp = new RegExp(pattern, flags)
  const ends = ['', '!', '\n', ...letters.samples]
  const end = start.length > 40 ? '!' : ends.find((each) => !regExp.test(`${start}${each}`))
  return end === undefined ? undefined : `${spelt(prefix)}${spelt(pump).repeat(SHOWN)}${end}`
}

/** One character of those that the bits stand for, a printable one if there is one. */
function spell(bits: bigint, { samples }: Letters): string {
  const possible = samples.filter((_, letter) => (bits >> BigInt(letter)) & 1n)
  return possible.find((each) => /^[ -~]$/.test(each)) ?? (possible[0] as string)
}
