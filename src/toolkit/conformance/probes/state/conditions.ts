import type { Operation } from '../../document/contract.js'
import { creationOf, type ResourceOperations } from '../../resources/resource.js'
import { documents, find, type Scenario } from '../../resources/scenario.js'
import { isRefusal, isSuccess, type Scene } from '../../resources/scene.js'
import type { Thing } from '../../resources/thing.js'
import { changesOf, isUnchanged, replacementOf, told } from './changed.js'
import { condition, etagOf, takes } from './version.js'

/** A change for another version is refused and changes nothing; one for the current version is made. */
export const staleChangeIsRefused: Scenario = {
  what: 'a thing is changed by someone who has a version of it',
  about: (resource) => {
    const { read, ...others } = resource.operations
    const writes = [others.replace, others.change, others.remove]
    return creationOf(resource) && read && writes.find((each) => takes(each, 'if-match', 412))
  },
  async play(scene, resource) {
    const thing = await scene.make(resource)
    for (const { operation, body } of changesOf(scene, thing)) {
      if (takes(operation, 'if-match', 412)) await isConditional(scene, thing, operation, body)
    }
    const { remove } = resource.operations
    if (takes(remove, 'if-match', 412)) await isConditional(scene, thing, remove, undefined)
  },
}

/** Who makes only what is not there yet replaces nothing. */
export const onlyNewIsMade: Scenario = {
  what: 'a thing is replaced by someone who takes it for new',
  about: (resource) => {
    const { read, replace } = resource.operations
    const isAsked = takes(replace, 'if-none-match', 0) && documents(replace, 412)
    return creationOf(resource) && read && isAsked ? replace : undefined
  },
  async play(scene, resource) {
    const { replace } = resource.operations as ResourceOperations
    const thing = await scene.make(resource)
    const headers = condition(scene, replace, 'If-None-Match', '*')
    const before = await scene.read(thing)
    const body = replacementOf(scene, thing)
    if (headers.length === 0 || before === undefined || body === undefined) return
    const { status } = await scene.send(replace, { thing, headers, body })
    if (status >= 300) return
    const expected = 'status 412 for If-None-Match: * on what is there'
    find(scene, 'if-none-match', replace, { expected, received: `status ${status}` })
  },
}

async function isConditional(
  scene: Scene,
  thing: Thing,
  operation: Operation,
  body: unknown,
): Promise<void> {
  const etag = await etagOf(scene, thing)
  if (etag === undefined || etag.startsWith('W/')) return
  const before = await scene.read(thing)
  const call = (value: string) => {
    const headers = condition(scene, operation, 'If-Match', value)
    return headers.length === 0
      ? undefined
      : { thing, headers, ...(body !== undefined && { body }) }
  }
  // Of another version, not a weak one: servers behind proxies take it for the strong one in spite of RFC 9110.
  const stale = call('"kit-of-another-version"')
  if (stale === undefined) return
  const refused = await scene.send(operation, stale)
  if (refused.status !== 412) {
    // A rule that is not in the document may forbid the change itself.
    const current = isRefusal(refused) && call(etag)
    if (current && isRefusal(await scene.send(operation, current))) return
    const expected = `status 412 for If-Match with another ETag than ${etag}`
    find(scene, 'if-match', operation, { expected, received: `status ${refused.status}` })
    return
  }
  const wrong = await isUnchanged(scene, thing, before)
  if (wrong) find(scene, 'refused-unchanged', operation, told('after status 412, ', wrong))
  // The last one may remove the thing.
  for (const value of operation.method === 'DELETE' ? ['current'] : ['listed', '*', 'current']) {
    await isMatched(scene, operation, thing, value, call)
  }
}

async function isMatched(
  scene: Scene,
  operation: Operation,
  thing: Thing,
  kind: string,
  call: (value: string) => Parameters<Scene['send']>[1] | undefined,
): Promise<void> {
  const etag = await etagOf(scene, thing)
  const value = { current: etag, listed: `"kit-of-another-version", ${etag}`, '*': '*' }[kind]
  const given = etag === undefined ? undefined : call(value as string)
  if (given === undefined) return
  const { status } = await scene.send(operation, given)
  if (status !== 412) return
  const expected = `no status 412 for If-Match: ${value}, the ETag is ${etag}`
  find(scene, 'if-match', operation, { expected, received: `status ${status}` })
}

/** Of changes of one version at once, one wins (RFC 9110, section 13.1.1). */
export const changesRace: Scenario = {
  what: 'one version is changed eight times at once',
  about: (resource) => {
    const { read, replace, change } = resource.operations
    return (
      creationOf(resource) && read && [replace, change].find((each) => takes(each, 'if-match', 412))
    )
  },
  async play(scene, resource) {
    const operation = changesRace.about(resource) as Operation
    const thing = await scene.make(resource)
    const etag = await etagOf(scene, thing)
    const found = changesOf(scene, thing).find((each) => each.operation === operation)
    if (etag === undefined || etag.startsWith('W/') || found === undefined) return
    const { contents } = scene.kit.things.maker
    const bodies: unknown[] = [found.body]
    while (bodies.length < 8) bodies.push(contents.varied(found.schema, bodies.at(-1)))
    const headers = condition(scene, operation, 'If-Match', etag)
    if (headers.length === 0) return
    const requests = bodies.map((body) => scene.written(operation, { thing, headers, body }))
    const outcomes = await Promise.all(requests.map((each) => scene.run.send(each, operation)))
    const winners = outcomes.filter(isSuccess).length
    if (winners < 2) return
    const received = `${winners} of 8 succeeded`
    find(scene, 'race', operation, { expected: `one success for If-Match: ${etag}`, received })
  },
}
