import type { PlantStore, StoreCallOptions } from '../store.js'

/** What SQLite takes and gives in this store. Text is exact, U+0000 included. */
export type Column = bigint | string | null

/**
 * The plants, to be read: it takes statements that begin with `select`, no others. A text is given as
 * `cast(? as text)` and selected as `cast(name as blob)`; a statement that does not is refused.
 */
export interface Reader {
  /** The first row, as its columns. */
  get<Row extends readonly Column[]>(sql: string, ...values: readonly Column[]): Row | undefined
  /** Every row, as its columns. */
  all<Row extends readonly Column[]>(sql: string, ...values: readonly Column[]): Row[]
}

/** The plants, to be changed too. */
export interface Writer extends Reader {
  /** Returns how many rows were changed. */
  run(sql: string, ...values: readonly Column[]): number
}

/** A method of the store: what both threads do of it. */
export type Method<Argument, Value> =
  | Done<'read', Reader, Argument, Value>
  | Done<'write', Writer, Argument, Value>

interface Done<Kind, Plants, Argument, Value> {
  readonly kind: Kind
  /**
   * Where the call is made: refuses an argument that cannot be kept, and copies what its caller may
   * change.
   */
  readonly check: (argument: Argument) => Argument
  /** Where the file is. Synchronous: no other call is done meanwhile. */
  readonly run: (plants: Plants, argument: Argument) => Value
}

/** A method that changes nothing. */
export function read<Argument, Value>(
  check: (argument: Argument) => Argument,
  run: (plants: Reader, argument: Argument) => Value,
): Method<Argument, Value> {
  return { kind: 'read', check, run }
}

/** A method that changes plants, all or nothing: it runs in a transaction, alone on the file. */
export function write<Argument, Value>(
  check: (argument: Argument) => Argument,
  run: (plants: Writer, argument: Argument) => Value,
): Method<Argument, Value> {
  return { kind: 'write', check, run }
}

/** For a method without an argument. */
export function nothing(): undefined {}

/** The methods that the thread of the store answers. */
export type Answered = Omit<PlantStore, 'close'>

/** Each of them, once; what the store promises says what each takes and gives. */
export type Methods = {
  readonly [Name in keyof Answered]: Method<
    ArgumentOf<Answered[Name]>,
    Awaited<ReturnType<Answered[Name]>>
  >
}

/** The options of a call are its second parameter: as the first they would be sent to the thread. */
export type ArgumentOf<Call extends (...all: never) => unknown> =
  Parameters<Call> extends []
    ? undefined
    : Parameters<Call> extends [options?: StoreCallOptions | undefined]
      ? never
      : Parameters<Call>[0]
