import { type OperationContract, wholeOperation } from '../runtime/contract/contract.js'
import { opened, sealed } from './envelope.js'
import { acceptedBy } from './fitting.js'
import { identityOf, variantsOf } from './identity.js'
import { itemPlace, withItem } from './item-bodies.js'
import type { ItemOperation } from './item-operations.js'
import { type Item, type ItemShape, withId } from './item-shape.js'
import type { Sources } from './mock-body.js'
import { samplePossible } from './sample.js'

/** Where the items of a resource come from that nobody created, and what their ids may be. */
export interface ItemSource {
  /** An item for each example of the path parameter with the id. */
  readonly items: readonly Item[]
  /** What is answered for an id without a state. */
  itemWith(id: unknown): Item
  /** True if the path of an item can have this id. */
  isPossible(params: Item, id: unknown): boolean
  /** An id as the path parameter describes it. */
  drawId(): unknown
  /** An item as the operation shows it after a client has changed it. */
  shown(item: Item, sent: Item): Item
}

/** A path of an item that no operation has. */
const NO_PATH: ItemSource = {
  items: [],
  itemWith: () => ({}),
  isPossible: () => true,
  drawId: () => undefined,
  shown: (item) => item,
}

export async function itemSource(
  item: ItemOperation | undefined,
  shape: ItemShape,
  sources: Sources,
): Promise<ItemSource> {
  if (item === undefined) return NO_PATH
  const { operation, parameter, examples } = item
  const parts = await wholeOperation(operation)
  const { params } = parts
  const isValid = (values: Item) => params === undefined || params.validate(values)
  const itemWith = (example: unknown) => exampleItem(parts, { parameter, shape, example }, sources)
  return {
    items: examples.map(itemWith),
    itemWith,
    isPossible: (given, value) =>
      variantsOf(value).some((each) => isValid({ ...given, [parameter]: each })),
    shown: (changed, sent) => {
      const made = samplePossible(parts, {}, sources)
      if (!('result' in made)) return changed
      return withItem(parts, changed, { shape, sample: made.result, sources }, sent).item
    },
    drawId: () => params && Object(sources.draw(params.schema))[parameter],
  }
}

/** What the operation answers without a state, with an example as the id. */
function exampleItem(
  operation: OperationContract,
  { parameter, shape, example }: { parameter: string; shape: ItemShape; example: unknown },
  sources: Sources,
): Item {
  const identities = [identityOf(parameter, example)]
  const made = samplePossible(operation, { identities }, sources)
  if (!('result' in made)) return withId(shape, {}, example)
  const { result: sample } = made
  const { body } = sample
  const envelope = itemPlace(operation, { shape, sample, sources })
  if (envelope === undefined) return withId(shape, {}, example)
  const accepts = acceptedBy(operation, sample)
  const own = Object(opened(body, envelope))
  const items = variantsOf(example).map((each) => withId(shape, own, each))
  return items.find((each) => accepts(sealed(body, envelope, each))) ?? (items[0] as Item)
}
