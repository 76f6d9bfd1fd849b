import type { Header, Response } from '../../conformance/document/contract.js'
import { append } from '../../openapi/json-pointer.js'
import type { Comparing, PartEffect, PartPlaces } from './operation-effects.js'
import { type StyledValue, styleEffects } from './written-otherwise.js'

/** A response in both documents. */
interface ResponseHeaders {
  readonly old: Response
  readonly kept: Response
  readonly places: PartPlaces
}

/** Changes of the headers of a response. */
export function headerEffects(comparing: Comparing, both: ResponseHeaders): PartEffect[] {
  const kept = new Map(both.kept.headers.map((each) => [each.name.toLowerCase(), each]))
  return both.old.headers.flatMap((header) => {
    const same = kept.get(header.name.toLowerCase())
    const told = missing(header, same)
    return [
      ...(told === undefined ? [] : [{ ...told, ...both.places }]),
      ...(same === undefined ? [] : keptEffects(comparing, both, header, same)),
    ]
  })
}

function missing({ name, required }: Header, same: Header | undefined) {
  if (same?.required || (same && !required)) return undefined
  const who = `clients that read ${name}`
  const text = `the header ${name} ${same === undefined ? 'is removed' : 'may be missing'}`
  if (!required) return { rule: 'response-header-removed', severity: 'notice' as const, who, text }
  return {
    rule: 'response-header-required',
    severity: 'breaking' as const,
    ...{ who, text, witness: { value: { headers: {} } } },
  }
}

function keptEffects(
  comparing: Comparing,
  { old, kept, places }: ResponseHeaders,
  before: Header,
  after: Header,
): PartEffect[] {
  const at = (response: Response, { schema, name }: Header) => {
    return { schema, pointer: append(response.pointer, 'headers', name) }
  }
  const part = `${places.part} header ${before.name}`
  const styles = styleEffects(comparing, {
    ...{ flow: 'response', area: 'response-header', what: 'the header', schema: after.schema },
    ...{ old: styled(before), kept: styled(after) },
  })
  const effects = comparing.schemas.effects({
    ...{ flow: 'response', area: 'response-header', part: before.name },
    ...{ old: at(old, before), new: at(kept, after), isText: !after.json },
  })
  return [
    ...styles.map((each) => ({ ...each, severity: 'breaking' as const, ...places, part })),
    ...effects.map((each) => ({ ...each, part })),
  ]
}

function styled({ name, explode, json }: Header): StyledValue {
  const style = json
    ? ({ style: 'content', mediaType: 'application/json' } as const)
    : ({ style: 'simple' } as const)
  return { in: 'header', name, explode, ...style }
}
