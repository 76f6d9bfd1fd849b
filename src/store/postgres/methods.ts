import { checkId, ownPlant, type StoredPlant, samePlant } from '../common/plant.js'
import { type ArgumentOf, type CalledStore, nothing } from '../common/store-call.js'
import type { CreateOutcome } from '../store.js'
import { bigints, byteas, textOf } from './literals.js'
import type { PlantTable } from './pool.js'
import { check } from './schema.js'
import { removedMeanwhile } from './troubles.js'

/** All methods of the store. A new method of the contract is added here and nowhere else. */
export const methods: StatementMethods = {
  ready: each(nothing, check),

  create: together(ownPlant, createAll),

  get: together(checkId, getAll),
}

/** Creates plants in one statement. Each id is sent once: the first of its plants is the one to create. */
async function createAll(
  table: PlantTable,
  plants: readonly StoredPlant[],
): Promise<CreateOutcome[]> {
  const firsts = new Map<bigint, StoredPlant>()
  for (const plant of plants) if (!firsts.has(plant.id)) firsts.set(plant.id, plant)
  const created = await insert(table, [...firsts.values()])
  const others = [...firsts.keys()].filter((id) => !created.has(id))
  const stored = await select(table, others)
  return plants.map((plant) => {
    const first = firsts.get(plant.id)
    if (plant === first && created.has(plant.id)) return 'created'
    const winner = created.has(plant.id) ? first : stored.get(plant.id)
    if (winner === undefined) throw removedMeanwhile()
    return samePlant(winner, plant) ? 'unchanged' : 'conflict'
  })
}

async function getAll(
  table: PlantTable,
  ids: readonly bigint[],
): Promise<(StoredPlant | undefined)[]> {
  const plants = await select(table, ids)
  return ids.map((id) => {
    const plant = plants.get(id)
    return plant && { ...plant }
  })
}

/** Statements that insert in one order do not wait for each other in a circle. */
const INSERT = `
  insert into plants (id, name, tag)
  select id, name, tag from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as given (id, name, tag)
  order by id
  on conflict (id) do nothing
  returning id::text`

/** Inserts plants whose ids are free. Resolves with those ids. */
async function insert(table: PlantTable, plants: readonly StoredPlant[]): Promise<Set<bigint>> {
  const rows = await table.rows<{ id: string }>(
    INSERT,
    bigints(plants.map(({ id }) => id)),
    byteas(plants.map(({ name }) => name)),
    byteas(plants.map(({ tag }) => tag)),
  )
  return new Set(rows.map(({ id }) => BigInt(id)))
}

export const COLUMNS = "id::text, encode(name, 'hex') as name, encode(tag, 'hex') as tag"

const SELECT = `select ${COLUMNS} from plants where id = any($1::bigint[])`

export interface PlantRow {
  readonly id: string
  readonly name: string
  readonly tag: string | null
}

async function select(
  table: PlantTable,
  ids: readonly bigint[],
): Promise<Map<bigint, StoredPlant>> {
  if (ids.length === 0) return new Map()
  const rows = await table.rows<PlantRow>(SELECT, bigints(ids))
  return new Map(rows.map((row) => [BigInt(row.id), toPlant(row)]))
}

export function toPlant({ id, name, tag }: PlantRow): StoredPlant {
  const plant = { id: BigInt(id), name: textOf(name) }
  return tag === null ? plant : { ...plant, tag: textOf(tag) }
}

/**
 * A method of the store, in statements that are transactions of their own. They run again when they fail for a
 * reason that passes, although nobody knows whether a statement was committed whose answer is lost.
 */
export interface StatementMethod<Argument, Value> {
  /** Validates the argument, and copies what the caller may change. */
  readonly check: (argument: Argument) => Argument
  /** Runs calls of a batch: one, or all if that is true. */
  readonly run: (table: PlantTable, all: readonly Argument[]) => Promise<readonly Value[]>
  readonly isTogether: boolean
}

/** A method that does for all calls of a batch what takes one statement. */
function together<Argument, Value>(
  check: (argument: Argument) => Argument,
  run: (table: PlantTable, all: readonly Argument[]) => Promise<readonly Value[]>,
): StatementMethod<Argument, Value> {
  return { check, run, isTogether: true }
}

/** A method that runs for one call after the other. */
function each<Argument, Value>(
  check: (argument: Argument) => Argument,
  run: (table: PlantTable, argument: Argument) => Promise<Value>,
): StatementMethod<Argument, Value> {
  return {
    check,
    run: (table, all) => Promise.all(all.map((argument) => run(table, argument))),
    isTogether: false,
  }
}

/** The implementations of all methods, with the types of the store's contract. */
export type StatementMethods = {
  readonly [Name in keyof CalledStore]: StatementMethod<
    ArgumentOf<CalledStore[Name]>,
    Awaited<ReturnType<CalledStore[Name]>>
  >
}
