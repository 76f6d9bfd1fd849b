import type { Options } from '../arguments/option.js'

export const OPTIONS = {} as const satisfies Options

/* c8 ignore next 3 -- takes the place of the command until it is there */
export async function main(_args: readonly string[]): Promise<number> {
  throw new Error('init is not there yet')
}
