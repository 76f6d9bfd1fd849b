import { isObject } from '../../../openapi/json.js'
import { readings } from '../../cases/readings.js'
import type { Trial } from '../../run/trial.js'
import { shown } from '../../values/shown.js'
import { requestWith, type TriedParameter, textTrial } from './parameter-trials.js'

/**
 * A whole query that is a form, with a text that no reading makes a valid value in one of its fields.
 *
 * @param texts - Those that a number or a boolean is taken for by lenient conversions.
 */
export function fieldTrials(tried: TriedParameter, texts: readonly string[]): readonly Trial[] {
  const { parameter, kit } = tried
  const { verdicts } = kit.contract
  const base = kit.source.value(parameter.schema)
  if (!isObject(base)) return []
  return Object.keys(base).flatMap((name) =>
    texts
      .filter((text) =>
        readings(text)
          .flatMap((each) => [each, [each], [text]])
          .every((each) => verdicts.verdict(parameter.schema, { ...base, [name]: each }) === false),
      )
      .map((text) => ({
        ...textTrial(tried, `has the field ${name}, which is ${shown(text)}`, '', true),
        request: () => requestWith(tried, { value: { ...base, [name]: text } }),
      })),
  )
}
