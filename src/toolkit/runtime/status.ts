type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'
type ToNumber<Text extends string> = Text extends `${infer Value extends number}` ? Value : never

/** The status codes of a range: `StatusRange<4>` is 400 to 499, the document's `4XX`. */
export type StatusRange<Class extends 1 | 2 | 3 | 4 | 5> = ToNumber<`${Class}${Digit}${Digit}`>

/** The status codes that `default` stands for, `Documented` ones taken away. */
export type DefaultStatus<Documented extends number = never> = Exclude<
  StatusRange<2 | 3 | 4 | 5>,
  Documented
>
