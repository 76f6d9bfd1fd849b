import { accepts } from '../../validation/accepts.js'
import type { SentSchema } from '../contract/response-media.js'
import { shortened } from '../errors/violations.js'
import { type OmittedMember, withNamed } from '../json/named.js'
import type { ContainerPrinter, Omission, PrintValue, Serializer } from '../json/serializer.js'
import { stringify } from '../json/stringify.js'
import { discard } from './discard.js'
import { refusalOf, report, type Sending } from './sending.js'

/** How many members of an operation are told: what comes from elsewhere may have any number of names. */
const MOST = 100

/** Leaves members out of the responses of an operation that the contract does not name. */
export class UnnamedMembers implements Omission {
  isLoose = false
  /** Whether anything is left out of what is printed now. */
  isAny = false
  /** Whether any of that has not been told. */
  isNew = false
  readonly #told = new Map<ContainerPrinter, Set<string>>()
  #count = 0

  /** Prints a value. Printing is never interrupted, so that each response of an operation asks the same. */
  print(serialize: Serializer, value: unknown, isLoose: boolean): string {
    this.isLoose = isLoose
    this.isAny = false
    this.isNew = false
    return (serialize as PrintValue)(value, this)
  }

  leave(part: ContainerPrinter, name: string): void {
    this.isAny = true
    this.isNew ||= this.#count < MOST && !this.#told.get(part)?.has(name)
  }

  /** Whether a member is left out for the first time. */
  tell({ part, name }: Pick<OmittedMember, 'part' | 'name'>): boolean {
    const names = this.#told.get(part) ?? new Set()
    this.#told.set(part, names)
    if (this.#count >= MOST || names.has(name)) return false
    names.add(name)
    this.#count++
    return true
  }
}

/** A value that is sent, and where it is in the response. */
interface SentValue {
  readonly value: unknown
  readonly place: string
  /** Whether it is known to keep its schema. */
  readonly isValid: boolean
}

/** The text of a value, without what the contract does not name unless that is sent too. */
export function printNamed(
  sending: Sending,
  status: number,
  sent: SentValue,
  { serialize, ...held }: SentSchema,
): string {
  const { unnamed } = sending
  const { value, isValid } = sent
  // What breaks its schema is printed as it is.
  if (unnamed === undefined) return (isValid ? (serialize as PrintValue) : stringify)(value)
  const text = unnamed.print(serialize, value, !isValid)
  if (unnamed.isNew || (unnamed.isAny && held.recheck)) {
    withoutUnnamed(sending, status, sent, { serialize, ...held })
  }
  return text
}

/** The same as a value. What is left out is told once; what is left has to keep the schema too. */
export function withoutUnnamed(
  sending: Sending,
  status: number,
  { value, place, isValid }: SentValue,
  { serialize, schema, validate, recheck = false }: SentSchema,
  seenOf = (value: unknown) => value,
): unknown {
  const { unnamed } = sending
  if (unnamed === undefined) return value
  const left: OmittedMember[] = []
  const kept = withNamed(serialize as PrintValue, value, (each) => left.push(each))
  for (const { member } of left) discard({ member })
  if (left.length > 0 && isValid && recheck && !accepts(validate, seenOf(kept))) {
    const start = 'without the members that the contract does not name '
    report(sending, refusalOf(sending, status, place, schema, seenOf(kept), start))
  }
  const pointers = left.flatMap(({ pointer, ...each }) => (unnamed.tell(each) ? pointer : []))
  if (pointers.length > 0)
    tell(
      sending,
      status,
      pointers.map((each) => shortened(`${place}${each}`)),
    )
  return kept
}

const LEFT_OUT =
  "members that the contract does not name are left out of responses; name them in the schema, do not return them, or serve with unnamedMembers: 'send'"

function tell({ operation, log }: Sending, status: number, members: readonly string[]): void {
  log.warn({ operation: operation.operationId, status, members }, LEFT_OUT)
}
