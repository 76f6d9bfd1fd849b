import { checkId, ownPlant, type StoredPlant, samePlant } from '../common/plant.js'
import { nothing, type PlantReader, read, type StoreMethods, write } from './method.js'

/** All methods of the store. A new method of the contract is added here and nowhere else. */
export const methods: StoreMethods = {
  // Every batch opens the file if it is not open.
  ready: read(nothing, () => undefined),

  create: write(ownPlant, (plants, plant) => {
    const { id, name, tag = null } = plant
    if (plants.run(insert, id, name, tag) === 1) return 'created'
    const stored = select(plants, id)
    return stored && samePlant(stored, plant) ? 'unchanged' : 'conflict'
  }),

  get: read(checkId, select),
}

const insert = `
  insert into plants (id, name, tag) values (?, cast(? as text), cast(? as text))
  on conflict (id) do nothing`

function select(plants: PlantReader, id: bigint): StoredPlant | undefined {
  const sql = 'select cast(name as blob), cast(tag as blob) from plants where id = ?'
  const row = plants.get<[name: string, tag: string | null]>(sql, id)
  if (!row) return undefined
  const [name, tag] = row
  return tag === null ? { id, name } : { id, name, tag }
}
