import { isObject, type JsonObject } from '../../../openapi/json.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { answerOf, questionOf } from '../../document/asked-place.js'
import type { Operation, TestedContract } from '../../document/contract.js'
import { membersOf, readOnlyOf } from '../../document/members.js'
import type { TestedResource } from '../../resources/resource.js'
import { find, type Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { itemOf, type Thing } from '../../resources/thing.js'
import { isSameValue } from '../../values/same-value.js'
import { shown } from '../../values/shown.js'
import { changedMember, clientsPart, replacementOf } from './changed.js'

/** What only the server sets is not taken from clients. */
export const readOnlyIsKept: Scenario = {
  what: 'read-only members are sent',
  about: ({ operations: { create, read } }) => read && create,
  async play(scene, resource) {
    const create = resource.operations.create as Operation
    const thing = await scene.make(resource)
    const given = readOnlyValues(scene, create, thing)
    const body = scene.kit.things.maker.body(create)?.value
    if (!isObject(body) || Object.keys(given).length === 0) return
    const created = await scene.kit.things.make(scene, resource, { value: { ...body, ...given } })
    if (created !== undefined) await isIgnored(scene, created, create, given, created.received)
    const { replace } = resource.operations
    const base = replace && replacementOf(scene, thing)
    if (replace === undefined || base === undefined) return
    const more = readOnlyValues(scene, replace, thing)
    if (Object.keys(more).length === 0) return
    const response = await scene.send(replace, { thing, body: { ...base, ...more } })
    const item = itemOf(response, scene.kit.things.maker.placeOf(resource, replace))
    if (isSuccess(response)) await isIgnored(scene, thing, replace, more, item)
  },
}

/** Other values of the read-only members than the server has made. */
function readOnlyValues(
  scene: Scene,
  operation: Operation,
  { resource, received }: Thing,
): JsonObject {
  const { contract, things } = scene.kit
  const schema = questionOf(contract, operation)
  const answer = answerOf(contract, resource.operations.read as Operation)
  if (schema === undefined || !isObject(received)) return {}
  const members = membersOf(contract, answer)
  const found = [...serversOwn(contract, schema, answer ?? true)].flatMap((name) => {
    const [member, value] = [members.get(name), received[name]]
    if (member === undefined || !/^(string|number|bigint)$/.test(typeof value)) return []
    for (const other of things.maker.contents.others(member, value)) {
      const isTold = typeof other !== 'number' || Math.abs(other - Number(value)) > 1
      if (isTold && contract.verdicts.verdict(member, other) === true) return [[name, other]]
    }
    return []
  })
  return Object.fromEntries(found)
}

/** What only the server sets, by the schema of requests, or by that of responses where requests do not have it. */
function serversOwn(contract: TestedContract, asked: Schema, told: Schema): Set<string> {
  const members = membersOf(contract, asked)
  const unasked = [...readOnlyOf(contract, told)].filter((name) => !members.has(name))
  return new Set([...readOnlyOf(contract, asked), ...unasked])
}

async function isIgnored(
  scene: Scene,
  thing: Thing,
  operation: Operation,
  given: JsonObject,
  answered: unknown,
): Promise<void> {
  const items = [answered, await scene.read(thing)].filter(isObject)
  const name = Object.keys(given).find((each) =>
    items.some((item) => isSameValue(item[each], given[each])),
  )
  if (name === undefined) return
  const expected = `${name} is not the ${shown(given[name])} that the client sent`
  find(scene, 'read-only', operation, { expected, received: shown(given[name]) })
}

/** A thing is the same when it is read twice. */
export const readingIsSafe: Scenario = {
  what: 'a thing is read twice',
  about: ({ operations: { create, replace, read } }: TestedResource) => (create ?? replace) && read,
  async play(scene, resource) {
    const read = resource.operations.read as Operation
    const thing = await scene.make(resource)
    const first = await scene.read(thing)
    if (first === undefined) return
    const second = await scene.read(thing)
    const wrong = changedMember(
      clientsPart(scene, resource, first),
      clientsPart(scene, resource, second),
    )
    if (wrong) find(scene, 'read-safe', read, wrong)
  },
}
