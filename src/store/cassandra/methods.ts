import { checkId, ownPlant, type StoredPlant, samePlant } from '../common/plant.js'
import { type ArgumentOf, type CalledStore, nothing } from '../common/store-call.js'
import { StoreError } from '../common/store-error.js'
import type { CreateOutcome } from '../store.js'
import type { CassandraRow, CassandraTable } from './client.js'

/**
 * The methods of the store. One that the contract has and this table has not is refused with `UNSUPPORTED`;
 * it is added here and nowhere else.
 */
export const methods: QueryMethods = {
  // The table is there before any method runs.
  ready: each(nothing, async () => undefined),

  create: together(ownPlant, ({ id }) => id, createAll),

  get: together(checkId, (id) => id, getAll),
}

/** Creates plants of one id in one transaction: the first of them is the one to create. */
async function createAll(
  table: CassandraTable,
  plants: readonly StoredPlant[],
): Promise<CreateOutcome[]> {
  const [first] = plants as [StoredPlant]
  const row = await insert(table, first)
  const isCreated = row['[applied]'] === true
  const winner = isCreated ? first : toPlant(first.id, row)
  return plants.map((plant) => {
    if (isCreated && plant === first) return 'created'
    return samePlant(winner, plant) ? 'unchanged' : 'conflict'
  })
}

/** A plant without a tag has no column of it: a null would be written as the mark of a deletion. */
function insert(table: CassandraTable, { id, name, tag }: StoredPlant): Promise<CassandraRow> {
  return tag === undefined
    ? table.transact(`insert into ${table.name} (id, name) values (?, ?) if not exists`, id, name)
    : table.transact(
        `insert into ${table.name} (id, name, tag) values (?, ?, ?) if not exists`,
        ...[id, name, tag],
      )
}

async function getAll(
  table: CassandraTable,
  ids: readonly bigint[],
): Promise<(StoredPlant | undefined)[]> {
  const [id] = ids as [bigint]
  const [row] = await table.read(`select name, tag from ${table.name} where id = ?`, id)
  return ids.map(() => row && toPlant(id, row))
}

/** A table of Cassandra cannot demand that a row has a name. */
export function toPlant(id: bigint, { name, tag }: CassandraRow): StoredPlant {
  if (typeof name !== 'string') {
    throw new StoreError('FAILED', `somebody has stored a plant without a name: ${id}`)
  }
  return typeof tag === 'string' ? { id, name, tag } : { id, name }
}

/**
 * A method of the store. It runs again when it fails for a reason that passes, although nobody knows whether
 * a transaction was done whose answer is lost.
 */
export interface QueryMethod<Argument, Value> {
  /** Validates the argument, and copies what the caller may change. */
  readonly check: (argument: Argument) => Argument
  /** The plant of a call, for calls that are in each other's way. */
  readonly idOf?: (argument: Argument) => bigint
  /** Runs calls of one id, or one call. */
  readonly run: (table: CassandraTable, all: readonly Argument[]) => Promise<readonly Value[]>
}

/** A method that does at once what several calls of one id ask for. */
function together<Argument, Value>(
  check: (argument: Argument) => Argument,
  idOf: (argument: Argument) => bigint,
  run: (table: CassandraTable, all: readonly Argument[]) => Promise<readonly Value[]>,
): QueryMethod<Argument, Value> {
  return { check, idOf, run }
}

/** A method that runs for each call by itself. */
export function each<Argument, Value>(
  check: (argument: Argument) => Argument,
  run: (table: CassandraTable, argument: Argument) => Promise<Value>,
): QueryMethod<Argument, Value> {
  return { check, run: (table, all) => Promise.all(all.map((argument) => run(table, argument))) }
}

type AllMethods = {
  readonly [Name in keyof CalledStore]: QueryMethod<
    ArgumentOf<CalledStore[Name]>,
    Awaited<ReturnType<CalledStore[Name]>>
  >
}

/** The implementations of methods, with the types of the store's contract. */
export type QueryMethods = Pick<AllMethods, 'ready' | 'create' | 'get'> & Partial<AllMethods>
