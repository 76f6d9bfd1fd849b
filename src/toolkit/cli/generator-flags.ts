/**
 * What Node is told where it runs the generator: to have a helper thread for each other core. It has
 * four otherwise, whose optimizing takes a third of the time away from the generator where there are
 * two cores.
 */
export const GENERATOR_FLAGS: readonly string[] = ['--v8-pool-size=0']
