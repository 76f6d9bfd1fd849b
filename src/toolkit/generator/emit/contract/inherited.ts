import { setOwn } from '../../../openapi/json.js'
import { Expression, literal } from '../../print/print.js'
import type { Target } from '../../print/target.js'

/** A value that TypeScript is told is constant. */
export class Constant extends Expression {
  readonly value: unknown

  constructor(value: unknown) {
    super(`${literal(value)} as const`)
    this.value = value
  }
}

/**
 * Members by names of the document. What is called like a member of every object gets its type from
 * there, and the compiler would take a literal for any text: such a value is said to be constant.
 */
export function membersNamed<Member>(
  members: Readonly<Record<string, Member>>,
): Readonly<Record<string, Member>> {
  const entries = Object.entries(members).map(([name, value]) => {
    const isInherited = name in Object.prototype
    // It is printed, and stands for its value.
    const printed = isInherited ? (new Constant(value) as Member) : value
    return [name, printed] as const
  })
  return Object.fromEntries(entries)
}

/** What is said to TypeScript alone is left out where the code is in JavaScript. */
export function untyped({ language }: Pick<Target, 'language'>, value: unknown): unknown {
  return language === 'typescript' ? value : plain(value)
}

function plain(value: unknown): unknown {
  if (value instanceof Constant) return plain(value.value)
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object' || value instanceof Expression) return value
  const members: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(value)) setOwn(members, name, plain(each))
  return members
}
