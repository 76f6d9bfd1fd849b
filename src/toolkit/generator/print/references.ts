import { Code, symbol } from './code.js'

/** A declaration of another module in code. */
export type Refer = (module: string, name: string) => Code

/** `validators.isPlant`: modules are imported as namespaces. */
export const qualified: Refer = (module, name) => new Code(`${module}.${name}`, new Set([module]))

/** `isPlant`: declarations of all modules are in the same files. */
export const unqualified: Refer = (_module, name) => symbol(name)
