import type { OperationResult } from './handler.js'

/**
 * What a handler may return: one of the results of its operation, at once or later. Nothing checks an
 * object that a function returns for members too many, so that those are ruled out here by name.
 *
 * @typeParam Result - The results that the document has, as a union.
 */
export type Answer<Result> = EachOf<Result> | Promise<EachOf<Result>>

type EachOf<Result> = Result extends unknown ? Documented<Result> : never

/** One result, and nothing beside it. Names of their own keep the compiler's messages short. */
type Documented<Result> = Result & Without<Exclude<keyof OperationResult, keyof Result>>

type Without<Member extends string> = { readonly [Name in Member]?: undefined }
