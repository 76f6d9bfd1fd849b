import { alternatives, FEATURES } from '../../generator/features.js'
import { OPTIONS, type Option } from './options.js'

/** What `npm run generate -- --help` tells. */
export function help(): string {
  const options = Object.entries<Option>(OPTIONS).map(
    ([name, option]) => [usage(name, option), option] as const,
  )
  const width = Math.max(...options.map(([text]) => text.length))
  const lines = options.map(([text, { meaning, default: value }]) => {
    const fallback = value === undefined ? '' : ` Default: ${value}.`
    return `  ${text.padEnd(width)}  ${meaning}${fallback}`
  })
  return [
    'npm run generate -- [OPTION]...',
    '',
    'Generates types, validators, serializers and routes from an OpenAPI document.',
    '',
    ...lines,
    '',
    `A FEATURE is named by the problem that it would solve: ${alternatives(FEATURES)}.`,
    '',
    'Exit code: 0 when all is generated, or with --check fresh, or --watch was ended; otherwise 1.',
  ].join('\n')
}

/** An option as one writes it: `--spec FILE`. */
export function usage(name: string, { value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}
