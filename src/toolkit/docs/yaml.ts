import { DUMP_SCHEMA, defineScalarTag, dump, intCoreTag } from 'js-yaml'
import { parseJson } from '../generator/load/parse-json.js'
import { parseYaml } from '../generator/load/parse-yaml.js'

const integers = defineScalarTag<number | bigint>(intCoreTag.tagName, {
  ...intCoreTag,
  identify: (data) => typeof data === 'bigint' || intCoreTag.identify(data),
  represent: String,
})
const schema = DUMP_SCHEMA.withTags(integers)

/** The same document in YAML, integers exact. */
export function yamlOf(json: string): string {
  // Every JSON text is YAML, whose parser keeps integers that a number would round.
  const value = parseJson(json) ?? parseYaml(json).value
  return dump(value, { schema, lineWidth: -1, noRefs: true })
}
