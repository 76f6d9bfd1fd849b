import type Database from 'libsql'
import { type CreateOutcome, type StoredPlant, samePlant } from '../store.js'
import { openFile } from './file.js'
import type { Settings } from './messages.js'

/** Text goes in and out as UTF-8 bytes: read as TEXT, the library cuts it at U+0000. */
const insert = `
  insert into plants (id, name, tag) values (?, cast(? as text), cast(? as text))
  on conflict (id) do nothing`
const select = `
  select cast(name as blob), cast(tag as blob) from plants where id = ?`

type Row = readonly [name: Buffer, tag: Buffer | null]

/** The plants in one SQLite file. Synchronous: it lives in the thread of the store. */
export class PlantDatabase {
  readonly #database: Database.Database
  readonly #insert: Database.Statement
  readonly #select: Database.Statement

  constructor(settings: Settings) {
    this.#database = openFile(settings)
    this.#insert = this.#database.prepare(insert)
    this.#select = this.#database.prepare(select).raw()
  }

  /** Must run inside `transaction`: between its two statements no other process may write. */
  create(plant: StoredPlant): CreateOutcome {
    const { id, name, tag } = plant
    const bytes = [id, Buffer.from(name), tag === undefined ? null : Buffer.from(tag)]
    if (this.#insert.run(bytes).changes === 1) return 'created'
    const stored = this.get(id)
    return stored && samePlant(stored, plant) ? 'unchanged' : 'conflict'
  }

  get(id: bigint): StoredPlant | undefined {
    const row = this.#select.get(id) as Row | undefined
    if (!row) return undefined
    const [name, tag] = row
    return tag ? { id, name: name.toString(), tag: tag.toString() } : { id, name: name.toString() }
  }

  /**
   * Runs `work` and commits: when it returns, everything in it is durable; when it throws, nothing
   * in it is stored. One exception that no store can avoid: a failed COMMIT may have reached the
   * disk, and then all of it has.
   */
  transaction<Result>(work: () => Result): Result {
    this.#database.exec('begin immediate')
    try {
      const result = work()
      this.#database.exec('commit')
      return result
    } catch (error) {
      // A full disk or an I/O error has ended the transaction already.
      if (this.#database.inTransaction) this.#database.exec('rollback')
      throw error
    }
  }

  /**
   * Moves everything from the write-ahead log into the file, as far as other processes allow
   * without waiting, and closes it. The log stays valid if this fails.
   */
  close(): void {
    this.#database.exec('pragma busy_timeout = 0')
    this.#database.pragma('wal_checkpoint(truncate)')
    this.#database.close()
  }
}
