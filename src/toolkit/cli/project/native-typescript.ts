import process from 'node:process'

/** Reason why this Node does not run TypeScript; `undefined` if it does. */
export function lacksTypeScript(
  env: NodeJS.ProcessEnv = process.env,
  features: Readonly<Record<string, unknown>> = { ...process.features },
): string | undefined {
  // NODE_OPTIONS may name a loader.
  if (features.typescript || env.NODE_OPTIONS) return undefined
  return `Node runs TypeScript as it is from 22.18 on; this is ${process.versions.node}`
}
