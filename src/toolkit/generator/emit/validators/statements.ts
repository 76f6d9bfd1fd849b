/** Lines of generated code: a statement, or statements between braces. */
export type Statement = string | Block

export interface Block {
  /** What stands before the opening brace. */
  readonly head: string
  readonly body: readonly Statement[]
  readonly otherwise?: readonly Statement[]
}

/** The end of every check that finds a violation. */
export const REFUSE = 'return false'

/** `if (…) return false`. */
export function refuseIf(condition: string): Statement {
  return `if (${condition}) ${REFUSE}`
}

/** A block, or nothing where nothing stands inside. */
export function block(head: string, body: readonly Statement[]): Statement[] {
  return body.length === 0 ? [] : [{ head, body: untilRefusal(body) }]
}

/** Statements without those that can never run. */
export function untilRefusal(statements: readonly Statement[]): readonly Statement[] {
  const end = statements.indexOf(REFUSE)
  return end < 0 ? statements : statements.slice(0, end + 1)
}

/** Whether nothing after these statements can run. */
export function endsInRefusal(statements: readonly Statement[]): boolean {
  return statements.at(-1) === REFUSE
}

/** Statements as lines. */
export function print(statements: readonly Statement[], indent: string): string {
  return statements.map((statement) => printOne(statement, indent)).join('')
}

function printOne(statement: Statement, indent: string): string {
  if (typeof statement === 'string') return `${indent}${statement}\n`
  const { head, body, otherwise = [] } = statement
  const below = `${indent}  `
  const rest = otherwise.length === 0 ? '' : ` else {\n${print(otherwise, below)}${indent}}`
  return `${indent}${head} {\n${print(body, below)}${indent}}${rest}\n`
}
