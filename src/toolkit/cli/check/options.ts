import { OPTIONS as GENERATE } from '../generate/options.js'

const { check: _check, watch: _watch, ...rest } = GENERATE

/** The options of `check`: those of `generate` but for what it writes. */
export const OPTIONS = {
  ...rest,
  stubs: {
    ...rest.stubs,
    meaning: 'Tell the operations without a handler too; src/handlers where no folder is named.',
  },
  strict: { ...rest.strict, meaning: 'End with 1 where there is a warning, too.' },
} as const
