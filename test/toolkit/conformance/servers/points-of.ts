import { makeCatalog } from './catalog.js'
import type { AnyFault } from './faults.js'
import type { ContractName } from './kernel/document.js'
import type { Points } from './kernel/points.js'
import { makePlants } from './plants.js'

/** The parts of a server, with a fault among them. */
export function pointsOf(contract: ContractName, fault?: AnyFault): Points {
  const points = contract === 'plants' ? makePlants() : makeCatalog()
  fault?.patch(points)
  return points
}
