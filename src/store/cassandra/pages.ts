import type { StoredPlant } from '../common/plant.js'
import { PAGE_LENGTH, type PlantPage, type PlantPages, readerOf } from '../common/plant-pages.js'
import { within } from '../common/within.js'
import type { CassandraClient, CassandraRow } from './client.js'
import { type CommitConsistency, commitLevel } from './consistency.js'
import { toPlant } from './methods.js'
import { isOwn } from './schema.js'
import { toStoreError, unusable } from './troubles.js'

interface PagesOptions {
  readonly keyspace: string
  /** That of the store: a read of as many copies meets one that has the plant. */
  readonly consistency?: CommitConsistency
}

/** What a node knows of the schema is no table of the cluster. */
const ONE = 1

/** Milliseconds. */
const STATEMENT_TIMEOUT = 30_000

/** The plants of a cluster, in the order of the tokens of their ids: node after node. */
export function cassandraPages(
  client: CassandraClient,
  { keyspace, consistency = 'QUORUM' }: PagesOptions,
): PlantPages {
  const level = commitLevel(consistency)
  const rows = async (level: number, statement: string, values: string[]) => {
    const options = { prepare: true, consistency: level, readTimeout: STATEMENT_TIMEOUT }
    const answer = client.execute(statement, values, options)
    return (await within(STATEMENT_TIMEOUT, answer)).rows ?? []
  }
  const query = (statement: string, ...values: string[]) => rows(ONE, statement, values)
  const select = `
    select token(id) as place, id, name, tag from "${keyspace}".plants
    where token(id) >= ? limit ${PAGE_LENGTH}`
  let isChecked = false
  const read = async (first: bigint) => {
    isChecked ||= await isOwn({ keyspace, query })
    if (!isChecked) throw unusable(`there is no table "plants" in the keyspace "${keyspace}"`)
    return pageOf(await rows(level, select, [String(first)]))
  }
  return {
    read: readerOf(read, toStoreError),
    async close() {
      await client.shutdown().catch(() => {})
    },
  }
}

interface Placed {
  readonly place: bigint
  readonly plant: StoredPlant
}

/**
 * Several ids may have one token, of which a full page may have some only: they are left to the next page. Of
 * all ids no token has more than some dozens.
 */
function pageOf(rows: readonly CassandraRow[]): PlantPage | undefined {
  const all = rows.map(toPlaced)
  const end = all.at(-1)?.place
  const whole = all.length < PAGE_LENGTH ? all : all.filter(({ place }) => place !== end)
  const last = whole.at(-1)
  return last && { plants: whole.map(({ plant }) => plant), last: last.place }
}

/** A driver has a type of its own for an int64. */
function toPlaced(row: CassandraRow): Placed {
  return { place: BigInt(String(row.place)), plant: toPlant(BigInt(String(row.id)), row) }
}
