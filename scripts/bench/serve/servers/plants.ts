import path from 'node:path'
import { ROOT } from '../../../shared/tools.js'

/** The document of the plant store. */
export const DOCUMENT = path.join(ROOT, 'spec/openapi.yaml')

/** The token that all servers accept. */
export const TOKEN = 'a-token-for-benchmarks'

/** A plant as the servers by hand keep it. */
export interface HandPlant {
  readonly name: string
  readonly tag?: string
}

/** Stores a plant in memory; false if another one has its id. */
export function handStore() {
  const plants = new Map<number | bigint, HandPlant>()
  return (id: number | bigint, { name, tag }: HandPlant): boolean => {
    const stored = plants.get(id)
    if (stored !== undefined) return stored.name === name && stored.tag === tag
    plants.set(id, { name, ...(tag !== undefined && { tag }) })
    return true
  }
}

export const ID_TAKEN = { error: 40900, message: 'Another plant has this id.' }
