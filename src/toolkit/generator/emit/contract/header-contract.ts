import type { Header, Operation } from '../../model/model.js'
import type { ContractContext } from './contract-context.js'
import { validated } from './media.js'

/** Headers of responses by status. */
export function responseHeaders({ responses }: Operation, context: ContractContext): object {
  const groups = responses.flatMap(({ status, headers, headerSchema }) => {
    if (headerSchema === undefined) return []
    const names = (of: readonly Header[]) => of.map(({ name }) => name)
    const exploded = names(headers.filter(({ explode }) => explode))
    const json = names(headers.filter((each) => each.json))
    const group = {
      names: names(headers),
      ...(exploded.length > 0 && { exploded }),
      ...(json.length > 0 && { json }),
      ...validated(headerSchema, context),
    }
    return [[status, group] as const]
  })
  return groups.length === 0 ? {} : { responseHeaders: Object.fromEntries(groups) }
}
