/**
 * How many objects and arrays may stand inside each other, the outermost included. RFC 8259, section 9:
 * an implementation may set such a limit.
 */
export const MAX_DEPTH = 256
