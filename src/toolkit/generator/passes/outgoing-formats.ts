import type { Diagnostics } from '../diagnostics/diagnostics.js'
import type { Model } from '../model/model.js'

/** Warns of typed formats in requests that the service sends: it sends them itself. */
export function outgoingFormats(model: Model, report: Diagnostics): Model {
  const { coded } = model.uses
  if (coded.size === 0) return model
  for (const { origin, parameterGroups, requestBody, responses } of model.outgoing) {
    const content = [...(requestBody?.content ?? []), ...responses.flatMap((each) => each.content)]
    const names = [...parameterGroups, ...content].flatMap(({ schema }) => schema ?? [])
    if (names.some((name) => coded.has(name))) report.warn(origin, SENT, ADVICE, { once: true })
  }
  return model
}

const SENT = 'a request that the service sends has a format with a type of its own'
const ADVICE = 'encode and decode its values with the codecs of codecs.ts'
