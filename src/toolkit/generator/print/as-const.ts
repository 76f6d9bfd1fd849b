import { Code } from './code.js'
import type { Output } from './imports.js'
import { literal, usesInside } from './print.js'

class AsConst extends Code {
  readonly value: unknown

  constructor(value: unknown) {
    super(`${literal(value)} as const`, usesInside(value))
    this.value = value
  }
}

/**
 * Members by names of the document. TypeScript types a member such as `toString` by `Object.prototype`,
 * which widens its literals: `as const` keeps them.
 */
export function membersNamed<Member>(
  members: Readonly<Record<string, Member>>,
): Readonly<Record<string, Member>> {
  const entries = Object.entries(members).map(([name, value]) => {
    const isInherited = name in Object.prototype
    return [name, isInherited ? (new AsConst(value) as Member) : value] as const
  })
  return Object.fromEntries(entries)
}

/** The value without `as const` if the code is JavaScript. */
export function withoutAsConst({ language }: Pick<Output, 'language'>, value: unknown): unknown {
  return language === 'typescript' ? value : plain(value)
}

function plain(value: unknown): unknown {
  if (value instanceof AsConst) return plain(value.value)
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object' || value instanceof Code) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
}
