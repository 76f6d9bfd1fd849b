import { MIGRATIONS } from './migrations.js'
import type { PlantTable } from './pool.js'
import { readerFailure, unusable } from './troubles.js'

/** A key of advisory locks, for those who change the table at the same time. */
const LOCK = 7_276_011_803

/**
 * A statement that runs what is missing of the migrations. Whoever waits for the lock, for as long as a
 * statement may take, sees then what was done meanwhile.
 */
function migration(migrations: readonly string[]): string {
  const steps = migrations.map((step, index) => `if version < ${index + 1} then ${step}; end if;`)
  return `
    do $migration$ declare version int := 0; begin
      set local lock_timeout = 0;
      perform pg_advisory_xact_lock(${LOCK});
      if to_regclass('plants') is not null then
        version := substring(obj_description(to_regclass('plants'), 'pg_class') from '^plant-store ([1-9][0-9]{0,8})$');
      end if;
      ${steps.join('\n')}
      if version < ${steps.length} then comment on table plants is 'plant-store ${steps.length}'; end if;
    end $migration$`
}

/** Table and comment are of one snapshot, unlike what `to_regclass` and `obj_description` see. */
const STATE = `
  select relname is not null as exists, description as owner,
    has_any_column_privilege(pg_class.oid, 'select') as selects,
    has_any_column_privilege(pg_class.oid, 'insert') as inserts,
    current_setting('transaction_read_only') = 'on' as reader,
    current_setting('synchronous_commit') as commit,
    current_setting('fsync') as fsync
  from (values (0)) as one (objsubid)
  left join pg_class on relname = 'plants' and pg_table_is_visible(pg_class.oid)
  left join pg_description on objoid = pg_class.oid and classoid = 'pg_class'::regclass
    and pg_description.objsubid = one.objsubid`

interface DatabaseState {
  readonly owner: string | null
  readonly exists: boolean
  /** What its role may do with the table; null if there is none. */
  readonly selects: boolean | null
  readonly inserts: boolean | null
  readonly reader: boolean
  readonly commit: string
  readonly fsync: string
}

/**
 * Makes the table of plants, or brings that of an earlier release to the last version. Several stores may do
 * that at the same time.
 *
 * @throws {StoreError} `UNAVAILABLE` when the database does not keep what it commits, is a standby, or has a
 * table of somebody else, of a later release, or without the privileges that a store needs.
 */
export async function prepare(table: PlantTable, migrations = MIGRATIONS): Promise<void> {
  const state = await stateOf(table)
  if (state.exists && isCurrent(state, migrations.length)) return
  await table.rows(migration(migrations))
  // Somebody else may have made a table at the same moment.
  isCurrent(await stateOf(table), migrations.length)
}

/** The same without a change of the table. @throws {StoreError} when it is gone, too. */
export async function check(table: PlantTable): Promise<void> {
  const state = await stateOf(table)
  if (!state.exists) throw unusable('the table "plants" is gone')
  isCurrent(state, MIGRATIONS.length)
}

async function stateOf(table: PlantTable): Promise<DatabaseState> {
  const [state] = (await table.rows<DatabaseState>(STATE)) as [DatabaseState]
  const { reader, commit, fsync } = state
  if (reader) throw readerFailure()
  if (commit === 'off' || fsync === 'off') {
    const [name, value] = commit === 'off' ? ['synchronous_commit', 'on'] : ['fsync', 'on']
    throw unusable(`${name} is off, so that plants could be lost; set it to ${value}`)
  }
  return state
}

/** @throws {StoreError} when the table is of another application, of a later release, or may not be used. */
function isCurrent({ owner, selects, inserts }: DatabaseState, latest: number): boolean {
  const version = Number(/^plant-store ([1-9][0-9]{0,8})$/.exec(owner ?? '')?.[1])
  if (version < latest) return false
  if (version === latest) {
    if (selects && inserts) return true
    const missing = selects ? 'insert into' : 'select from'
    throw unusable(`the role may not ${missing} the table "plants"; grant select, insert`)
  }
  const whose = version
    ? `has the version ${version}, and not ${latest}`
    : 'belongs to another application'
  throw unusable(`the table "plants" ${whose}; use another database, or another schema`)
}
