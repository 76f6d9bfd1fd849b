import type {
  PostgresConnection,
  PostgresNotice,
  PostgresPool,
  PostgresStatement,
} from '../../../src/store/postgres.js'

/** What a database tells of a table that is there. */
export const STATE = {
  ...{ exists: true, owner: 'plant-store 1', selects: true, inserts: true, reader: false },
  ...{ commit: 'on', fsync: 'on' },
}

export type Rows = readonly object[]

/** What a statement does: rows, an error, or anything later. */
type Answer = (statement: PostgresStatement) => Rows | Error | Promise<Rows>

/** A pool that answers as it is told. */
export class FakePool implements PostgresPool {
  /** Statements between `begin` and `commit`, but for those that look at the table. */
  readonly statements: PostgresStatement[] = []
  /** With what each connection was given back. */
  readonly released: (Error | undefined)[] = []
  readonly #answer: Answer
  readonly #pipeline: boolean
  /** What each commit does: nothing, a notice, or an error. Then all succeed. */
  readonly commits: (PostgresNotice | Error | undefined)[] = []
  /** Listeners that nobody has taken away. */
  listeners = 0

  constructor(answer: Answer = () => [], pipeline = false) {
    this.#answer = answer
    this.#pipeline = pipeline
  }

  async connect(): Promise<PostgresConnection> {
    let heed: ((notice: PostgresNotice) => void) | undefined
    return {
      pipeline: this.#pipeline,
      query: async (statement) => {
        if (/^\s*begin/.test(statement.text)) return { rows: [] }
        if (/commit$/.test(statement.text)) return this.#commit((notice) => heed?.(notice))
        if (!isState(statement)) this.statements.push(statement)
        const rows = await this.#answer(statement)
        if (rows instanceof Error) throw rows
        return { rows }
      },
      on: (event: string, listener: (given: never) => void) => {
        this.listeners += 1
        if (event === 'notice') heed = listener as typeof heed
      },
      off: () => (this.listeners -= 1),
      release: (error) => this.released.push(error),
    }
  }

  async end(): Promise<void> {
    throw new Error('it has ended')
  }

  #commit(notify: (notice: PostgresNotice) => void): { rows: Rows } {
    const what = this.commits.shift()
    if (what instanceof Error) throw what
    if (what !== undefined) notify(what)
    return { rows: [] }
  }
}

/** True for the statement that looks at the table before the first other one. */
export function isState({ text }: PostgresStatement): boolean {
  return text.includes('transaction_read_only')
}

/** A pool that answers the statements for plants by a script: rows, or an error. */
export function scripted(...script: (Rows | Error)[]): FakePool {
  return scriptedBy(script, false)
}

export function scriptedBy(script: (Rows | Error)[], pipeline: boolean): FakePool {
  const answer: Answer = (each) => (isState(each) ? [STATE] : (script.shift() ?? []))
  return new FakePool(answer, pipeline)
}

export function failed(code: string, message = ''): Error {
  return Object.assign(new Error(message), { code })
}
