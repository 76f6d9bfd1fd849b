import { isObject } from '../../../openapi/json.js'
import { append } from '../../../openapi/json-pointer.js'
import { conjunctsOf } from '../../../openapi/schema/conjuncts.js'
import type { Parameter } from '../../document/contract.js'
import { isResponse, type Outcome } from '../../exchange/response.js'
import { readJson } from '../../judge/json-body.js'
import { parametersOf, withParameter } from '../../requests/parts.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'
import { canonical } from '../../values/same-value.js'
import { shortened } from '../../values/shortened.js'

/** A parameter that is left out is the same as its default: lists have the same items. */
export const defaultValues: Probe = {
  name: 'defaults of parameters',
  async run(kit, operation) {
    const parts = operation.method === 'GET' ? kit.source.valid(operation) : undefined
    if (parts === undefined) return
    for (const parameter of parametersOf(operation)) {
      const value = defaultOf(kit, parameter)
      if (value === undefined) continue
      const without = kit.written(withParameter(parts, parameter, undefined))
      const given = kit.written(withParameter(parts, parameter, { value }))
      const pointer = append(parameter.pointer, 'schema', 'default')
      const what = `the parameter \`${parameter.name}\` is left out, and is its default`
      await kit.scenario({ operation, pointer, what }, async (run) => {
        const first = itemsOf(await run.send(without, operation))
        const second = itemsOf(await run.send(given, operation))
        const third = itemsOf(await run.send(without, operation))
        // A list that changes by itself shows nothing.
        if (first === undefined || second === undefined || first !== third || first === second)
          return
        const expected = `the items of ${parameter.name}=${JSON.stringify(value)}: ${shortened(second, 200)}`
        run.find({ check: 'default-applied', pointer, expected, received: shortened(first, 200) })
      })
    }
  },
}

function defaultOf({ contract }: Kit, { schema, required }: Parameter): unknown {
  if (required) return undefined
  const conjuncts = conjunctsOf(schema, contract.target)
  return conjuncts.find((each) => Object.hasOwn(each, 'default'))?.default
}

/** The lists of a response, without what is around them: links of pages have the parameters in them. */
function itemsOf(outcome: Outcome): string | undefined {
  if (!isResponse(outcome) || outcome.status !== 200) return undefined
  const read = readJson(outcome.body)
  if ('reason' in read) return undefined
  const { value } = read
  if (Array.isArray(value)) return canonical(value)
  const lists = isObject(value) ? Object.values(value).filter((each) => Array.isArray(each)) : []
  return lists.length === 0 ? undefined : canonical(lists)
}
