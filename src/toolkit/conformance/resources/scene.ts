import { Unwritable } from '../../requests/write-parameters.js'
import { askedPlace } from '../document/asked-place.js'
import type { MediaType, Operation, Parameter } from '../document/contract.js'
import type { HeaderLine, SentRequest } from '../exchange/request.js'
import { isResponse, isSuccess, type ReceivedResponse } from '../exchange/response.js'
import { authenticated, type Credentials } from '../requests/credentials.js'
import { keyOf } from '../requests/identities.js'
import {
  isNeeded,
  isOnce,
  type ParameterValue,
  parametersOf,
  type RequestParts,
} from '../requests/parts.js'
import { writable } from '../requests/writable.js'
import { writeRequest } from '../requests/write-request.js'
import type { CaseRun } from '../run/case-run.js'
import type { Kit } from '../run/kit.js'
import type { NewThing } from './maker.js'
import type { ResourceOperations, TestedResource } from './resource.js'
import { itemOf, type Thing } from './thing.js'

export { isRefusal, isSuccess } from '../exchange/response.js'

/** What a request of a scenario is about. */
export interface ThingCall {
  readonly thing?: Pick<Thing, 'values'> | undefined
  /** The value of the body; default: a valid one. */
  readonly body?: unknown
  /** The media type of the body; default: the first that the kit can write. */
  readonly mediaType?: string
  /** Values of parameters beside those that are required, by name. */
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly headers?: readonly HeaderLine[]
  /** True: the body has the version that it says, though the thing has another one. */
  readonly isExact?: boolean
  /** In place of the credentials of the run. */
  readonly credentials?: Credentials
}

/** Requests about things, in one run of a scenario. What cannot be sent, or is not answered, ends the scenario. */
export class Scene {
  readonly kit: Kit
  readonly run: CaseRun
  /** What selects a list that is not read without. */
  readonly #selections = new Map<Parameter, ParameterValue>()

  constructor(kit: Kit, run: CaseRun) {
    this.kit = kit
    this.run = run
  }

  async send(operation: Operation, call: ThingCall = {}): Promise<ReceivedResponse> {
    return this.answered(this.written(operation, call), operation)
  }

  /** The response to a request. @throws {Unwritable} if there is none, or the server is busy. */
  async answered(request: SentRequest, operation: Operation): Promise<ReceivedResponse> {
    const outcome = await this.run.send(request, operation)
    if (!isResponse(outcome) || isBusy(outcome)) throw new Unwritable()
    return outcome
  }

  /** @throws {Unwritable} */
  written(operation: Operation, call: ThingCall = {}): SentRequest {
    const { contract, credentials, things } = this.kit
    const parts = this.parts(operation, call)
    const request = writeRequest(call.isExact ? parts : things.versions.current(parts))
    return authenticated(contract, operation, request, call.credentials ?? credentials)
  }

  async follow(operation: Operation, target: string, thing?: Thing): Promise<ReceivedResponse> {
    const { contract, credentials } = this.kit
    const request = { ...writeRequest(this.parts(operation, { thing })), target }
    // A key may stand in the query.
    return this.answered(authenticated(contract, operation, request, credentials), operation)
  }

  /** A request with what it has to have, and what the call adds. @throws {Unwritable} */
  parts(operation: Operation, call: ThingCall = {}): RequestParts {
    const valid = this.kit.source.valid(operation)
    if (valid === undefined) throw new Unwritable()
    const parameters = new Map<Parameter, ParameterValue>()
    const { headers = [], body, mediaType } = call
    const isGiven = ({ name, in: place }: Parameter) =>
      place === 'header' && headers.some(([each]) => each.toLowerCase() === name.toLowerCase())
    for (const parameter of parametersOf(operation)) {
      if (isGiven(parameter)) continue
      const value = this.#valueFor(operation, parameter, call)
      if (value !== undefined) parameters.set(parameter, { value })
      else if (isNeeded(operation, parameter)) {
        const drawn = valid.parameters.get(parameter) as ParameterValue
        parameters.set(parameter, this.#selected(operation, parameter, drawn))
      }
    }
    const all = writable(operation)
    const media =
      mediaType === undefined ? all[0] : all.find((each) => each.mediaType === mediaType)
    const given =
      body === undefined || media === undefined
        ? valid.body
        : { media, value: this.#enveloped(operation, media, body) }
    return { operation, parameters, body: given, headers }
  }

  /** Where an operation is sent to: examples of parameters that lead to no thing differ from operation to operation. */
  placeOf(operation: Operation, thing?: Pick<Thing, 'values'>): Pick<Thing, 'values'> {
    const { parameters } = this.parts(operation, { thing })
    const values = [...parameters].flatMap(([{ name, in: place }, held]) =>
      place === 'path' && 'value' in held
        ? [[keyOf(operation.path, name), held.value] as const]
        : [],
    )
    return { values: new Map([...(thing?.values ?? []), ...values]) }
  }

  /** A body with what is sent of a thing in its place. */
  #enveloped(operation: Operation, media: MediaType, value: unknown): unknown {
    if (media.schema === undefined) return value
    const { name } = askedPlace(this.kit.contract, operation, media)
    return name === undefined ? value : { [name]: value }
  }

  /** The pages of a list are all of the same one. */
  #selected({ method }: Operation, parameter: Parameter, drawn: ParameterValue): ParameterValue {
    if (method !== 'GET' || parameter.in !== 'query') return drawn
    const selected = this.#selections.get(parameter) ?? drawn
    this.#selections.set(parameter, selected)
    return selected
  }

  #valueFor({ path }: Operation, parameter: Parameter, call: ThingCall): unknown {
    const { name, in: place } = parameter
    if (place === 'path') return call.thing?.values.get(keyOf(path, name))
    if (Object.hasOwn(call.parameters ?? {}, name)) return call.parameters?.[name]
    return isOnce(parameter) && parameter.required ? this.kit.source.once(parameter) : undefined
  }

  /** A new thing. @throws {Unwritable} if the server makes none. */
  async make(resource: TestedResource, given: NewThing = {}): Promise<Thing> {
    const thing = await this.kit.things.make(this, resource, given)
    if (thing === undefined) throw new Unwritable()
    return thing
  }

  /** What the server has of a thing that can be read now; `undefined` if it has none. */
  async read(thing: Thing): Promise<unknown> {
    const { read } = thing.resource.operations as ResourceOperations
    const response = await this.send(read, { thing })
    return isSuccess(response)
      ? itemOf(response, this.kit.things.maker.placeOf(thing.resource, read))
      : undefined
  }

  /**
   * What is wrong, if it is still so after a while: a server may be late with what it shows. The first look is at
   * once.
   */
  async lasting<Wrong>(look: () => Promise<Wrong | undefined>): Promise<Wrong | undefined> {
    const { lateness } = this.kit.things
    let wrong = await look()
    for (const wait of lateness.waits) {
      if (wrong === undefined) return undefined
      await new Promise((resolve) => setTimeout(resolve, wait))
      wrong = await look()
      if (wrong === undefined) lateness.noteLate()
    }
    if (wrong !== undefined) lateness.noteLasting()
    return wrong
  }
}

/** True for an answer that says nothing of things: the client is to ask later. */
function isBusy({ status }: ReceivedResponse): boolean {
  return status === 429 || status === 503
}
