/** The first line of a problem, plain or as the compiler prints it on a terminal. */
const PROBLEM = /error.* TS\d+:/

/** A line that explains the one above it, level by level; those of code begin with a colour. */
const LEVEL = /^ +\S/

/**
 * The output of the compiler with two levels for each problem: what is wrong, and the innermost reason, in
 * place of all types on the way from one to the other.
 */
export function twoLevels(output: string): string {
  const lines: string[] = []
  let levels: string[] | undefined
  const end = () => {
    if (levels?.length) lines.push(`  ${innermost(levels).trim()}`)
    levels = undefined
  }
  for (const line of output.split('\n')) {
    if (levels !== undefined && LEVEL.test(line)) {
      levels.push(line)
      continue
    }
    end()
    if (PROBLEM.test(line)) levels = []
    lines.push(line)
  }
  end()
  return lines.join('\n')
}

/** The last of the deepest lines. */
function innermost(levels: readonly string[]): string {
  const depth = (line: string) => line.length - line.trimStart().length
  return levels.reduce((one, other) => (depth(other) >= depth(one) ? other : one))
}
