import type { TestedContract } from '../document/contract.js'
import { shortened } from '../values/shortened.js'
import type { Finding } from './finding.js'
import { memberAt, undocumentedMembers } from './undocumented-members.js'

/** Where a value is, and what of it a server may have of its clients. */
interface JudgedPlace {
  readonly place?: string
  readonly isEcho?: ((name: string, value: unknown) => boolean) | undefined
}

/** Rules about a value that was read from a body: both opinions refuse it, or a member has no name. */
export function judgeValue(
  contract: TestedContract,
  name: string,
  value: unknown,
  { place = '', isEcho }: JudgedPlace = {},
): Finding[] {
  const schema = contract.reference(name)
  const pointer = contract.pointerOf(name)
  const violations = contract.verdicts.violations(schema, value)
  if (violations.length > 0) {
    return violations.map(({ instancePath, message }) => ({
      check: 'body-valid',
      pointer,
      expected: `${place}${instancePath || (place === '' ? 'the body' : '')} ${message}`,
      received: shown(memberAt(value, instancePath).value),
    }))
  }
  const members = undocumentedMembers(contract, schema, value)
  // A value on which the opinions differ is judged no further; both take longer than the look at its members.
  if (members.length === 0 || contract.verdicts.verdict(schema, value) === undefined) return []
  const isOpen = (member: string) => {
    const own = memberAt(value, member)
    return isEcho?.(own.name, own.value) ?? false
  }
  return members
    .filter((member) => !isOpen(member))
    .map((member) => ({
      check: 'member-documented',
      pointer,
      expected: 'members that the schema names',
      received: `the member ${place}${member}`,
    }))
}

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each))
  if (text === undefined) return 'a number that JSON.parse cannot hold'
  return shortened(text, 200)
}
