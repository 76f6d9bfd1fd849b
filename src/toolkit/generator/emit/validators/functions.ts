import { Code } from '../../print/code.js'
import { typed } from '../../print/imports.js'
import type { Context } from './context.js'
import { print, REFUSE, type Statement } from './statements.js'

/** A function that returns true if a value satisfies a schema. */
export function verdictFunction(
  context: Context,
  name: string,
  statements: readonly Statement[],
): Code {
  const end = statements.at(-1) === REFUSE ? [] : [new Code('return true')]
  return functionOf(context, name, [...statements, ...end], 'boolean')
}

/** A function of `value`, which it may ignore, and of `more` parameters. */
export function functionOf(
  context: Context,
  name: string,
  statements: readonly Statement[],
  result: 'boolean' | 'void',
  more = '',
): Code {
  const uses = new Set<string>()
  const body = print(statements, '  ', uses)
  const value = uses.delete('value') ? 'value' : '_value'
  const type = (text: string) => typed(context, `: ${text}`)
  const parameters = `${value}${type('unknown')}${more}`
  return new Code(`function ${name}(${parameters})${type(result)} {\n${body}}\n`, uses)
}
