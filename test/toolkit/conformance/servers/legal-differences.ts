/** Exchanges that a correct server may answer otherwise, by servers. */
export const legalDifferences: Readonly<Record<string, readonly string[]>> = {
  'strict-query': ['unknown-query-refused'],
  // Node takes the first of two hosts, and refuses a message without one itself, without a body.
  'plants on Fastify': ['no-host'],
  // No bytes are a body of bytes, too.
  'catalog on Fastify': ['create-no-host'],
}
