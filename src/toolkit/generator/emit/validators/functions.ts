import { typed } from '../../print/target.js'
import type { Context } from './context.js'
import { print, REFUSE, type Statement } from './statements.js'

/** A function and the words in it that are not in its texts: names of what it needs, among others. */
export interface Code {
  readonly code: string
  readonly words: ReadonlySet<string>
}

/** The words of code that are not in its texts. */
export function wordsOf(code: string): Set<string> {
  const found = code.match(/'(?:[^'\\]|\\.)*'|[\w$\u0080-\uffff]+/g) ?? []
  return new Set(found.filter((each) => !each.startsWith("'")))
}

/** A function that says whether a value keeps a schema. */
export function verdictFunction(
  context: Context,
  name: string,
  statements: readonly Statement[],
): Code {
  const end = statements.at(-1) === REFUSE ? [] : ['return true']
  return functionOf(context, name, [...statements, ...end], 'boolean')
}

/** A function of `value`, which it may not look at, and of what else it needs. */
export function functionOf(
  context: Context,
  name: string,
  statements: readonly Statement[],
  result: 'boolean' | 'void',
  more = '',
): Code {
  const body = print(statements, '  ')
  const words = wordsOf(`${name} ${body}`)
  const value = words.has('value') ? 'value' : '_value'
  const type = (text: string) => typed(context, `: ${text}`)
  const parameters = `${value}${type('unknown')}${more}`
  return { code: `function ${name}(${parameters})${type(result)} {\n${body}}\n`, words }
}
