import type { OperationResult } from './handler.js'

/**
 * Return type of a handler: one of the results of its operation, or a promise of one. TypeScript
 * does not check an object that a function returns for excess members, so that they are excluded
 * here by name.
 *
 * @typeParam Result - The documented results, as a union.
 */
export type Answer<Result> = EachOf<Result> | Promise<EachOf<Result>>

type EachOf<Result> = Result extends unknown ? Documented<Result> : never

/** One result without excess members. Short names keep the compiler's messages short. */
type Documented<Result> = Result & Without<Exclude<keyof OperationResult, keyof Result>>

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
