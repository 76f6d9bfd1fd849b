import type { Operation } from '../document/contract.js'
import type { CheckName } from '../judge/checks.js'
import { shown } from '../values/shown.js'
import { type Compared, differenceOf } from './compare.js'
import { questionOf, type ThingPlace } from './places.js'
import type { TestedResource } from './resource.js'
import type { Scene } from './scene.js'

/** What holds for the things of a resource, and the requests that show it. */
export interface Scenario {
  /** What is done, as a person says it. */
  readonly what: string
  /** The operation that it is about; `undefined` where it makes no sense. */
  about(resource: TestedResource): Operation | undefined
  play(scene: Scene, resource: TestedResource): Promise<void>
}

/** A rule that is broken, as a scenario finds it. */
export interface Wrong {
  readonly expected: string
  readonly received: string
}

export function find(scene: Scene, check: CheckName, operation: Operation, wrong: Wrong): void {
  scene.run.find({ check, operation, pointer: operation.pointer, ...wrong })
}

/** True if an operation names a status, or its range. */
export function documents({ responses }: Operation, status: number): boolean {
  const range = `${Math.floor(status / 100)}XX`
  return responses.some((each) => each.status === String(status) || each.status === range)
}

/** What was sent by one operation, as another one answers with it. */
export function comparedBy(
  { kit: { contract } }: Scene,
  sender: Operation,
  place: ThingPlace | undefined,
): Compared {
  return {
    contract,
    schema: questionOf(contract, sender) ?? true,
    ...(place && { told: place.schema }),
  }
}

/** The difference between what was sent and what came back, in words; none where nothing was sent. */
export function changeOf(compared: Compared, sent: unknown, received: unknown): Wrong | undefined {
  if (sent === undefined) return undefined
  const difference = differenceOf(compared, sent, received)
  if (difference === undefined) return undefined
  const place = difference.path === '' ? 'the body' : difference.path
  return {
    expected: `${place} is ${shown(difference.sent)}`,
    received: shown(difference.received),
  }
}
