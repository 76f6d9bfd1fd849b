import process from 'node:process'

/** What Node says of itself; of TypeScript since 22.10. */
type Features = Readonly<Record<string, unknown>>

/** Why this Node does not run TypeScript as it is; `undefined`: it does. */
export function lacksTypeScript(
  env: NodeJS.ProcessEnv = process.env,
  features: Features = { ...process.features },
): string | undefined {
  // Who gives Node options may give it a loader.
  if (features.typescript || env.NODE_OPTIONS) return undefined
  return `Node runs TypeScript as it is from 22.18 on; this is ${process.versions.node}`
}
