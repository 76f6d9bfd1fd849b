import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Json, JsonObject } from '../json/value.js'
import type { Violation } from '../schemas/dialect.js'
import type { Operation, Parameter } from './document.js'
import type { Failure } from './failure.js'
import type { Schema } from './validate.js'

export interface Principal {
  readonly tenant: string
  readonly scopes: readonly string[]
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Of the body; JSON unless it is given. */
  readonly type?: string
  readonly body?: Json | Uint8Array
  /** Items of a sequence, instead of a body. */
  readonly items?: Iterable<Json>
}

export interface Written {
  readonly status: number
  readonly headers: Record<string, string>
  readonly parts: readonly (string | Uint8Array)[]
  /** Without it the parts are chunks. */
  readonly length?: number
}

/** A request, and what the steps have found out about it. */
export interface Call {
  readonly request: IncomingMessage
  method: string
  /** Without the query, as it was sent. */
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string | undefined>>
  operation: Operation
  segments: Record<string, string>
  principal: Principal
  /** By the names of the document; those of headers in lower case. */
  parameters: Record<string, Json>
  body: Json
  bytes: Buffer
  type: string
  answer: Answer
}

/** What all requests go through. The path and the method come first, the credential before anything that is read. */
export const STEPS = [
  ...(['checkMessage', 'route', 'authenticate', 'authorize', 'negotiate'] as const),
  ...(['readParameters', 'checkMediaType', 'readBody', 'parseBody', 'validateBody'] as const),
  'handle',
] as const

export type Step = (typeof STEPS)[number]

export type Handler = (call: Call) => Answer | Promise<Answer>

/** The parts of a server. A fault puts others in their place. */
export interface Points extends Record<Step, (call: Call) => void | Promise<void>> {
  readonly document: Schema
  readonly operations: Operation[]
  steps: Step[]
  handlers: Record<string, Handler>

  match(path: string): { operations: Operation[]; segments: Record<string, string> } | undefined
  allowedMethods(operations: readonly Operation[]): string[]
  /** Whom a scheme lets in: undefined without a credential; throws a failure for a wrong one. */
  schemes: Record<string, (call: Call) => Principal | undefined>
  principalOf(token: string): Principal | undefined
  challenge(error?: string): string
  hasScopes(principal: Principal, scopes: readonly string[], call: Call): boolean

  /** The texts of a parameter; undefined if it is absent. */
  textsOf(parameter: Parameter, call: Call): string[] | undefined
  convert(text: string, schema: Schema): Json
  convertTexts(texts: string[], parameter: Parameter): Json
  splitList(text: string): string[]

  bodyLimit(call: Call): number
  parseJson(text: string): Json
  /** A value without what the server makes itself. */
  writable(value: Json, schema: Schema): Json
  violation(value: Json, schema: Schema): Violation | undefined
  validate(value: Json, schema: Schema, call: Call): void

  errorAnswer(failure: Failure, call: Call | undefined): Answer
  /** The failure that the client is told of, for whatever was thrown. */
  failureOf(thrown: unknown): Failure
  errorBody(failure: Failure): JsonObject
  errorType: string

  printBody(body: Json): string
  encode(answer: Answer, call: Call | undefined): Written
  write(written: Written, response: ServerResponse, call: Call | undefined): void

  /** A moment in which other requests come. */
  pause(): Promise<void>
}
