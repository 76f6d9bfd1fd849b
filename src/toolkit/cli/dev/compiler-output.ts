/** The first line of a problem, plain or as the compiler prints it on a terminal. */
const PROBLEM = /error.* TS\d+:/

/** A line that explains the one above it, level by level; those of code begin with a colour. */
const LEVEL = /^ +\S/

/** The first line of a problem with what a handler returns: its place, and the name of the results. */
const WRONG_RESULT = /^(.*? TS\d+: [^A-Z]*).*\b(\w+Result)>*'\.$/

/**
 * The output of the compiler with two levels for each problem: what is wrong, and the innermost reason, in
 * place of all types on the way from one to the other. That reason alone says what is wrong with the result
 * of an operation: such a problem has one line, with the name of the result.
 */
export function twoLevels(output: string): string {
  const lines: string[] = []
  let levels: string[] | undefined
  const end = () => {
    if (levels?.length) lines.push(...told(lines.pop() ?? '', innermost(levels).trim()))
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

function told(first: string, reason: string): string[] {
  const [, place, result = ''] = WRONG_RESULT.exec(first) ?? []
  if (place === undefined) return [first, `  ${reason}`]
  return [`${place}${reason.includes(result) ? '' : `${result}: `}${reason}`]
}

/** The last of the deepest lines. */
function innermost(levels: readonly string[]): string {
  const depth = (line: string) => line.length - line.trimStart().length
  return levels.reduce((one, other) => (depth(other) >= depth(one) ? other : one))
}
