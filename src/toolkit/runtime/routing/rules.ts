import type { OperationContract } from '../contract.js'
import type { ResponseChecks } from '../responses/sending.js'

/**
 * The schemas that have to be there before anything is refused, because it cannot be judged twice: a
 * body that is checked while it is read or sent, and a response that is sent in spite of its faults.
 */
export function rulesInAdvance(
  { requestBody, responses, responseHeaders }: OperationContract,
  checks: ResponseChecks,
): string[] {
  const contents = [requestBody?.content ?? {}, ...Object.values(responses)]
  const media = contents.flatMap((content) => Object.values<{ kind?: string }>(content))
  const streamed = media.filter(({ kind }) => kind === 'multipart' || kind === 'sequential')
  const names = new Set<string>()
  collect(checks === 'log' ? [media, responseHeaders] : streamed, names)
  return [...names]
}

/** Collects what is named as a schema, however deep. */
function collect(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    if (key === 'schema' && typeof member === 'string') names.add(member)
    else collect(member, names)
  }
}
