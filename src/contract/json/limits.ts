/** How deep a JSON text may nest. RFC 8259, section 9: an implementation may set such a limit. */
export const MAX_DEPTH = 256
