import type { TestedContract } from '../../conformance/document/contract.js'
import type { PlacedSchema } from '../../conformance/values/place.js'

/** An inclusion that a witness refutes: a value that one document takes, and that the other one refuses. */
export interface Inclusion {
  readonly from: TestedContract
  readonly given: PlacedSchema
  readonly to: TestedContract
  readonly wanted: PlacedSchema
  /** All that a reader may take a value for. */
  readings(value: unknown): readonly unknown[]
}

/** True if a value shows that the inclusion is wrong, by both opinions of the kit. */
export function isWitness(
  { from, given, to, wanted, readings }: Inclusion,
  value: unknown,
): boolean {
  return (
    from.verdicts.verdict(given.schema, value) === true &&
    readings(value).every((each) => to.verdicts.verdict(wanted.schema, each) === false)
  )
}
