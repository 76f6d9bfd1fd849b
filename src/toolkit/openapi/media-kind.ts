/** What a body is for a handler: a value, a text, fields, parts, bytes, or one value after another. */
export type MediaKind = 'json' | 'text' | 'form' | 'multipart' | 'binary' | 'sequential'

/** The members of a `multipart` body that are files, and whether each is a list of them. */
export type FileMembers = Readonly<Record<string, FileCount>>

/** One file, or a list of them. */
export type FileCount = 'one' | 'many'
