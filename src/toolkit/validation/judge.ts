/** Loads what says whether a schema of a contract accepts a value, without a validator of its own. */
export async function loadAccepts() {
  const { schemaAccepts } = await import('./explain/accepts.js')
  return schemaAccepts
}
