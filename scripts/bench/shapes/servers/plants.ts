/** A plant as the servers keep it; ours has int64s as `bigint`. */
export interface ListedPlant<Int64> {
  readonly id: Int64
  readonly name: string
  readonly latinName: string
  readonly kind: string
  readonly height: number
  readonly inStock: boolean
  readonly price: { readonly cents: Int64; readonly currency: string }
  readonly tags: readonly string[]
}

const KINDS = ['fern', 'moss', 'tree']

/** A hundred plants. */
export function listedPlants<Int64>(int64: (number: number) => Int64): ListedPlant<Int64>[] {
  return Array.from({ length: 100 }, (_, at) => ({
    id: int64(1_700_000_000_000 + at),
    name: `Hart’s-tongue fern ${at}`,
    latinName: 'Asplenium scolopendrium',
    kind: KINDS[at % KINDS.length] as string,
    height: 20 + at / 4,
    inStock: at % 3 > 0,
    price: { cents: int64(1295 + at), currency: 'EUR' },
    tags: ['shade', 'evergreen', 'native'],
  }))
}
