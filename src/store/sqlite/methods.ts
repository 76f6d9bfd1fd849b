import { checkId, ownPlant, type StoredPlant, samePlant } from '../common/plant.js'
import { type ArgumentOf, type CalledStore, nothing } from '../common/store-call.js'
import type { CreateOutcome } from '../store.js'

/** All methods of the store. A new method of the contract is added here and nowhere else. */
export const methods: StoreMethods = {
  // Every batch opens the file if it is not open.
  ready: read(nothing, () => undefined),

  create: write(ownPlant, create),

  get: read(checkId, select),
}

function create(plants: PlantWriter, plant: StoredPlant): CreateOutcome {
  const { id, name, tag = null } = plant
  if (plants.run(insert, id, name, tag) === 1) return 'created'
  const stored = select(plants, id)
  return stored && samePlant(stored, plant) ? 'unchanged' : 'conflict'
}

const insert = `
  insert into plants (id, name, tag) values (?, cast(? as text), cast(? as text))
  on conflict (id) do nothing`

function select(plants: PlantReader, id: bigint): StoredPlant | undefined {
  const row = plants.get<ColumnRow>(`select ${COLUMNS} from plants where id = ?`, id)
  return row && toPlant(row)
}

export type ColumnRow = [id: bigint, name: string, tag: string | null]

export const COLUMNS = 'id, cast(name as blob), cast(tag as blob)'

export function toPlant([id, name, tag]: ColumnRow): StoredPlant {
  return tag === null ? { id, name } : { id, name, tag }
}

/** A value of a column. Text is exact, even with U+0000. */
export type ColumnValue = bigint | string | null

/**
 * Read access to the plants, for statements that begin with `select`. A text is passed as `cast(? as text)`
 * and selected as `cast(name as blob)`; any other statement is refused.
 */
export interface PlantReader {
  get<Row extends readonly ColumnValue[]>(
    sql: string,
    ...values: readonly ColumnValue[]
  ): Row | undefined
  all<Row extends readonly ColumnValue[]>(sql: string, ...values: readonly ColumnValue[]): Row[]
}

export interface PlantWriter extends PlantReader {
  /** Returns the number of changed rows. */
  run(sql: string, ...values: readonly ColumnValue[]): number
}

export type StoreMethod<Argument, Value> =
  | MethodOf<'read', PlantReader, Argument, Value>
  | MethodOf<'write', PlantWriter, Argument, Value>

interface MethodOf<Kind, Plants, Argument, Value> {
  readonly kind: Kind
  /** Runs in the caller's thread: validates the argument, and copies what the caller may change. */
  readonly check: (argument: Argument) => Argument
  /** Runs in the thread of the file, alone. */
  readonly run: (plants: Plants, argument: Argument) => Value
}

/** A method that changes nothing. */
export function read<Argument, Value>(
  check: (argument: Argument) => Argument,
  run: (plants: PlantReader, argument: Argument) => Value,
): StoreMethod<Argument, Value> {
  return { kind: 'read', check, run }
}

/** A method that changes plants, in a transaction. */
export function write<Argument, Value>(
  check: (argument: Argument) => Argument,
  run: (plants: PlantWriter, argument: Argument) => Value,
): StoreMethod<Argument, Value> {
  return { kind: 'write', check, run }
}

/** The implementations of all methods, with the types of the store's contract. */
export type StoreMethods = {
  readonly [Name in keyof CalledStore]: StoreMethod<
    ArgumentOf<CalledStore[Name]>,
    Awaited<ReturnType<CalledStore[Name]>>
  >
}
