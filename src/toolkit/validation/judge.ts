/** Loads what says whether a schema of a contract accepts a value, without a validator of its own. */
export async function loadAccepts() {
  const { accepts } = await import('./explain/accepts.js')
  return accepts
}
