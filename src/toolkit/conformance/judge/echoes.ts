import type { Operation, TestedContract } from '../document/contract.js'
import type { SentRequest } from '../exchange/request.js'
import { canonical } from '../values/same-value.js'
import { readJson } from './json-body.js'
import { memberAt, undocumentedMembers } from './undocumented-members.js'

/** Longest body that is looked at: a member of a longer one is no echo. */
const LONGEST = 10_000

/** The value of members that no schema names: runs before may have left some. */
export const STRANGE = 'x'

/**
 * Members that no schema names and that clients have sent: where a schema is open, a server may keep them, and what it
 * keeps may come back.
 */
export class Echoes {
  readonly #contract: TestedContract
  /** Values as texts, by the names of the members. */
  readonly #sent = new Map<string, Set<string>>()

  constructor(contract: TestedContract) {
    this.#contract = contract
  }

  /** Notes what a request has that its schema does not name. */
  note({ body }: SentRequest, { requestBody }: Operation): void {
    const json = requestBody?.content.find(({ kind }) => kind === 'json')
    if (json?.schema === undefined || body === undefined || body.length > LONGEST) return
    const read = readJson(body)
    if ('reason' in read) return
    const schema = this.#contract.reference(json.schema)
    for (const pointer of undocumentedMembers(this.#contract, schema, read.value)) {
      const { name, value } = memberAt(read.value, pointer)
      this.#sent.set(name, (this.#sent.get(name) ?? new Set()).add(canonical(value)))
    }
  }

  /** True for a member of a response that a client has sent so, in this run or in an earlier one. */
  readonly has = (name: string, value: unknown): boolean =>
    value === STRANGE || (this.#sent.get(name)?.has(canonical(value)) ?? false)
}
