import type { Field } from '../../generator/model/model.js'
import { conjunctsOf } from '../../openapi/schema/conjuncts.js'
import type { Schema } from '../../openapi/schema/schema.js'
import type { Finding } from './finding.js'
import type { JudgedValue } from './judge-content.js'
import { readingsOf } from './judge-headers.js'
import { judgeValue } from './judge-value.js'

/** A form of plain fields is valid by its schema; one with other serializations is not judged. */
export function judgeForm({ exchange, media, bytes }: JudgedValue): Finding[] {
  const { contract } = exchange
  const { fields = [], schema: name } = media
  const isPlainField = ({ style, coerce }: Field) => style === 'form' && coerce.object === undefined
  if (!fields.every(isPlainField)) return []
  const schemas = new Map<string, Schema>()
  for (const { properties = {} } of conjunctsOf(contract.reference(name), contract.target))
    for (const [key, schema] of Object.entries(properties)) schemas.set(key, schema)
  const pairs = [...new URLSearchParams(bytes.toString('utf8'))]
  const value: Record<string, unknown> = {}
  for (const [key, text] of pairs) {
    const texts = pairs.flatMap(([other, each]) => (other === key ? [each] : []))
    const schema = schemas.get(key) ?? true
    value[key] = texts.length === 1 ? readingsOf(contract, schema, text)[0] : texts
  }
  // Only what every reading of the texts refuses is wrong: repeated fields have several.
  const isPlain = Object.values(value).every((each) => typeof each !== 'object')
  return isPlain ? judgeValue(contract, name, value) : []
}
