/**
 * Kind of a body for handlers: a value, a string, fields, parts, bytes, or a sequence of values.
 */
export type MediaKind = 'json' | 'text' | 'form' | 'multipart' | 'binary' | 'sequential'

/** Members of a `multipart` body that are files or lists of files. */
export type FileMembers = Readonly<Record<string, FileCount>>

/** One file, or a list of files. */
export type FileCount = 'one' | 'many'
