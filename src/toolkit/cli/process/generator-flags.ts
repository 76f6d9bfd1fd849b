/**
 * Options of Node for the generator: one helper thread for each other core. By default Node has four,
 * whose optimizing takes a third of the time away from the generator on two cores.
 */
export const GENERATOR_FLAGS: readonly string[] = ['--v8-pool-size=0']
