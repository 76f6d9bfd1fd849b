import type { DocumentError } from '#toolkit/generator/diagnostics/problems.js'

/** File, line, column, the pointer, what is wrong and what to do. */
const LINE = /^\S+\.json:[1-9]\d*:[1-9]\d* #\S* .*\S.*; \S/u
/** Texts that only a failure of the generator itself contains. */
const LEAK =
  /\bat .*:\d+:\d+\)|file:\/\/|node:internal|\bof undefined\b|is not a function|is not iterable/

/** The lines of an error that do not say what is wrong and where, or say more than that. */
export function unclear({ message, diagnostics }: DocumentError): string[] {
  const lines = message.split(/\r|\n/)
  const isWhole = diagnostics.length > 0 && lines.length === diagnostics.length
  const odd = lines.filter((line) => !LINE.test(line) || LEAK.test(line))
  return [...(isWhole ? [] : [`not a line for each problem: ${message}`]), ...odd]
}
