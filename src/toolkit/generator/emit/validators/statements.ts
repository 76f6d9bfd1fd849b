import { Code, code, joined } from '../../print/code.js'
import { typed } from '../../print/imports.js'
import type { Context } from './context.js'

/** A line of generated code, or statements between braces. */
export type Statement = Code | Block

interface Block {
  readonly head: Code
  readonly body: readonly Statement[]
  readonly otherwise?: readonly Statement[]
}

/** The end of every check that finds a violation. */
export const REFUSE: Statement = new Code('return false')

/** A test of values that are refused. */
export class RefusalTest extends Code {
  readonly condition: Code
  /** The opposite, where it is known. */
  readonly pass: Code | undefined

  constructor(condition: Code, pass?: Code) {
    super(`if (${condition.text}) return false`, condition.uses)
    this.condition = condition
    this.pass = pass
  }
}

export function refuseIf(condition: Code): Statement {
  return new RefusalTest(condition)
}

export function block(head: Code, body: readonly Statement[]): Statement[] {
  return body.length === 0 ? [] : [{ head, body: untilRefusal(body) }]
}

/** Statements without those that can never run. */
export function untilRefusal(statements: readonly Statement[]): readonly Statement[] {
  const end = statements.indexOf(REFUSE)
  return end < 0 ? statements : statements.slice(0, end + 1)
}

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
  if (statement instanceof Code) return `${indent}${text.replaceAll('\n', `\n${indent}`)}\n`
  const { body, otherwise = [] } = statement
  const below = `${indent}  `
  const start = `${indent}${text} {\n${print(body, below, uses)}${indent}}`
  const [only, ...more] = otherwise
  if (only === undefined) return `${start}\n`
  const isChain = more.length === 0 && !(only instanceof Code)
  if (isChain) return `${start} else ${printOne(only, indent, uses).trimStart()}`
  return `${start} else {\n${print(otherwise, below, uses)}${indent}}\n`
}

export function verdictFunction(
  context: Context,
  name: string,
  statements: readonly Statement[],
): Code {
  const [only, ...others] = statements
  const pass = others.length === 0 && only instanceof RefusalTest ? only.pass : undefined
  if (pass !== undefined) return functionOf(context, name, [code`return ${pass}`], 'boolean')
  const end = statements.at(-1) === REFUSE ? [] : [new Code('return true')]
  return functionOf(context, name, [...statements, ...end], 'boolean')
}

/** A function of `value`, which it may ignore, and of `more` parameters. */
export function functionOf(
  context: Pick<Context, 'language'>,
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

/** A test of a value in generated code, and its negation. */
export interface Condition {
  readonly pass: Code
  readonly fail: Code
  /** The same without parentheses, where several expressions are joined. */
  readonly bare?: Pick<Condition, 'pass' | 'fail'>
}

export function calls(call: Code): Condition {
  return { pass: call, fail: code`!${call}` }
}

export function both(conditions: readonly Condition[]): Condition {
  return combined(conditions, ' && ', ' || ')
}

export function either(conditions: readonly Condition[]): Condition {
  return combined(conditions, ' || ', ' && ')
}

function combined(conditions: readonly Condition[], passes: string, fails: string): Condition {
  const [only] = conditions
  if (conditions.length === 1) return only as Condition
  const all = (part: 'pass' | 'fail', by: string) => {
    const parts = conditions.map((each) => each[part])
    return joined(parts, by)
  }
  const [pass, fail] = [all('pass', passes), all('fail', fails)]
  return { pass: code`(${pass})`, fail: code`(${fail})`, bare: { pass, fail } }
}

/** The head of a block for values that pass a test. */
export function headOf({ pass, bare }: Condition): Code {
  return code`if (${bare?.pass ?? pass})`
}

export function refuseUnless({ pass, fail, bare }: Condition): Statement {
  return new RefusalTest(bare?.fail ?? fail, bare?.pass ?? pass)
}
