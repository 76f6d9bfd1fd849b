import { below } from '../../openapi/json-pointer.js'
import { withoutLeftOut } from '../../validation/conversions/left-out-members.js'
import { accepts } from '../../validation/validator.js'
import type { ValidatedSchema } from '../contract/contract.js'
import type { SentSchema } from '../contract/media.js'
import { describeViolations, shortened } from '../errors/violations.js'
import { printerOf } from '../json/combined-printers.js'
import { hasToJson, isNothing, PRINTS_ALL } from '../json/container-printers.js'
import type { ContainerPrinter, Omission, Serializer } from '../json/serializer.js'
import { stringify } from '../json/stringify.js'
import {
  brokenSchema,
  logBroken,
  type ResponseContext,
  report,
  ruleOf,
} from './response-context.js'

/** Most members that are logged: of an operation, or of one response. */
export const MOST_LOGGED = 100

/** Omits members from an operation's responses that the contract does not name. */
export class UnnamedMembers implements Omission {
  mayBeInvalid = false
  /** True if a member of the current value is omitted. */
  isAny = false
  /** True if one of these has not been logged. */
  isNew = false
  readonly #omitted = new Map<ContainerPrinter, Set<string>>()
  #count = 0

  /** Prints a value. Printing is synchronous, so that all responses share this object. */
  print(serialize: Serializer, value: unknown, mayBeInvalid: boolean): string {
    this.mayBeInvalid = mayBeInvalid
    this.isAny = false
    this.isNew = false
    return serialize(value, this)
  }

  omit(printer: ContainerPrinter, name: string): void {
    this.isAny = true
    this.isNew ||= this.#count < MOST_LOGGED && !this.#omitted.get(printer)?.has(name)
  }

  isFirst({ printer, name }: Pick<UnnamedMember, 'printer' | 'name'>): boolean {
    const names = this.#omitted.get(printer) ?? new Set()
    this.#omitted.set(printer, names)
    if (this.#count >= MOST_LOGGED || names.has(name)) return false
    names.add(name)
    this.#count++
    return true
  }
}

export interface UnnamedMember {
  readonly pointer: string
  readonly printer: ContainerPrinter
  readonly name: string
}

/** A copy of a value with the members that its schema names. What is not JSON in it stays. */
export function withNamed(
  serializer: Serializer,
  value: unknown,
  omit: (member: UnnamedMember) => void,
  pointer = '',
): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (hasToJson(value)) return withNamed(serializer, value.toJSON(), omit, pointer)
  const printer = printerOf(serializer, value)
  if (printer === PRINTS_ALL) return value
  const inside = (print: Serializer, key: string | number, member: unknown) =>
    withNamed(print, member, omit, below(pointer, key))
  if (Array.isArray(value)) {
    return value.map((item, index) => inside(printer.find(index) as Serializer, index, item))
  }
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const print = printer.find(name)
    if (print !== undefined) return [[name, inside(print, name, member)] as const]
    if (!isNothing(member)) omit({ pointer: below(pointer, name), printer, name })
    return []
  })
  return Object.fromEntries(kept)
}

export interface SentValue {
  readonly value: unknown
  readonly place: string
  readonly isValid: boolean
}

export function printNamed(context: ResponseContext, sent: SentValue, media: SentSchema): string {
  const { unnamed } = context
  const { value, isValid } = sent
  const { serialize: print } = media
  // An invalid value is printed as it is.
  if (unnamed === undefined) return isValid ? print(value) : stringify(value)
  const text = unnamed.print(print, value, !isValid)
  if (unnamed.isNew || (unnamed.isAny && media.recheck)) withoutUnnamed(context, sent, media)
  return text
}

/** The value without unnamed members, which are logged once; the rest has to be valid. */
export function withoutUnnamed(
  context: ResponseContext,
  { value, place, isValid }: SentValue,
  { serialize, schema, validate, recheck = false }: SentSchema,
): unknown {
  const { unnamed, operation, status, log } = context
  if (unnamed === undefined) return value
  const omitted: UnnamedMember[] = []
  const kept = withNamed(serialize, value, (each) => omitted.push(each))
  if (omitted.length > 0 && isValid && recheck && !accepts(validate, kept)) {
    const start = 'without the members that the contract does not name '
    report(context, brokenSchema(context, place, schema, kept, start))
  }
  const members = omitted.flatMap(({ pointer, ...each }) =>
    unnamed.isFirst(each) ? shortened(`${place}${pointer}`) : [],
  )
  if (members.length > 0) log.warn({ operation: operation.operationId, status, members }, OMITTED)
  return kept
}

const OMITTED =
  "members that the contract does not name are left out of responses; name them in the schema, do not return them, or serve with unnamedMembers: 'send'"

/**
 * A value without its write-only members, which are logged. If responses are checked, a value that
 * has some is refused as a whole.
 */
export function withoutWriteOnly(
  context: ResponseContext,
  value: unknown,
  { conversions, validate }: ValidatedSchema,
  place: string,
): unknown {
  // A valid value has none, even if a branch that does not apply names such a member.
  if (context.checks === 'throw' || conversions === undefined || accepts(validate, value))
    return value
  const kept = withoutLeftOut(value, conversions)
  if (kept.leftOut.length === 0) return value
  const omitted = kept.leftOut.slice(0, MOST_LOGGED).map((pointer) => {
    return { place, pointer, keyword: 'writeOnly', message: 'is write-only and left out' }
  })
  logBroken(context, ruleOf(context, describeViolations(omitted)))
  return kept.value
}
