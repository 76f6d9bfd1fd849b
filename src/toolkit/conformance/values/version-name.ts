/** Members by which changes say what they are changes of. */
const VERSION = /^(?:lock_?|row_?)?(?:version|revision|rev)$/i

export const isVersionName = (name: string) => VERSION.test(name)
