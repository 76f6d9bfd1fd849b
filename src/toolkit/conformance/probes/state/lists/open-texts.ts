import type { Parameter } from '../../../document/contract.js'
import { fetchAll } from '../../../resources/pages.js'
import type { ThingCall } from '../../../resources/scene.js'
import { filterOf } from './filter.js'
import { leavesOf, valuesAt } from './leaves.js'
import type { SelectedList } from './selection.js'
import { differentAt, isPlainly, textsAsked } from './values-asked.js'

/** Notes whether a filter finds a part of a text, where the document does not say how texts are compared. */
export async function notesParts(
  { scene, view, all }: SelectedList,
  parameter: Parameter,
  call: ThingCall,
): Promise<void> {
  const { contract } = scene.kit
  const filter = filterOf(contract, leavesOf(contract, view.place.schema), parameter)
  if (filter === undefined || filter.isMany || isPlainly(contract, filter)) return
  const { leaf, relation, said } = filter
  if (relation !== 'equal' || said.text !== undefined) return
  const part = textsAsked({ ...filter, relation: 'contains' }, differentAt(all, filter))[0]
  if (part === undefined || !contract.verdicts.accepts(parameter.schema, part)) return
  const { name } = parameter
  const { items } = await fetchAll(scene, view, { ...call, parameters: { [name]: part } })
  const isFound = items.some((item) => {
    const texts = valuesAt(item, leaf).map(String)
    return !texts.includes(part) && texts.some((each) => each.includes(part))
  })
  const { method, path } = view.operation
  const found = isFound ? 'finds texts that contain its value' : 'finds no parts of texts'
  scene.kit.notes.add(`${name} of ${method} ${path} ${found}`)
}
