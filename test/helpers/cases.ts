import type { Test } from 'tap'

/** An input, and the lines that come of it. */
export interface Case {
  readonly name: string
  readonly input: string
  readonly output: readonly string[]
}

/**
 * The cases of a text, which may be a golden file:
 *
 *     ## NAME
 *     INPUT
 *     -> OUTPUT
 */
export function casesOf(text: string): Case[] {
  const isOutput = (line: string) => line.startsWith('-> ')
  return text
    .trim()
    .split(/\n(?=## )/)
    .map((each) => {
      const [title = '', ...lines] = each.split('\n')
      return {
        name: title.slice('## '.length),
        input: lines.filter((line) => !isOutput(line)).join('\n'),
        output: lines.filter(isOutput).map((line) => line.slice('-> '.length)),
      }
    })
}

export function testCases(
  t: Test,
  text: string,
  run: (input: string, t: Test) => readonly string[] | Promise<readonly string[]>,
): void {
  for (const { name, input, output } of casesOf(text)) {
    t.test(name, async (t) => {
      const lines = await run(input, t)
      t.equal(lines.join('\n'), output.join('\n'))
    })
  }
}
