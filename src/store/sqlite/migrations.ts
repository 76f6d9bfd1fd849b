/**
 * Statements that make version 1 of the schema, then each version of the one before it. A change of the schema
 * is one more of them; one that was released stays as it is. Servers of the release before may use the file
 * meanwhile, so that a new column is one that they can leave out.
 */
// STRICT refuses other types; TEXT, not BLOB, so that people can query the file with any tool.
export const MIGRATIONS: readonly string[] = [
  `create table plants (
    id integer primary key,
    name text not null,
    tag text
  ) strict`,
]

export const SCHEMA_VERSION = MIGRATIONS.length
