import { Code, code } from '../../print/code.js'
import { typed } from '../../print/imports.js'
import type { Context } from './context.js'

/** A line of generated code, or statements between braces. */
export type Statement = Code | Block

export interface Block {
  /** Code before the opening brace. */
  readonly head: Code
  readonly body: readonly Statement[]
  readonly otherwise?: readonly Statement[]
}

/** The end of every check that finds a violation. */
export const REFUSE: Statement = new Code('return false')

/** `if (condition) return false`. */
export function refuseIf(condition: Code): Statement {
  return code`if (${condition}) return false`
}

/** A block; nothing if its body is empty. */
export function block(head: Code, body: readonly Statement[]): Statement[] {
  return body.length === 0 ? [] : [{ head, body: untilRefusal(body) }]
}

/** Statements without those that can never run. */
export function untilRefusal(statements: readonly Statement[]): readonly Statement[] {
  const end = statements.indexOf(REFUSE)
  return end < 0 ? statements : statements.slice(0, end + 1)
}

/** True if nothing after the statements can run. */
export function endsInRefusal(statements: readonly Statement[]): boolean {
  return statements.at(-1) === REFUSE
}

/** Statements as lines; adds the names that they use to `uses`. */
export function print(statements: readonly Statement[], indent: string, uses: Set<string>): string {
  return statements.map((statement) => printOne(statement, indent, uses)).join('')
}

function printOne(statement: Statement, indent: string, uses: Set<string>): string {
  const { text, uses: own } = statement instanceof Code ? statement : statement.head
  for (const name of own) uses.add(name)
  if (statement instanceof Code) return `${indent}${text}\n`
  const { body, otherwise = [] } = statement
  const below = `${indent}  `
  const inside = print(body, below, uses)
  const rest = otherwise.length === 0 ? '' : ` else {\n${print(otherwise, below, uses)}${indent}}`
  return `${indent}${text} {\n${inside}${indent}}${rest}\n`
}

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
