import type { TestedContract } from '../document/contract.js'
import { shortened } from '../values/shortened.js'
import type { Finding } from './finding.js'
import { undocumentedMembers } from './undocumented-members.js'

/** Rules about a value that was read from a body: both opinions refuse it, or a member has no name. */
export function judgeValue(
  contract: TestedContract,
  name: string,
  value: unknown,
  place = '',
): Finding[] {
  const schema = contract.reference(name)
  const pointer = contract.pointerOf(name)
  const violations = contract.verdicts.violations(schema, value)
  if (violations.length > 0) {
    return violations.map(({ instancePath, message }) => ({
      check: 'body-valid',
      pointer,
      expected: `${place}${instancePath || (place === '' ? 'the body' : '')} ${message}`,
      received: shown(valueAt(value, instancePath)),
    }))
  }
  const members = undocumentedMembers(contract, schema, value)
  // A value on which the opinions differ is judged no further; both take longer than the look at its members.
  if (members.length === 0 || contract.verdicts.verdict(schema, value) === undefined) return []
  return members.map((member) => ({
    check: 'member-documented',
    pointer,
    expected: 'members that the schema names',
    received: `the member ${place}${member}`,
  }))
}

/** The part of a value at a JSON pointer, which leads to one. */
function valueAt(value: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1)
  return keys.reduce<unknown>((each, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
    return (each as Record<string, unknown>)[name]
  }, value)
}

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each))
  if (text === undefined) return 'a number that JSON.parse cannot hold'
  return shortened(text, 200)
}
