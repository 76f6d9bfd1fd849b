import type { PlantPages } from '../../src/store/copy.js'
import type { PlantStore, StoredPlant } from '../../src/store/store.js'

/** Both ends of int64 and of what is no text to some databases. */
const STRANGE: readonly StoredPlant[] = [
  { id: -(2n ** 63n), name: 'a\0b', tag: '\0' },
  { id: -1n, name: '', tag: '' },
  { id: 0n, name: '🌱 é é' },
  { id: 2n ** 53n + 1n, name: '"\\\n\u2028', tag: '\u{10ffff}\ufffe' },
  { id: 2n ** 63n - 1n, name: 'x'.repeat(100_000), tag: 'last' },
]

/** Plants in the order of their ids. */
export const SAMPLES: readonly StoredPlant[] = [
  ...STRANGE.slice(0, 3),
  ...Array.from({ length: 2_345 }, (_, n) => ({ id: BigInt(7 * n + 1), name: `plant ${n}` })),
  ...STRANGE.slice(3),
]

export async function fill(store: PlantStore, plants = SAMPLES): Promise<void> {
  await Promise.all(plants.map((plant) => store.create(plant)))
}

/** All plants, in the order in which they are read. */
export async function allOf(pages: PlantPages): Promise<StoredPlant[]> {
  const plants: StoredPlant[] = []
  for (let page = await pages.read(); page; page = await pages.read(page.last))
    plants.push(...page.plants)
  await pages.close()
  return plants
}
