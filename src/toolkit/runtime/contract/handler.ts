import type { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { OperationContract } from './contract.js'

/** Members of every handler's request, next to those that its operation documents. */
export interface OperationRequest {
  /** Aborted when the client leaves before the response, or when the time of the handler is up. */
  readonly signal: AbortSignal
  /**
   * The state of `signal`, for work that only looks at it. `signal` is made when it is first read, which
   * takes longer than most steps of a request on Node 20. Left out only by tests that call a handler.
   */
  readonly abortState?: AbortState
  /** The request's logger. */
  readonly log: FastifyBaseLogger
  /** Fastify's request: its session, tenant, address, and whatever the host's plugins add to it. */
  readonly fastify: FastifyRequest
  /**
   * Fastify's reply, for what plugins of the host add to it, such as `setCookie`; headers that are set
   * here are sent with the result. The result is sent by the runtime: do not call `send`.
   */
  readonly reply: FastifyReply
}

/** The part of an `AbortSignal` that says whether it is aborted. */
export type AbortState = Pick<AbortSignal, 'aborted' | 'reason' | 'throwIfAborted'>

/** Result of a handler, as the runtime sees it; the operation's own type is narrower. */
export interface OperationResult {
  readonly status: number
  /** The media type of the body, if several are documented. */
  readonly contentType?: string
  readonly body?: unknown
  readonly headers?: object
}

/** Headers of a response that its operation does not document: OpenAPI does not forbid them. */
export type OtherHeaders = Readonly<Record<string, unknown>>

/** The documented headers of a response and others, as one object type. */
export type WithOthers<Headers> = {
  [Name in keyof (Headers & OtherHeaders)]: (Headers & OtherHeaders)[Name]
}

/** A handler, as the runtime sees it; the contract's `Handlers` are narrower. */
export type OperationHandler = (request: never) => OperationResult | Promise<OperationResult>

/** Answers operations that have no handler. Requests are authenticated and validated. */
export type MissingHandler = (
  operation: OperationContract,
  request: FastifyRequest,
  reply: FastifyReply,
  /** The request of a handler: parameters and a body as the document types them. */
  given: OperationRequest,
) => OperationResult | Promise<OperationResult>

/**
 * Return type of a handler: a result of its operation, or a promise of one.
 *
 * @typeParam Result - The exact results, as a union.
 */
export type Answer<Result> = Result | Promise<Result>

/**
 * Each result without excess members: TypeScript does not check an object that a function returns for
 * them, so that they are excluded here by name. Each is one object type, no intersection: the compiler's
 * messages have a level less.
 *
 * @typeParam Results - The documented results, as a union.
 */
export type Exact<Results> = Results extends unknown ? Documented<Results> : never

type Documented<Result> = Flat<Result & Without<Exclude<keyof OperationResult, keyof Result>>>

type Flat<Members> = { [Name in keyof Members]: Members[Name] }

type Without<Member extends string> = { readonly [Name in Member]?: undefined }

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'
type ToNumber<Text extends string> = Text extends `${infer Value extends number}` ? Value : never

/** The status codes of a range: `StatusRange<4>` is 400 to 499, the document's `4XX`. */
export type StatusRange<Class extends 1 | 2 | 3 | 4 | 5> = ToNumber<`${Class}${Digit}${Digit}`>

/** The status codes of `default`, without those that are documented. */
export type DefaultStatus<Documented extends number = never> = Exclude<
  StatusRange<2 | 3 | 4 | 5>,
  Documented
>

/** Members with some of them optional: parameters with a default need not be sent. */
export type Optional<Members, Names extends keyof Members> = {
  [Name in keyof Members as Name extends Names ? never : Name]: Members[Name]
} & { [Name in Names]?: Members[Name] | undefined }

/** A string of a format that only a check, or `as`, makes of a string. It costs nothing when it runs. */
export type Branded<Format extends string> = string & { readonly [BRAND]: Format }

declare const BRAND: unique symbol

/** The bytes of a body as they arrive; reading them slowly slows the client down. */
export type ByteStream = Readable

/** The bytes of a response body, at once or as a stream. */
export type Bytes = Readable | Uint8Array | AsyncIterable<Uint8Array>

/** The items of a sequential response body. */
export type Sequence<Item> = AsyncIterable<Item> | Iterable<Item>

/** A file in a `multipart` body. */
export interface FilePart {
  /** The name that the client gives: never a path to write to. */
  readonly filename?: string | undefined
  /** Lower case, without parameters. */
  readonly contentType: string
  /** In a request, to be read once. */
  readonly stream: Readable
}

/**
 * The members of a `multipart` body. No file is written to disk: small ones wait in memory until
 * all parts have arrived (up to `multipart.memory` of `serve`), and the handler gets every part.
 * The first file that does not fit is read from the client while the handler reads it, at the
 * handler's speed. After it, only more files of the same list may follow, so that clients send
 * large files last. Any other part after it is refused, before the file ends.
 *
 * A list of files gives one after the other: the rest of a file is skipped when the next one is
 * requested.
 *
 * @typeParam Files - The members that are files.
 * @typeParam Either - The members that are files or, as `Body` has them, texts.
 * @typeParam Others - The file or files of a name that the schema does not have.
 */
export type WithFiles<Body, Files, Either = unknown, Others = never> = {
  [Name in keyof Body]: Name extends keyof Files
    ? Files[Name] | Extract<Body[Name], undefined>
    : Name extends keyof Either
      ? Either[Name] | Body[Name]
      : string extends Name
        ? [Others] extends [never]
          ? Body[Name]
          : Others
        : Body[Name]
}
