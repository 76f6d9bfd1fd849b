import { below } from '../../openapi/json-pointer.js'
import { accepts } from '../../validation/validator.js'
import type { ValidatedSchema } from '../contract/contract.js'
import type { SentSchema } from '../contract/media.js'
import type { Conversions } from '../conversions/conversions.js'
import { withoutOneWay } from '../conversions/one-way-members.js'
import { describeViolations, shortened } from '../errors/violations.js'
import { printerOf } from '../json/combined-printers.js'
import { hasToJson, isNothing, PRINTS_ALL } from '../json/container-printers.js'
import type { ContainerPrinter, Omission, PrintValue, Serializer } from '../json/serializer.js'
import { stringify } from '../json/stringify.js'
import { type ResponseContext, refusalOf, report, ruleOf } from './response-context.js'
import { discard } from './streams.js'

/** Most members that are logged: of an operation, or of one response. */
const MOST = 100

/** Leaves members out of an operation's responses that the contract does not name. */
export class UnnamedMembers implements Omission {
  isLoose = false
  /** True if a member of the current value is left out. */
  isAny = false
  /** True if one of these has not been logged. */
  isNew = false
  readonly #omitted = new Map<ContainerPrinter, Set<string>>()
  #count = 0

  /** Prints a value. Printing is synchronous, so that all responses share this object. */
  print(serialize: Serializer, value: unknown, isLoose: boolean): string {
    this.isLoose = isLoose
    this.isAny = false
    this.isNew = false
    return (serialize as PrintValue)(value, this)
  }

  leave(printer: ContainerPrinter, name: string): void {
    this.isAny = true
    this.isNew ||= this.#count < MOST && !this.#omitted.get(printer)?.has(name)
  }

  /** True if a member is left out for the first time. */
  isFirst({ printer, name }: Pick<UnnamedMember, 'printer' | 'name'>): boolean {
    const names = this.#omitted.get(printer) ?? new Set()
    this.#omitted.set(printer, names)
    if (this.#count >= MOST || names.has(name)) return false
    names.add(name)
    this.#count++
    return true
  }
}

/** A value that is sent, with its place in the response. */
export interface SentValue {
  readonly value: unknown
  readonly place: string
  /** True if the value is valid. */
  readonly isValid: boolean
}

/** Prints a value, leaving out members that the contract does not name. */
export function printNamed(
  context: ResponseContext,
  sent: SentValue,
  { serialize, ...held }: SentSchema,
): string {
  const { unnamed } = context
  const { value, isValid } = sent
  // An invalid value is printed as it is.
  if (unnamed === undefined) return (isValid ? (serialize as PrintValue) : stringify)(value)
  const text = unnamed.print(serialize, value, !isValid)
  if (unnamed.isNew || (unnamed.isAny && held.recheck)) {
    withoutUnnamed(context, sent, { serialize, ...held })
  }
  return text
}

/** The value without unnamed members, which are logged once; the rest has to be valid. */
export function withoutUnnamed(
  context: ResponseContext,
  { value, place, isValid }: SentValue,
  { serialize, schema, validate, recheck = false }: SentSchema,
  seenOf = (value: unknown) => value,
): unknown {
  const { unnamed } = context
  if (unnamed === undefined) return value
  const left: UnnamedMember[] = []
  const kept = withNamed(serialize as PrintValue, value, (each) => left.push(each))
  for (const { member } of left) discard({ member })
  if (left.length > 0 && isValid && recheck && !accepts(validate, seenOf(kept))) {
    const start = 'without the members that the contract does not name '
    report(context, refusalOf(context, place, schema, seenOf(kept), start))
  }
  const pointers = left.flatMap(({ pointer, ...each }) => (unnamed.isFirst(each) ? pointer : []))
  if (pointers.length > 0)
    logOmitted(
      context,
      pointers.map((each) => shortened(`${place}${each}`)),
    )
  return kept
}

const LEFT_OUT =
  "members that the contract does not name are left out of responses; name them in the schema, do not return them, or serve with unnamedMembers: 'send'"

function logOmitted({ operation, status, log }: ResponseContext, members: readonly string[]): void {
  log.warn({ operation: operation.operationId, status, members }, LEFT_OUT)
}

interface CheckedSchema extends ValidatedSchema {
  readonly conversions?: Conversions
}

/**
 * A value without its write-only members, which are never sent. They are logged. If responses are
 * checked, a value that has some is refused as a whole.
 *
 * @param place - Place in the response.
 * @param seen - The value for its schema.
 */
export function withoutWriteOnly(
  context: ResponseContext,
  value: unknown,
  { conversions, validate }: CheckedSchema,
  place: string,
  seen = value,
): unknown {
  // A valid value has none, even if a branch that does not apply names such a member.
  if (context.checks === 'throw' || conversions === undefined || accepts(validate, seen))
    return value
  const kept = withoutOneWay(value, conversions)
  if (kept.oneWay.size === 0) return value
  const omitted = [...kept.oneWay.keys()].slice(0, MOST).map((pointer) => {
    return { place, pointer, keyword: 'writeOnly', message: 'is write-only and left out' }
  })
  context.broken.push(ruleOf(context, describeViolations(omitted)))
  discard({ oneWay: [...kept.oneWay.values()] })
  return kept.value
}

/** A member that is left out, with its JSON pointer. */
interface UnnamedMember {
  readonly pointer: string
  readonly printer: ContainerPrinter
  readonly name: string
  readonly member: unknown
}

type ReportOmitted = (left: UnnamedMember) => void

/** A copy of a value with the members that its schema names. What is not JSON in it stays. */
export function withNamed(serializer: PrintValue, value: unknown, leave: ReportOmitted): unknown {
  return copy(serializer, value, '', leave)
}

function copy(
  serializer: PrintValue,
  value: unknown,
  pointer: string,
  leave: ReportOmitted,
): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (hasToJson(value)) return copy(serializer, value.toJSON(), pointer, leave)
  const printer = printerOf(serializer, value)
  if (printer === PRINTS_ALL) return value
  const inside = (print: PrintValue, key: string | number, member: unknown) =>
    copy(print, member, below(pointer, key), leave)
  if (Array.isArray(value)) {
    return value.map((item, index) => inside(printer.find(index) as PrintValue, index, item))
  }
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const print = printer.find(name)
    if (print !== undefined) return [[name, inside(print, name, member)] as const]
    if (!isNothing(member)) leave({ pointer: below(pointer, name), printer, name, member })
    return []
  })
  return Object.fromEntries(kept)
}
