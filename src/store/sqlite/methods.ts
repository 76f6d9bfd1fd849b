import { checkId, ownPlant, type StoredPlant, samePlant } from '../common/plant.js'
import { type ArgumentOf, type CalledStore, nothing } from '../common/store-call.js'
import type { CreateOutcome } from '../store.js'

/** All methods of the store. A new method of the contract is added here and nowhere else. */
export const methods: StoreMethods = {
  // Every batch opens the file if it is not open.
  ready: read(nothing, () => undefined),

  create: write(ownPlant, create, createAll),

  get: read(checkId, select),
}

function create(plants: PlantWriter, plant: StoredPlant): CreateOutcome {
  if (plants.run(insert, ...toRow(plant)) === 1) return 'created'
  const stored = select(plants, plant.id)
  return stored && samePlant(stored, plant) ? 'unchanged' : 'conflict'
}

/**
 * Creates plants if all of them are new: several rows in a statement take half the time, 5 % of a whole create
 * (`bench serve`, 2026-11-28).
 */
function createAll(plants: PlantWriter, all: readonly StoredPlant[]): CreateOutcome[] | undefined {
  let at = 0
  for (; at + ROWS <= all.length; at += ROWS) {
    const rows = all.slice(at, at + ROWS).flatMap(toRow)
    if (plants.run(insertRows, ...rows) < ROWS) return undefined
  }
  const others = all.slice(at).map((plant) => create(plants, plant))
  return [...Array<CreateOutcome>(at).fill('created'), ...others]
}

function toRow({ id, name, tag }: StoredPlant): ColumnValue[] {
  return [id, name, tag ?? null]
}

const ROW = '(?, cast(? as text), cast(? as text))'

const insert = `
  insert into plants (id, name, tag) values ${ROW}
  on conflict (id) do nothing`

/** Rows of a statement; more of them take hardly less time. */
const ROWS = 16
const insertRows = insert.replace(ROW, Array(ROWS).fill(ROW).join(', '))

function select(plants: PlantReader, id: bigint): StoredPlant | undefined {
  const sql = 'select cast(name as blob), cast(tag as blob) from plants where id = ?'
  const row = plants.get<[name: string, tag: string | null]>(sql, id)
  if (!row) return undefined
  const [name, tag] = row
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
  | WriteMethod<Argument, Value>

interface MethodOf<Kind, Plants, Argument, Value> {
  readonly kind: Kind
  /** Runs in the caller's thread: validates the argument, and copies what the caller may change. */
  readonly check: (argument: Argument) => Argument
  /** Runs in the thread of the file, alone. */
  readonly run: (plants: Plants, argument: Argument) => Value
}

interface WriteMethod<Argument, Value> extends MethodOf<'write', PlantWriter, Argument, Value> {
  readonly runAll?: RunAll<Argument, Value> | undefined
}

/**
 * Does what `run` does for each argument, in less time. When it returns nothing, its changes are undone, and
 * `run` is called for each.
 */
type RunAll<Argument, Value> = (
  plants: PlantWriter,
  all: readonly Argument[],
) => readonly Value[] | undefined

/** A method that changes nothing. */
export function read<Argument, Value>(
  check: (argument: Argument) => Argument,
  run: (plants: PlantReader, argument: Argument) => Value,
): StoreMethod<Argument, Value> {
  return { kind: 'read', check, run }
}

/** A method that changes plants, in a transaction; with `runAll` it takes less time when many call it. */
export function write<Argument, Value>(
  check: (argument: Argument) => Argument,
  run: (plants: PlantWriter, argument: Argument) => Value,
  runAll?: RunAll<Argument, Value>,
): StoreMethod<Argument, Value> {
  return { kind: 'write', check, run, runAll }
}

/** The implementations of all methods, with the types of the store's contract. */
export type StoreMethods = {
  readonly [Name in keyof CalledStore]: StoreMethod<
    ArgumentOf<CalledStore[Name]>,
    Awaited<ReturnType<CalledStore[Name]>>
  >
}
