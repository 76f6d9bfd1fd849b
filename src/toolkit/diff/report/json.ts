import { looseJsonText } from '../../conformance/values/token.js'
import type { DocumentDiff } from '../compare.js'

/** A comparison as JSON on one line for each change. */
export function jsonOfDiff({ changes, compared }: DocumentDiff): string {
  const lines = changes.map(({ witness, ...change }) =>
    looseJsonText(witness === undefined ? change : { ...change, witness: witness.value }),
  )
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`
  return `{"compared":${compared},"changes":${list}}`
}
