import { below } from '../../openapi/json-pointer.js'
import { questionOf } from '../document/asked-place.js'
import type { Operation } from '../document/contract.js'
import { isSuccess, type ReceivedResponse } from '../exchange/response.js'
import type { CheckName } from '../judge/checks.js'
import { differences } from '../judge/differences.js'
import type { Finding } from '../judge/finding.js'
import { isOpenIdentity } from '../judge/made-up.js'
import type { ValuePath } from '../values/path.js'
import { shown } from '../values/shown.js'
import type { ThingPlace } from './places.js'
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

export function find(
  scene: Scene,
  check: CheckName,
  operation: Operation,
  wrong: Wrong & Pick<Finding, 'aspect'>,
): void {
  scene.run.find({ check, operation, pointer: operation.pointer, ...wrong })
}

export function documents({ responses }: Operation, status: number): boolean {
  const range = `${Math.floor(status / 100)}XX`
  return responses.some((each) => each.status === String(status) || each.status === range)
}

/** True for a success, also where that is to lead elsewhere. */
export function isAsMeant(operation: Operation, response: ReceivedResponse): boolean {
  return isSuccess(response) || (response.status < 400 && documents(operation, response.status))
}

/**
 * Compares what one operation has sent with what another one answers in a place: the first difference in words.
 *
 * @param place - None: all that was sent comes back.
 */
export function comparing(
  { kit: { contract } }: Scene,
  sender: Operation,
  place: ThingPlace | undefined,
): (sent: unknown, received: unknown) => Wrong | undefined {
  const schema = questionOf(contract, sender) ?? true
  const asked = [{ schema, pointer: '' }]
  const mayChange = (name: string, _: unknown, { length }: ValuePath) =>
    length === 0 && isOpenIdentity(contract, sender, schema, name)
  const told = place === undefined ? [] : [{ schema: place.schema, pointer: '' }]
  return (sent, received) => {
    // What is read as a file has no item.
    if (sent === undefined || (received === undefined && place === undefined)) return undefined
    const parts = { asked, told, pointer: '', sent, received, path: [] }
    const [change] = differences({ contract, mayChange }, parts)
    if (change === undefined) return undefined
    const where = change.path.reduce<string>(below, '') || 'the body'
    return { expected: `${where} is ${shown(change.sent)}`, received: shown(change.received) }
  }
}
