/**
 * Statements that make version 1 of the table, then each version of the one before it. A change of the table
 * is one more of them; one that was released stays as it is. Servers of the release before may use the table
 * meanwhile, so that a new column is one that they can leave out.
 */
export const MIGRATIONS: readonly string[] = [
  'create table plants (id bigint primary key, name bytea not null, tag bytea)',
]
